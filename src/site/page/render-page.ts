import type { Context } from "../../api/http/index.ts";
import { readShownBlocks } from "../../content/index.ts";
import { writeDocument } from "../document/index.ts";
import { readApiIndex } from "./api-index.ts";
import { PageApiUrls } from "./api-urls.ts";
import { writeArticle, writeBanner, writeOutline } from "./article.ts";
import { readEmbeds } from "./embeds.ts";
import { guessPageLanguage } from "./language.ts";
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
  const blocks = await readShownBlocks({
    content,
    origin: pageId,
    page: record,
    hash: record.document,
    claims,
  });
  const { locale: siteLocale } = settings.internationalization;
  const language = await guessPageLanguage(record.title, blocks, siteLocale);
  const { refs, embeds: embedded, apiBlocks, topHeading } = await collectParts(blocks, record.cover);
  const frame = await readFrame(context, input, refs, language.language);
  const embeds = await readEmbeds(context, site.organization_id, embedded);
  const apiIndex = await readApiIndex(context, page, apiBlocks, frame);
  const apiUrls = new PageApiUrls(page, frame, apiIndex);
  const document = await writeDocument({
    blocks,
    topHeading,
    targets: { ...frame.targets, specOf: await readSpecFiles(context, page, apiBlocks, frame.targets) },
    embedOf: embeds.embedOf,
    words: frame.words,
    locale: frame.locale,
    opensNewTabs: settings.externalLinks.target === "blank",
    iconOf: frame.styledIcon,
    hasAnchors: record.layout?.anchors !== false,
    apiUrls,
    searchUrl: frame.isStatic || frame.previewed ? "#" : frame.search.url,
  });
  const neighbours = await findNeighbours({ content, claims, pageId, trail: page.trail });
  const layout = record.layout ?? {};
  const outline = layout.outline === false ? undefined : writeOutline(await outlineOf(blocks), frame);
  const description = record.description ?? summaryOf(blocks);
  const metadata: PageMetadata = {
    ...{ page, description, language: language.language },
    hasUpdates: blocks.some(({ type }) => type === "updates"),
  };
  return writePage(
    {
      title: record.title,
      metadata: writePageMetadata(metadata, frame),
      ...language,
      banner: writeBanner(page, frame),
      main: writeArticle({ page, document, neighbours, outline }, frame),
      outline: outline?.aside,
      hasTree: layout.tableOfContents !== false,
      embeds: apiUrls.hasClient ? { ...embeds, frameOrigins: ["'self'", ...embeds.frameOrigins] } : embeds,
      width: layout.width ?? "default",
      styles: document.styles + coverStyle(record.cover?.yPos),
    },
    frame,
    assets,
  );
}

/** Moves the image of a cover by pixels, but not further than its edge. Its overflow makes percentages negative. */
function coverStyle(offset = 0): string {
  if (offset === 0) return "";
  return `.cover img{object-position:50% clamp(100%,50% + ${Math.round(offset)}px,0%)}`;
}
