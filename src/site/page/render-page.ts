import type { Context } from "../../api/http/index.ts";
import { type ContentRef, plainText } from "../../content/document/index.ts";
import { readEvaluatedBlocks } from "../../content/index.ts";
import type { CustomizationSettings } from "../../publishing/customization/index.ts";
import { joinUrl, publishedUrl, reservedPaths, siteSpaceSegments } from "../../publishing/index.ts";
import type { AssetNames } from "../assets/index.ts";
import { loadIcons, writeDocument } from "../document/index.ts";
import { wordsOf } from "../words/index.ts";
import { writeArticle, writeOutline } from "./article.ts";
import type { FrameContext } from "./frame-context.ts";
import { guessPageLanguage } from "./language.ts";
import { readNavigation, type TreeItem } from "./navigation.ts";
import { outlineOf } from "./outline.ts";
import { findNeighbours } from "./pagination.ts";
import { readSiteLinks } from "./site-links.ts";
import { type SitePage, slugsOf } from "./site-page.ts";
import type { SiteUrls } from "./site-urls.ts";
import { readTargets } from "./targets.ts";
import { type WrittenPage, writePage } from "./write-page.ts";

export interface RenderInput {
  readonly page: SitePage;
  readonly settings: CustomizationSettings;
  readonly urls: SiteUrls;
  readonly assets: AssetNames;
}

/** Renders a page of a site for a visitor. */
export async function renderPage(context: Context, input: RenderInput): Promise<WrittenPage> {
  const { page, settings, urls, assets } = input;
  const { record, pageId, site, visit, space } = page;
  const { claims } = visit.visitor;
  const { content } = space;
  const navigation = { content, claims, pageId, trail: page.trail };
  const document = await readEvaluatedBlocks(
    { content, origin: pageId, page: record, hash: record.document, claims },
    "true",
  );
  const [tree, neighbours, icon, links] = await Promise.all([
    readNavigation(navigation),
    findNeighbours(navigation),
    loadIcons(),
    readSiteLinks(context, page, urls),
  ]);
  const refs = [...linkRefs(tree), ...customizationRefs(settings)];
  const targets = await readTargets(context, page, document.nodes, refs, urls);
  const words = wordsOf(settings.internationalization.locale);
  const opensNewTabs = settings.externalLinks.target === "blank";
  const segments = siteSpaceSegments(page, reservedPaths(page.view.all));
  const pageUrl = (slugs: readonly string[]) => urls.page([...segments, ...slugs]);
  const frame: FrameContext = {
    siteTitle: site.title,
    settings,
    words,
    urls,
    icon,
    targets,
    ...links,
    tree,
    pageUrl,
  };
  const written = await writeDocument({ blocks: document.nodes, targets, words, opensNewTabs, iconOf: icon });
  const outline = outlineOf(document.nodes);
  const main = writeArticle({ page, document: written, neighbours }, frame);
  const layout = record.layout ?? {};
  const canonicalRoot = publishedUrl(context.config.sites, site, null);
  const { language, direction } = await guessPageLanguage(
    `${record.title} ${plainText(document.nodes)}`,
    settings.internationalization.locale,
  );
  const siteTitle = settings.title ?? site.title;
  return writePage(
    {
      title: record.title === siteTitle ? siteTitle : `${record.title} | ${siteTitle}`,
      description: record.description,
      ...(canonicalRoot !== undefined && {
        canonicalUrl: joinUrl(canonicalRoot, [...segments, ...slugsOf(page)]),
      }),
      language,
      direction,
      isIndexed: site.visibility === "public" && !record.noIndex && !record.noRobotsIndex,
      main,
      outline: layout.outline !== false && writeOutline(outline, frame),
      hasTree: layout.tableOfContents !== false,
      width: layout.width ?? "default",
      styles: written.styles + coverStyle(record.cover?.yPos),
    },
    frame,
    assets,
  );
}

function coverStyle(offset = 0): string {
  return offset === 0 ? "" : `.cover img{object-position:50% calc(50% + ${Math.round(offset)}px)}`;
}

function* linkRefs(items: readonly TreeItem[]): Generator<ContentRef> {
  for (const { record, children } of items) {
    if (record.target !== undefined) yield record.target;
    yield* linkRefs(children);
  }
}

function* customizationRefs({ header, footer, announcement }: CustomizationSettings): Generator<ContentRef> {
  for (const { to, links } of header.links) {
    if (to !== null) yield to;
    for (const link of links) yield link.to;
  }
  for (const { links } of footer.groups) for (const { to } of links) yield to;
  if (announcement?.link !== undefined) yield announcement.link.to;
}
