import type { AssetNames } from "../assets/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { Dependencies } from "./dependencies.ts";
import type { PageEmbeds } from "./embeds.ts";
import { writeAnnouncement, writeFooter } from "./footer.ts";
import type { FrameContext } from "./frame-context.ts";
import { writeHead } from "./head.ts";
import { hasDrawer, writeHeader } from "./header.ts";
import { isRightToLeft } from "./language.ts";
import { writePageTree } from "./page-tree.ts";

export interface PageInput {
  readonly title: string;
  /** What search engines and other sites read. Pages without it are not indexed. */
  readonly metadata?: Html;
  /** The language of the text and its direction. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** A cover above or behind the page and the page tree. */
  readonly banner?: Html | false;
  /** The page, and the outline beside it. */
  readonly main: Html;
  readonly outline?: Html | undefined;
  readonly hasTree: boolean;
  readonly width: "default" | "wide";
  readonly embeds?: PageEmbeds;
  /** The URLs of further style sheets. */
  readonly sheets?: readonly string[];
  /** The rules for classes of this page. */
  readonly styles?: string;
}

export interface WrittenPage {
  /** Parts of the text, so that a character beyond Latin-1 in one, such as the dots of a summary, does not make V8 copy all as wide ones. */
  readonly html: readonly string[];
  /** The content type, if it is not HTML. */
  readonly type?: string;
  /** The `Link` header. */
  readonly link?: string;
  readonly dependencies: Dependencies;
  readonly contentSecurityPolicy: string;
}

/** Asks search engines not to show a page. */
export const noIndex = html`<meta name="robots" content="noindex">`;

/** Writes a whole page. */
export function writePage(input: PageInput, frame: FrameContext, assets: AssetNames): WrittenPage {
  const { words, tree, targets } = frame;
  const head = writeHead(frame, assets, { ...input, frameOrigins: input.embeds?.frameOrigins });
  const hasTree = input.hasTree && tree.items.length > 0;
  const embeds = input.embeds?.states;
  const start = html`<!doctype html><html${rootAttributes(input, hasTree, frame)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${titleOf(input.title, frame.siteTitle)}</title>${
    input.metadata ?? noIndex
  }${head.html}</head><body><a class="skip-link" href="#~content"${attributes({ lang: frame.lang })}>${words.skipToContent}</a>${writePreviewBar(frame)}${writeAnnouncement(frame)}${writeHeader(frame)}${input.banner}<div class="site-body">`;
  const pageTree = html`${hasDrawer(frame) && writePageTree(input.hasTree ? tree : { items: [] }, hasTree, frame)}`;
  const end = html`${input.outline}</div>${writeFooter(frame)}</body></html>`;
  return {
    html: [start, pageTree, input.main, end].map(({ text }) => text),
    dependencies: { ...targets.dependencies, ...(embeds && embeds.size > 0 && { embeds }) },
    contentSecurityPolicy: head.contentSecurityPolicy,
  };
}

/** Says that a page is a preview, and of what. */
function writePreviewBar({ isPreview, previewed, words, lang }: FrameContext): Html | false {
  if (!isPreview) return false;
  if (previewed === undefined)
    return html`<p class="preview-bar" role="status"${attributes({ lang })}>${words.preview}</p>`;
  const { number, subject, isOutdated, url } = previewed;
  const { title, outdated, open } = words.previewed;
  return html`<div class="preview-bar" role="status"${attributes({ lang })}><strong>${title.replace("%", `#${number}`)}</strong>${
    subject !== "" && html` <bdi>${subject}</bdi>`
  }${isOutdated && html` <span>${outdated}</span>`} <a href="${url}" rel="noreferrer">${open}</a></div>`;
}

/** Writes a page in the language of the frame that no author has written. */
export function writeOwnPage(
  title: string,
  main: Html,
  frame: FrameContext,
  assets: AssetNames,
  sheets: readonly string[] = [],
): WrittenPage {
  const { locale: language } = frame;
  const direction = isRightToLeft(language) ? "rtl" : "ltr";
  return writePage(
    { title, language, direction, main, hasTree: true, width: "default", sheets },
    frame,
    assets,
  );
}

/** The language of a page, and the choices of the customization that are made in the style sheet. */
function rootAttributes(
  input: PageInput,
  hasTree: boolean,
  { settings, sections, isPreview, isStatic }: FrameContext,
): Html {
  const { styling, chosen, header } = settings;
  const names = [
    `theme-${styling.theme}`,
    `header-${header.preset}`,
    `sidebar-${styling.sidebar.background}`,
    `list-${styling.sidebar.list}`,
    `search-${styling.search}`,
    styling.depth === "flat" && "is-flat",
    sections.length > 1 && "has-sections",
    !hasTree && "has-no-tree",
    input.width === "wide" && "is-wide-page",
  ];
  return attributes({
    lang: input.language,
    dir: input.direction === "rtl" && "rtl",
    class: names.filter(Boolean).join(" "),
    "data-events": !isPreview && !isStatic && "",
    "data-theme": settings.shownMode ?? (chosen.mode !== "system" && chosen.mode),
  });
}

function titleOf(page: string, site: string): string {
  return page === site ? site : `${page} | ${site}`;
}
