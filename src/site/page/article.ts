import { LRUCache } from "lru-cache";
import type { PageLayout } from "../../content/index.ts";
import type { LocatedPage } from "../../content/pages/index.ts";
import { type WrittenDocument, writeImage } from "../document/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import { writeFeedback } from "./feedback.ts";
import { type FrameContext, writeLabel } from "./frame-context.ts";
import type { OutlineItem } from "./outline.ts";
import { writePageActions } from "./page-actions.ts";
import type { Neighbours } from "./pagination.ts";
import type { SitePage } from "./site-page.ts";

export interface ArticleInput {
  readonly page: SitePage;
  /** The anchor of a heading that the title stands for. */
  readonly titleAnchor?: string | undefined;
  readonly document: WrittenDocument;
  readonly neighbours: Neighbours;
  readonly outline?: WrittenOutline | undefined;
}

/** The page itself: its cover, title and document, and what follows it. */
export function writeArticle(input: ArticleInput, frame: FrameContext): Html {
  const { page, titleAnchor, document, neighbours, outline } = input;
  const { record } = page;
  const layout: PageLayout = record.layout ?? {};
  const isShown = (part: "title" | "description" | "pagination" | "metadata" | "tags") =>
    layout[part] !== false;
  const title =
    isShown("title") && html`<h1${attributes({ id: titleAnchor })}>${writeLabel(record, frame)}</h1>`;
  const actions = writePageActions(page, frame);
  return html`<main id="~content" tabindex="-1">${!isBanner(layout) && writeCover(page, frame)}${writeBreadcrumbs(page, frame)}${
    actions ? html`<div class="page-head">${title}${actions}</div>` : title
  }${!title && html`<h1 class="hidden-text">${record.title}</h1>`}${isShown("description") && record.description && html`<p class="page-description">${record.description}</p>`}${isShown("tags") && writeTags(page)}${outline?.menu}<article class="document">${document.body}</article>${
    isShown("pagination") && frame.settings.pagination.enabled && writeNeighbours(neighbours, frame)
  }${isShown("metadata") && writeFeedback(page, frame)}${writePageEnd(isShown("metadata") && writeMetadata(record.updatedAt, frame), frame)}</main>`;
}

/** A cover above or behind the page and the page tree, as wide as the window. */
export function writeBanner(page: SitePage, frame: FrameContext): Html | false {
  return isBanner(page.record.layout) && writeCover(page, frame);
}

function isBanner({ coverSize }: PageLayout = {}): boolean {
  return coverSize === "full" || coverSize === "background";
}

function writeCover({ record }: SitePage, { targets }: FrameContext): Html | false {
  const { cover, layout = {} } = record;
  if (cover?.ref === undefined || layout.cover === false) return false;
  const [light, dark] = [targets.imageOf(cover.ref), cover.refDark && targets.imageOf(cover.refDark)];
  if (light === undefined) return false;
  const { coverSize = "hero", coverMask } = layout;
  return html`<div class="cover cover-${coverSize}${coverMask === "radial" && " is-masked"}">${
    dark === undefined
      ? writeImage(light, "", { loading: "eager" })
      : // Of lazy images, browsers only load the one that is shown.
        [writeImage(light, "", { class: "light-only" }), writeImage(dark, "", { class: "dark-only" })]
  }</div>`;
}

function writeTags({ record }: SitePage): Html | false {
  const { tags = [] } = record;
  return (
    tags.length > 0 &&
    html`<ul class="tags">${tags.map(({ tag }) => html`<li class="badge">${tag}</li>`)}</ul>`
  );
}

function writeBreadcrumbs(
  { trail, pageId }: SitePage,
  { words, pageUrl, lang, contentLanguage }: FrameContext,
): Html | false {
  const slugs: string[] = [];
  const items = [...trail].map(([id, { title, type, slug }]) => {
    slugs.push(slug);
    if (id === pageId) return undefined;
    return html`<li>${type === "group" ? html`<span>${title}</span>` : html`<a href="${pageUrl(slugs)}">${title}</a>`}</li>`;
  });
  return (
    items.length > 1 &&
    html`<nav class="breadcrumbs" aria-label="${words.breadcrumbs}"${attributes({ lang })}><ol${attributes(contentLanguage)}>${items}</ol></nav>`
  );
}

function writeNeighbours(
  { previous, next }: Neighbours,
  { words, icon, pageUrl, lang, contentLanguage }: FrameContext,
): Html | false {
  const write = (page: LocatedPage, label: string, direction: "previous" | "next") =>
    html`<a${attributes({ class: `neighbour neighbour-${direction}`, href: pageUrl(page.path.split("/")), rel: direction === "next" ? "next" : "prev" })}><small>${label}</small><span${attributes(contentLanguage)}>${page.record.title}</span>${icon(direction === "next" ? "chevron-right" : "chevron-left")}</a>`;
  if (previous === undefined && next === undefined) return false;
  return html`<nav class="neighbours" aria-label="${words.previous} / ${words.next}"${attributes({ lang })}>${previous && write(previous, words.previous, "previous")}${next && write(next, words.next, "next")}</nav>`;
}

function writePageEnd(metadata: Html | false, { words, icon, settings, lang }: FrameContext): Html | false {
  const pdf =
    settings.pdf.enabled &&
    html`<button type="button" class="print-button script-only" data-print>${icon("file-arrow-down")}${words.saveAsPdf}</button>`;
  return (metadata || pdf) && html`<div class="page-end"${attributes({ lang })}>${metadata}${pdf}</div>`;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes as long as writing the rest of a short page. */
function dateFormatOf(locale: string): Intl.DateTimeFormat {
  return dateFormats.getOrInsertComputed(
    locale,
    () => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }),
  );
}

/** Dates as they are written, by day and locale. Many pages are changed on the same day. */
const writtenDates = new LRUCache<string, string>({
  max: 500,
  memoMethod: (key) => {
    const [day = "", locale = ""] = key.split(" ");
    return dateFormatOf(locale).format(new Date(day));
  },
});

function writeDate(timestamp: string, locale: string): string {
  return writtenDates.memo(`${timestamp.slice(0, 10)} ${locale}`);
}

function writeMetadata(updatedAt: string, { words, locale }: FrameContext): Html {
  return html`<p>${words.lastChanged} <time datetime="${updatedAt}">${writeDate(updatedAt, locale)}</time></p>`;
}

export interface WrittenOutline {
  /** Beside the page, on wide screens. */
  readonly aside: Html;
  /** Below the title, on others. */
  readonly menu: Html;
}

export function writeOutline(
  items: readonly OutlineItem[],
  { words, icon, lang, contentLanguage }: FrameContext,
): WrittenOutline | undefined {
  if (items.length < 2) return undefined;
  const links = html`<ul${attributes(contentLanguage)}>${items.map(
    ({ id, title, level }) =>
      html`<li class="outline-${level}"><a href="#${encodeURIComponent(id)}">${title}</a></li>`,
  )}</ul>`;
  return {
    aside: html`<nav class="outline" aria-label="${words.onThisPage}"${attributes({ lang })}><p>${words.onThisPage}</p>${links}</nav>`,
    menu: html`<details class="outline-menu"${attributes({ lang })}><summary>${words.onThisPage}${icon("chevron-down")}</summary><nav aria-label="${words.onThisPage}">${links}</nav></details>`,
  };
}
