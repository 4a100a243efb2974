import { notFound } from "../../platform/index.ts";
import { reservedPaths, type SiteRow, siteSpaceSegments } from "../../publishing/index.ts";
import { type SitePage, type SiteUrls, slugSegments } from "../page/index.ts";

const extension = ".md";

/** Whether a path may be that of a page as Markdown. A page whose slug ends so takes precedence. */
export function isMarkdownPath(path: string): boolean {
  return path.endsWith(extension);
}

/** The paths of the page that the path of a Markdown file may mean, the most likely first. */
export function pathsOfMarkdown(path: string): string[] {
  const withoutExtension = path.slice(0, -extension.length);
  const folder = /^(.*)\/(?:index|readme)$/i.exec(withoutExtension)?.[1];
  return folder === undefined ? [withoutExtension] : [withoutExtension, folder];
}

/** The URL of a page as Markdown. It has the slug of the home page too, unlike the URL of the page. */
export function markdownUrl(page: Parameters<typeof slugSegments>[0], urls: SiteUrls): string {
  return urls.resource([], slugSegments(page).join("/") + extension);
}

/** A URL that leads to the Markdown of another page of the same space, at these segments below the site. */
export function leadToMarkdown(
  page: Pick<SitePage, "section" | "siteSpace" | "view">,
  segments: readonly string[],
  urls: SiteUrls,
): string {
  const isHome = segments.length === siteSpaceSegments(page, reservedPaths(page.view.all)).length;
  return urls.resource([], [...segments, ...(isHome ? ["index"] : [])].join("/") + extension);
}

/** Throws if the owner of a site does not want agents to read it. */
export function requireAgentAccess({ agents_context }: Pick<SiteRow, "agents_context">): void {
  if (agents_context === "excluded") throw notFound("Published content");
}
