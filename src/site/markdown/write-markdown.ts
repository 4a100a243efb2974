import type { Context } from "../../api/http/index.ts";
import { type Block, refOf } from "../../content/document/index.ts";
import { readEvaluatedMarkdown } from "../../content/index.ts";
import { replaceLinks } from "../../content/links/index.ts";
import { allDestinations } from "../../content/markdown/index.ts";
import { pageVisibility } from "../../publishing/index.ts";
import type { SiteTarget } from "../document/index.ts";
import { type Dependencies, readTargets, type SitePage, type SiteUrls } from "../page/index.ts";
import { wordsOf } from "../words/index.ts";
import { describeApis } from "./describe-apis.ts";

interface PageMarkdown {
  readonly markdown: string;
  readonly dependencies: Dependencies;
}

interface MarkdownSettings {
  readonly urls: SiteUrls;
  readonly origin: string;
  /** The locale of the words that describe APIs. */
  readonly locale: string;
}

/**
 * Writes a page as Markdown, as this visitor sees it, under its title. Links to pages and files of the site are absolute
 * URLs on this origin. A link that the page does not have for this visitor has an empty destination. Blocks that show an
 * API are written as its description.
 */
export async function writeMarkdown(
  context: Context,
  page: SitePage,
  { urls, origin, locale }: MarkdownSettings,
): Promise<PageMarkdown> {
  const { space, record, pageId, visit } = page;
  const { claims } = visit.visitor;
  const { content } = space;
  const isPageVisible = pageVisibility(content, claims);
  let earlier: Dependencies | undefined;
  const convert = async (shown: readonly Block[]) => {
    const { blocks, dependencies } = await describeApis(context, page, urls, wordsOf(locale), shown);
    earlier = dependencies;
    return blocks;
  };
  const document = { content, origin: pageId, page: record, hash: record.document };
  const markdown = await readEvaluatedMarkdown({ ...document, claims, isPageVisible, convert }, "true");
  const destinations = await allDestinations(markdown, { end: 0 });
  const refs = new Map(destinations.map(({ text }) => [text, refOf(text)]));
  const targets = await readTargets(context, page, [...refs.values()], urls);
  const links = destinations.map(({ at, text }) => ({ at, length: text.length }));
  const written = replaceLinks(markdown, links, (_, text) => {
    const ref = refs.get(text);
    return ref === undefined ? text : writeDestination(text, targets.targetOf(ref), origin);
  });
  return {
    markdown: `${written.trimEnd()}\n`,
    dependencies: { ...targets.dependencies, ...(earlier && { earlier }) },
  };
}

/** External URLs and anchors stay as they are written. */
function writeDestination(written: string, { href, isExternal }: SiteTarget, origin: string): string {
  if (href === undefined) return "";
  return isExternal || href.startsWith("#") ? written : origin + href;
}
