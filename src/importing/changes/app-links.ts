import { refOfAppLink } from "../../content/links/index.ts";
import { findDestinations } from "../../content/markdown/index.ts";
import type { SourcePage, SourceReusableContent } from "../source/index.ts";

/** Links to spaces in GitBook's application. */
export interface AppLinks {
  /** The ids that the imported space had there. Links to its pages are links within the import. */
  readonly ownOrigins: ReadonlySet<string>;
  /** The destinations of links to pages of other spaces, by URL. */
  readonly destinations: ReadonlyMap<string, string>;
}

export const noAppLinks: AppLinks = { ownOrigins: new Set(), destinations: new Map() };

/** Replaces the character references of ampersands. */
export function decodeAmpersands(address: string): string {
  return address.replace(/&(?:amp|#38|#x26);/gi, "&");
}

/** The URLs of spaces and pages in GitBook's application that an import links to. */
export function findAppLinks(
  pages: readonly SourcePage[],
  reusableContents: readonly SourceReusableContent[] = [],
): string[] {
  const urls = new Set<string>();
  const add = (text: string): void => {
    const url = decodeAmpersands(text);
    if (refOfAppLink(url) !== undefined) urls.add(url);
  };
  for (const { href } of pages) if (href !== undefined) add(href);
  for (const { markdown = "" } of [...pages, ...reusableContents])
    if (markdown.includes("app.gitbook.com/")) for (const { text } of findDestinations(markdown)) add(text);
  return [...urls];
}

/** The address within the import of a link to a page of the same space: its path from the root. */
export function ownAddress(url: string, { ownOrigins }: AppLinks): string | undefined {
  const ref = ownOrigins.size === 0 ? undefined : refOfAppLink(url);
  if (ref === undefined || !("page" in ref) || ref.page === undefined) return undefined;
  if (!("space" in ref) || !ownOrigins.has(ref.space ?? "")) return undefined;
  return `/${encodeURI(ref.page)}${ref.kind === "anchor" ? `#${encodeURIComponent(ref.anchor)}` : ""}`;
}
