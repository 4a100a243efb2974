import type { Context } from "../../api/http/index.ts";
import { type Block, plainText } from "../../content/document/index.ts";
import { readShownBlocks } from "../../content/index.ts";
import { writeDocument } from "../document/index.ts";
import { readApiIndex } from "./api-index.ts";
import { PageApiUrls } from "./api-urls.ts";
import { writeArticle, writeBanner, writeOutline } from "./article.ts";
import { readEmbeds } from "./embeds.ts";
import { findPageLanguage } from "./language.ts";
import { readLinkedSpecs } from "./linked-specs.ts";
import { type PageMetadata, writePageMetadata } from "./metadata.ts";
import { outlineOf } from "./outline.ts";
import { collectParts } from "./page-parts.ts";
import { findNeighbours } from "./pagination.ts";
import { type FrameInput, readFrame } from "./read-frame.ts";
import type { SitePage } from "./site-page.ts";
import { readSpecFiles } from "./spec-files.ts";
import { summaryOf } from "./summary.ts";
import { type WrittenPage, writePage } from "./write-page.ts";

/** Renders a page of a site for a visitor. */
export async function renderPage(
  context: Context,
  input: FrameInput & { readonly place: SitePage },
): Promise<WrittenPage> {
  const { place: page, settings, assets } = input;
  const { record, pageId, site, visit, space } = page;
  const { claims } = visit.visitor;
  const { content } = space;
  const layout = record.layout ?? {};
  const shownBlocks = await readShownBlocks({
    content,
    origin: pageId,
    page: record,
    hash: record.document,
    claims,
  });
  const repeatedTitle = layout.title === false ? undefined : findRepeatedTitle(shownBlocks, record.title);
  const blocks = repeatedTitle === undefined ? shownBlocks : shownBlocks.slice(1);
  const { locale: siteLocale } = settings.internationalization;
  const language = await findPageLanguage(record.title, blocks, siteLocale, space.language);
  const parts = await collectParts(blocks, record.cover);
  const { refs, embeds: embedded, apiBlocks, anchors, topHeading, size } = parts;
  const frame = await readFrame(context, input, refs, language.language);
  const embeds = await readEmbeds(context, site.organization_id, embedded);
  const specFileOf = await readSpecFiles(context, page, apiBlocks, frame.targets);
  const linkedSpecs = await readLinkedSpecs(context, site.organization_id, apiBlocks);
  const apiIndex = await readApiIndex(context, page, parts, frame);
  const apiUrls = new PageApiUrls(page, frame, apiIndex);
  const document = await writeDocument({
    blocks,
    topHeading,
    size,
    targets: { ...frame.targets, specOf: (ref) => specFileOf(ref) ?? linkedSpecs.specOf(ref) },
    embedOf: embeds.embedOf,
    words: frame.words,
    locale: frame.locale,
    opensNewTabs: frame.opensNewTabs,
    iconOf: frame.styledIcon,
    anchors,
    hasAnchors: record.layout?.anchors !== false,
    apiUrls,
    searchUrl: frame.isStatic || frame.previewed ? "#" : frame.search.url,
  });
  const neighbours = await findNeighbours({ content, claims, pageId, trail: page.trail });
  const outline =
    layout.outline === false ? undefined : writeOutline(await outlineOf(blocks, document.apiHeadings), frame);
  const description = record.description ?? summaryOf(blocks);
  const metadata: PageMetadata = {
    ...{ page, description, language: language.language },
    hasUpdates: blocks.some(({ type }) => type === "updates"),
  };
  const written = writePage(
    {
      title: record.title,
      metadata: writePageMetadata(metadata, frame),
      ...language,
      banner: writeBanner(page, frame),
      main: writeArticle(
        { page, titleAnchor: repeatedTitle?.meta?.id, document, neighbours, outline },
        frame,
      ),
      outline: outline?.aside,
      hasTree: layout.tableOfContents !== false,
      embeds: apiUrls.hasClient ? { ...embeds, frameOrigins: ["'self'", ...embeds.frameOrigins] } : embeds,
      width: layout.width ?? "default",
      styles: document.styles + coverStyle(record.cover?.yPos),
    },
    frame,
    assets,
  );
  if (linkedSpecs.states.size === 0) return written;
  return { ...written, dependencies: { ...written.dependencies, linkedSpecs: linkedSpecs.states } };
}

/** Many texts begin with a heading that is the title of their page. It is shown once. */
function findRepeatedTitle([first]: readonly Block[], title: string): Block | undefined {
  return first?.type === "heading-1" && plainText(first.nodes ?? []).trim() === title.trim()
    ? first
    : undefined;
}

/** Moves the image of a cover by pixels, but not further than its edge. Its overflow makes percentages negative. */
function coverStyle(offset = 0): string {
  if (offset === 0) return "";
  return `.cover img{object-position:50% clamp(100%,50% + ${Math.round(offset)}px,0%)}`;
}
