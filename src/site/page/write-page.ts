import { hash } from "node:crypto";
import type { AssetNames } from "../assets/index.ts";
import { writeFixedTheme, writeTheme } from "../customization/index.ts";
import { attributes, type Html, html, trustedHtml } from "../html/index.ts";
import type { Dependencies } from "./dependencies.ts";
import { writeAnnouncement, writeFooter } from "./footer.ts";
import type { FrameContext } from "./frame-context.ts";
import { writeHeader } from "./header.ts";
import { writePageTree } from "./page-tree.ts";

/** Applies the theme that the reader has chosen before anything is drawn. */
const themeScript = `try{const t=localStorage.getItem("lectern-theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

export interface PageInput {
  readonly title: string;
  readonly description?: string | undefined;
  readonly canonicalUrl?: string;
  /** The language of the text and its direction. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly isIndexed: boolean;
  /** A cover above the page and the page tree. */
  readonly banner?: Html | false;
  /** The page, and the outline beside it. */
  readonly main: Html;
  readonly outline?: Html | false;
  readonly hasTree: boolean;
  readonly width: "default" | "wide";
  /** The rules for classes of this page. */
  readonly styles?: string;
}

export interface WrittenPage {
  readonly html: string;
  readonly dependencies: Dependencies;
  readonly contentSecurityPolicy: string;
}

/** Writes a whole page. Its policy allows the inline style and script by their hashes, and nothing else inline. */
export function writePage(input: PageInput, frame: FrameContext, assets: AssetNames): WrittenPage {
  const { settings, urls, words } = frame;
  const { styling, themes } = settings;
  const theme = themes.toggeable ? writeTheme(styling) : writeFixedTheme(styling, themes.default);
  const styles = theme + (input.styles ?? "");
  const script = themes.toggeable ? themeScript : "";
  const names = [
    `theme-${styling.theme}`,
    `sidebar-${styling.sidebar.background}`,
    `list-${styling.sidebar.list}`,
    styling.links === "accent" && "links-accent",
    input.width === "wide" && "is-wide-page",
  ].filter(Boolean);
  const page = html`<!doctype html><html${attributes({ lang: input.language, dir: input.direction === "rtl" && "rtl", class: names.join(" ") })}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${titleOf(input.title, frame.siteTitle)}</title>${
    input.description !== undefined && html`<meta name="description" content="${input.description}">`
  }${!input.isIndexed && html`<meta name="robots" content="noindex">`}${
    input.canonicalUrl !== undefined && html`<link rel="canonical" href="${input.canonicalUrl}">`
  }${writeFavicon(frame)}<link rel="stylesheet" href="${urls.asset(assets.styles)}"><style>${trustedHtml(styles)}</style>${
    script !== "" && html`<script>${trustedHtml(script)}</script>`
  }<script type="module" src="${urls.asset(assets.script)}"></script><noscript><link rel="stylesheet" href="${urls.asset(assets.noScript)}"></noscript></head><body><a class="skip-link" href="#content">${words.skipToContent}</a>${writeAnnouncement(frame)}${writeHeader(frame)}<div class="site-body">${input.banner}${
    input.hasTree && frame.tree.length > 0 && writePageTree(frame.tree, frame)
  }${input.main}${input.outline}</div>${writeFooter(frame)}</body></html>`;
  return {
    html: page.text,
    dependencies: frame.targets.dependencies,
    contentSecurityPolicy: policyFor(styles, script),
  };
}

function titleOf(page: string, site: string): string {
  return page === site ? site : `${page} | ${site}`;
}

function policyFor(styles: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src 'self' ${hashSource(styles)}`,
    `script-src 'self'${script === "" ? "" : ` ${hashSource(script)}`}`,
    // Images and fonts of authors may be anywhere.
    "img-src * data:",
    "font-src 'self' https:",
    "media-src *",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

function hashSource(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

function writeFavicon({ settings }: FrameContext): Html | undefined {
  const { favicon } = settings;
  if (favicon.icon !== undefined)
    return html`<link rel="icon" href="${favicon.icon.light}" media="(prefers-color-scheme: light)"><link rel="icon" href="${favicon.icon.dark}" media="(prefers-color-scheme: dark)">`;
  const image =
    favicon.emoji === undefined
      ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${settings.styling.primaryColor.light}" d="M4 8h24l-3 10H7zM15 18h2v8h5v2H10v-2h5z"/></svg>`
      : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><text y="26" font-size="26">${favicon.emoji}</text></svg>`;
  return html`<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(image)}">`;
}
