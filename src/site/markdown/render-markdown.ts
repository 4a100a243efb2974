import type { Context } from "../../api/http/index.ts";
import { escapeTitle } from "../../content/markdown/index.ts";
import { joinUrl } from "../../publishing/index.ts";
import {
  type FrameInput,
  findNearestPages,
  llmsPath,
  type SitePage,
  type WrittenPage,
} from "../page/index.ts";
import { wordsOf } from "../words/index.ts";
import { writeMarkdown } from "./write-markdown.ts";

/** Nothing of it runs if a browser shows it. */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Renders a page as a Markdown file. Its header names the page that search engines should list instead. */
export async function renderMarkdown(
  context: Context,
  { place: page, urls, rootUrl, settings }: FrameInput & { readonly place: SitePage },
  origin: string,
): Promise<WrittenPage> {
  const { locale } = settings.internationalization;
  const { markdown, dependencies } = await writeMarkdown(context, page, { urls, origin, locale });
  const canonical =
    rootUrl === undefined ? origin + urls.page(page.segments) : joinUrl(rootUrl, page.segments);
  return {
    html: [markdown],
    type: "text/markdown",
    link: `<${canonical}>; rel="canonical"`,
    dependencies,
    contentSecurityPolicy,
  };
}

/** The text for a path without a page, with pages of a similar name. */
export async function writeMissing(
  context: Context,
  { place, settings, urls }: FrameInput,
  origin: string,
): Promise<string> {
  const words = wordsOf(settings.internationalization.locale);
  const nearest = await findNearestPages(context, place);
  const links = nearest.map(
    ({ record, segments }) => `- [${escapeTitle(record.title)}](${origin}${urls.page(segments)})`,
  );
  return [
    `# ${words.notFound}`,
    words.notFoundText,
    ...(links.length === 0 ? [] : [`${words.nearestPages}:`, links.join("\n")]),
    `[${words.pages}](${origin}${urls.resource([], llmsPath)})\n`,
  ].join("\n\n");
}
