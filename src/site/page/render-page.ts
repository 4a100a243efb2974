import type { Context } from "../../api/http/index.ts";
import type { Block } from "../../content/document/index.ts";
import { readEvaluatedBlocks } from "../../content/index.ts";
import { joinUrl } from "../../publishing/index.ts";
import { writeDocument } from "../document/index.ts";
import { writeArticle, writeBanner, writeOutline } from "./article.ts";
import { readEmbeds } from "./embeds.ts";
import { beginningOf, guessPageLanguage } from "./language.ts";
import { outlineOf } from "./outline.ts";
import { findNeighbours } from "./pagination.ts";
import { type FrameInput, readFrame } from "./read-frame.ts";
import type { SitePage } from "./site-page.ts";
import { readSpecFiles } from "./spec-files.ts";
import { collectRefs } from "./targets.ts";
import { type WrittenPage, writePage } from "./write-page.ts";

/** Renders a page of a site for a visitor. */
export async function renderPage(
  context: Context,
  input: FrameInput & { readonly place: SitePage },
): Promise<WrittenPage> {
  const { place: page, settings, assets, rootUrl } = input;
  const { record, pageId, site, visit, space } = page;
  const { claims } = visit.visitor;
  const { content } = space;
  const { nodes: blocks } = await readEvaluatedBlocks(
    { content, origin: pageId, page: record, hash: record.document, claims },
    "true",
  );
  const { locale: siteLocale } = settings.internationalization;
  const language = await guessPageLanguage(record.title, blocks, siteLocale);
  const refs = await collectRefs(blocks, record.cover);
  const frame = await readFrame(context, input, refs, language.language);
  const embeds = await readEmbeds(context, site.organization_id, blocks);
  const document = await writeDocument({
    blocks,
    targets: { ...frame.targets, specOf: await readSpecFiles(context, page, blocks, frame.targets) },
    embedOf: embeds.embedOf,
    words: frame.words,
    locale: frame.locale,
    opensNewTabs: settings.externalLinks.target === "blank",
    iconOf: frame.styledIcon,
    hasAnchors: record.layout?.anchors !== false,
  });
  const neighbours = await findNeighbours({ content, claims, pageId, trail: page.trail });
  const layout = record.layout ?? {};
  const outline = layout.outline === false ? undefined : writeOutline(await outlineOf(blocks), frame);
  return writePage(
    {
      title: record.title,
      description: record.description ?? summaryOf(blocks),
      ...(rootUrl !== undefined && { canonicalUrl: joinUrl(rootUrl, page.segments) }),
      ...language,
      isIndexed:
        site.published === 1 && site.visibility === "public" && !record.noIndex && !record.noRobotsIndex,
      banner: writeBanner(page, frame),
      main: writeArticle({ page, document, neighbours, outline }, frame),
      outline: outline?.aside,
      hasTree: layout.tableOfContents !== false,
      embeds,
      width: layout.width ?? "default",
      styles: document.styles + coverStyle(record.cover?.yPos),
    },
    frame,
    assets,
  );
}

/** The length of what search engines show below the title of a page. */
const summaryLength = 160;

/**
 * The beginning of the text, up to the end of a word, or the operations of a page without text; undefined if it has
 * neither.
 */
function summaryOf(blocks: readonly Block[]): string | undefined {
  const paragraphs = blocks.filter(({ type }) => type === "paragraph");
  const text =
    beginningOf(paragraphs, 2 * summaryLength)
      .replace(/\s+/g, " ")
      .trim() || operationsIn(blocks);
  if (text.length <= summaryLength) return text || undefined;
  return `${text.slice(0, summaryLength).replace(/\s\S*$/, "")}…`;
}

function operationsIn(blocks: readonly Block[]): string {
  const operations = blocks.flatMap((block) =>
    block.type === "openapi-operation" ? `${block.data.method.toUpperCase()} ${block.data.path}` : [],
  );
  return operations.join(", ");
}

/** Moves the image of a cover by pixels, but not further than its edge. Its overflow makes percentages negative. */
function coverStyle(offset = 0): string {
  if (offset === 0) return "";
  return `.cover img{object-position:50% clamp(100%,50% + ${Math.round(offset)}px,0%)}`;
}
