import type { Context } from "../../api/http/index.ts";
import type { ContentRef } from "../../content/document/index.ts";
import { reservedPaths, siteSpaceSegments } from "../../publishing/index.ts";
import type { AssetNames } from "../assets/index.ts";
import type { SiteSettings } from "../customization/index.ts";
import { loadIcons } from "../document/index.ts";
import { wordsOf } from "../words/index.ts";
import type { FrameContext } from "./frame-context.ts";
import { frameLocale, languageOfNames, otherDirection, otherLanguage } from "./language.ts";
import { omitDeadEnds, readNavigation, type TreeLevel } from "./navigation.ts";
import { scopesToChoose } from "./search-scopes.ts";
import { readSiteLinks } from "./site-links.ts";
import { findHomePath, type SitePlace, segmentsOfPath } from "./site-page.ts";
import { type SiteUrls, searchPath, treePath } from "./site-urls.ts";
import { readTargets } from "./targets.ts";

export interface FrameInput {
  readonly place: SitePlace;
  readonly settings: SiteSettings;
  readonly urls: SiteUrls;
  readonly assets: AssetNames;
  /** The canonical URL of the site. Undefined if it is not published, if it needs a share key, or if the page has no use for it. */
  readonly rootUrl: string | undefined;
  /** Whether the page is in a copy of the site without a server. */
  readonly isStatic?: boolean;
}

/**
 * Reads what the frame around a page shows, and the targets of its links and of `refs`. Without a language, that of the space
 * is used, or what the names of its pages are written in.
 */
export async function readFrame(
  context: Context,
  { place, settings, urls, assets, rootUrl, isStatic = false }: FrameInput,
  refs: readonly ContentRef[] = [],
  language?: string,
): Promise<FrameContext> {
  const { site, space, visit, trail, pageId = "" } = place;
  const { claims } = visit.visitor;
  const [tree, icon, styledIcon] = await Promise.all([
    readNavigation({ content: space.content, claims, pageId, trail }),
    loadIcons("solid"),
    loadIcons(settings.styling.icons),
  ]);
  const ofContent = language ?? space.language ?? languageOfNames(namesIn(tree));
  const locale = frameLocale(settings, ofContent);
  const allRefs = [...refs, ...linkRefs(tree), ...customizationRefs(settings)];
  const home = await findHomePath(space.content, claims);
  const segments = siteSpaceSegments(place, reservedPaths(place.view.all));
  const pageSegments = (slugs: readonly string[]) => segmentsOfPath(segments, slugs.join("/"), home);
  const targets = await readTargets(context, place, allRefs, urls);
  return {
    isPreview: visit.previewer !== undefined && visit.customization === undefined,
    workspace: visit.customization && {
      origin: new URL(context.config.baseUrl).origin,
      script: urls.asset(assets.preview),
    },
    previewed: previewedRequest(context, place),
    isStatic,
    siteTitle: settings.title ?? site.title,
    rootUrl,
    settings,
    opensNewTabs: settings.externalLinks.target === "blank",
    locale,
    words: wordsOf(locale),
    lang: otherLanguage(locale, language ?? locale),
    contentLanguage: {
      lang: otherLanguage(ofContent ?? locale, locale),
      dir: otherDirection(ofContent ?? locale, language ?? locale),
    },
    urls,
    icon,
    styledIcon,
    targets,
    // After the targets: their dependencies include the variants.
    ...(await readSiteLinks(context, place, urls)),
    tree: omitDeadEnds(tree, targets),
    treeUrl: (part) => urls.resource(segments, part === undefined ? treePath : `${treePath}/${part}`),
    search: {
      url: urls.resource(segments, searchPath),
      styles: urls.asset(assets.searchStyles),
      scopes: scopesToChoose(place),
      ...(isStatic && { provider: urls.asset(assets.staticSearch) }),
    },
    pageSegments,
    pageUrl: (slugs) => urls.page(pageSegments(slugs)),
  };
}

function previewedRequest({ urls }: Context, { site }: SitePlace): FrameContext["previewed"] {
  if (site.preview === undefined) return undefined;
  const { spaceId, changeRequestId, number, subject, isOutdated } = site.preview;
  return {
    number,
    subject,
    isOutdated,
    url: urls.app(`/spaces/${spaceId}/change-requests/${changeRequestId}`),
  };
}

function namesIn({ items }: TreeLevel): string[] {
  return items.map(({ record }) => record.title);
}

/** The targets of the links in a page tree. */
export function* linkRefs({ items }: TreeLevel): Generator<ContentRef> {
  for (const { record, children } of items) {
    if (record.target !== undefined) yield record.target;
    if (children.items.length > 0) yield* linkRefs(children);
  }
}

function* customizationRefs({ header, footer, announcement }: SiteSettings): Generator<ContentRef> {
  for (const { to, links } of header.links) {
    if (to !== null) yield to;
    for (const link of links) yield link.to;
  }
  for (const { links } of footer.groups) for (const { to } of links) yield to;
  if (announcement?.link !== undefined) yield announcement.link.to;
  if (header.primaryLink !== undefined) yield header.primaryLink;
}
