import { joinUrl } from "../../publishing/index.ts";
import { type Html, html, trustedHtml } from "../html/index.ts";
import type { FrameContext } from "./frame-context.ts";
import { isIndexable, type SitePage } from "./site-page.ts";
import { feedPath } from "./site-urls.ts";
import { cardFile, socialCardOf } from "./social-card.ts";
import { structuredDataOf } from "./structured-data.ts";
import { noIndex } from "./write-page.ts";

export interface PageMetadata {
  readonly page: SitePage;
  readonly description: string | undefined;
  /** Whether the page has a list of updates, and thereby a feed of its own. */
  readonly hasUpdates: boolean;
  readonly language: string;
}

/** Writes what search engines, other sites and feed readers read of a page. */
export function writePageMetadata(metadata: PageMetadata, frame: FrameContext): Html {
  const { page, description } = metadata;
  const { rootUrl: root } = frame;
  const { site, siteSpace, trail, segments } = page;
  const isOpen = site.published === 1 && ["public", "unlisted"].includes(site.visibility);
  const isListed = isOpen && site.visibility === "public" && !siteSpace.isHidden;
  const isIndexed = isListed && isIndexable(trail.values());
  const image = root === undefined || !isOpen ? undefined : imageOf(root, page, frame);
  return html`${description !== undefined && html`<meta name="description" content="${description}">`}${
    !isIndexed && noIndex
  }${root !== undefined && html`<link rel="canonical" href="${joinUrl(root, segments)}">`}${
    root !== undefined && isIndexed && writeTranslations(root, frame)
  }${root !== undefined && isOpen && writeOpenGraph(root, metadata, image, frame)}${
    root !== undefined && isIndexed && writeJson(structuredDataOf(root, metadata, image?.["og:image"], frame))
  }${isOpen && !frame.isStatic && writeFeedLink(metadata, frame)}`;
}

/** The same page in other languages. Search engines ignore such links unless the other pages have them too. */
function writeTranslations(root: string, { translations }: FrameContext): Html[] {
  const others = translations.find(({ isDefault }) => isDefault) ?? translations[0];
  const all = others === undefined ? [] : [...translations, { ...others, language: "x-default" }];
  return all.map(
    ({ language, segments }) =>
      html`<link rel="alternate" hreflang="${language}" href="${joinUrl(root, segments)}">`,
  );
}

/**
 * Open Graph. X falls back to it for the title, the description and the image, and has names of its own for the size of the card
 * and the text of the image.
 */
function writeOpenGraph(
  root: string,
  { page, description, language }: PageMetadata,
  image: ImageProperties | undefined,
  frame: FrameContext,
) {
  const { record, segments } = page;
  const properties: Readonly<Record<string, string | undefined>> = {
    "og:type": segments.length === 0 ? "website" : "article",
    "og:title": record.title,
    "og:description": description,
    "og:url": joinUrl(root, segments),
    "og:site_name": frame.siteTitle,
    "og:locale": openGraphLocale(language),
    ...image,
    ...(segments.length > 0 && {
      "article:published_time": record.createdAt,
      "article:modified_time": record.updatedAt,
    }),
  };
  const tags = Object.entries(properties).map(
    ([name, value]) => value !== undefined && html`<meta property="${name}" content="${value}">`,
  );
  const alt = image?.["og:image:alt"];
  return html`${tags}<meta name="twitter:card" content="${image ? "summary_large_image" : "summary"}">${
    alt !== undefined && html`<meta name="twitter:image:alt" content="${alt}">`
  }`;
}

function writeFeedLink({ page, hasUpdates }: PageMetadata, { urls, pageSegments, siteTitle }: FrameContext) {
  const { title } = page.record;
  const [name, segments] = hasUpdates
    ? [`${title} | ${siteTitle}`, page.segments]
    : [siteTitle, pageSegments([])];
  const href = urls.resource(segments, feedPath);
  return html`<link rel="alternate" type="application/rss+xml" title="${name}" href="${href}">`;
}

interface ImageProperties extends Readonly<Record<string, string>> {
  readonly "og:image": string;
}

/** The image of the customization, or the social card of the page. A copy without a server has no cards. */
function imageOf(
  root: string,
  page: SitePage,
  { settings, isStatic }: FrameContext,
): ImageProperties | undefined {
  const { url } = settings.socialPreview;
  if (url !== undefined) return { "og:image": url };
  if (isStatic) return undefined;
  const card = socialCardOf(page, settings);
  return {
    "og:image": joinUrl(root, [...page.segments, ...cardFile(card).split("/")]),
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": page.record.title,
  };
}

const openGraphLocales = new Map<string, string>();

/** A language with its most likely region, for example `pt_BR`. */
function openGraphLocale(language: string): string {
  return openGraphLocales.getOrInsertComputed(language, () => {
    const { language: base, region } = new Intl.Locale(language).maximize();
    return region === undefined ? base : `${base}_${region}`;
  });
}

/** JSON in a script element, whose text ends at the first `</script`. */
function writeJson(value: object): Html {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return html`<script type="application/ld+json">${trustedHtml(json)}</script>`;
}
