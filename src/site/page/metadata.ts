import { joinUrl } from "../../publishing/index.ts";
import { type Html, html, trustedHtml } from "../html/index.ts";
import type { FrameContext } from "./frame-context.ts";
import { isIndexable, type SitePage } from "./site-page.ts";
import { feedPath } from "./site-urls.ts";
import { structuredDataOf } from "./structured-data.ts";
import { noIndex } from "./write-page.ts";

export interface PageMetadata {
  readonly page: SitePage;
  /** The canonical URL of the site, if it has one. */
  readonly rootUrl: string | undefined;
  readonly description: string | undefined;
  /** Whether the page has a list of updates, and thereby a feed of its own. */
  readonly hasUpdates: boolean;
  readonly language: string;
}

/** Writes what search engines, other sites and feed readers read of a page. */
export function writePageMetadata(metadata: PageMetadata, frame: FrameContext): Html {
  const { page, rootUrl: root, description } = metadata;
  const { site, trail, segments } = page;
  const isOpen = site.published === 1 && ["public", "unlisted"].includes(site.visibility);
  const isIndexed = isOpen && site.visibility === "public" && isIndexable(trail.values());
  return html`${description !== undefined && html`<meta name="description" content="${description}">`}${
    !isIndexed && noIndex
  }${root !== undefined && html`<link rel="canonical" href="${joinUrl(root, segments)}">`}${
    root !== undefined && isIndexed && writeTranslations(root, frame)
  }${root !== undefined && isOpen && writeOpenGraph(root, metadata, frame)}${
    root !== undefined && isIndexed && writeJson(structuredDataOf(root, metadata, frame))
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

/** Open Graph. Other vocabularies for the same, such as that of X, fall back to it. */
function writeOpenGraph(root: string, { page, description, language }: PageMetadata, frame: FrameContext) {
  const { record, segments } = page;
  const image = imageOf(frame);
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
  return html`${tags}${image && html`<meta name="twitter:card" content="summary_large_image">`}`;
}

function writeFeedLink({ page, hasUpdates }: PageMetadata, { urls, pageSegments, siteTitle }: FrameContext) {
  const { title } = page.record;
  const [name, segments] = hasUpdates
    ? [`${title} | ${siteTitle}`, page.segments]
    : [siteTitle, pageSegments([])];
  const href = urls.resource(segments, feedPath);
  return html`<link rel="alternate" type="application/rss+xml" title="${name}" href="${href}">`;
}

function imageOf({ settings }: FrameContext): Record<string, string> | undefined {
  const { url } = settings.socialPreview;
  return url === undefined ? undefined : { "og:image": url };
}

/** A language with its most likely region, for example `pt_BR`. */
function openGraphLocale(language: string): string {
  const { language: base, region } = new Intl.Locale(language).maximize();
  return region === undefined ? base : `${base}_${region}`;
}

/** JSON in a script element, whose text ends at the first `</script`. */
function writeJson(value: object): Html {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return html`<script type="application/ld+json">${trustedHtml(json)}</script>`;
}
