import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { decodeCodePoints } from "../../content/index.ts";
import type { AssetNames } from "../assets/index.ts";
import { fontsOf, type SiteSettings, writeTheme } from "../customization/index.ts";
import { type Html, html, trustedHtml } from "../html/index.ts";
import { announcementId } from "./footer.ts";
import type { FrameContext } from "./frame-context.ts";

export interface WrittenHead {
  readonly html: Html;
  readonly contentSecurityPolicy: string;
}

interface HeadInput {
  readonly language: string;
  readonly styles?: string | undefined;
  /** The URLs of further style sheets. */
  readonly sheets?: readonly string[] | undefined;
  /** The origins of the frames of the page. */
  readonly frameOrigins?: readonly string[] | undefined;
}

/** Languages in other letters than the Latin ones. */
const nonLatin = new Set(["zh", "ja", "ko", "ru", "uk", "ar", "fa", "he"]);

/**
 * Writes the styles and scripts of a page. Its policy allows the inline style and script by their hashes, and nothing
 * else inline.
 */
export function writeHead(
  { settings, urls, workspace }: Pick<FrameContext, "settings" | "urls"> & Partial<FrameContext>,
  assets: AssetNames,
  page: HeadInput,
): WrittenHead {
  const fonts = fontsOf(settings, urls);
  const styles = fonts.css + writeTheme(settings) + (page.styles ?? "");
  const script = writeScript(settings);
  const names = [assets.styles, ...fonts.sheets];
  const sheets = [...names.map((name) => urls.asset(name)), ...(page.sheets ?? [])].map(
    (url) => html`<link rel="stylesheet" href="${url}">`,
  );
  const preload =
    fonts.latinFile !== undefined &&
    !nonLatin.has(page.language) &&
    html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${urls.asset(fonts.latinFile)}">`;
  return {
    html: html`${writeFavicon(settings)}${sheets}${preload}<style>${trustedHtml(styles)}</style>${
      script !== "" && html`<script>${trustedHtml(script)}</script>`
    }<script type="module" src="${urls.asset(assets.script)}"></script>${
      workspace &&
      html`<script type="module" src="${workspace.script}" data-workspace="${workspace.origin}"></script>`
    }<noscript><link rel="stylesheet" href="${urls.asset(assets.noScript)}"></noscript>`,
    contentSecurityPolicy: policyFor({
      styles,
      script,
      fontOrigins: fonts.origins,
      frameOrigins: page.frameOrigins,
      ancestor: workspace?.origin,
    }),
  };
}

/** Applies what the reader has chosen before anything is drawn: the mode, and that the announcement is closed. */
function writeScript(settings: SiteSettings): string {
  const announcement = announcementId(settings);
  const parts = [
    settings.themes.toggeable &&
      settings.shownMode === undefined &&
      `t=s.getItem("lectern-theme");if(t==="light"||t==="dark")d.theme=t;if(t==="system")delete d.theme`,
    announcement !== undefined &&
      `if(s.getItem("lectern-announcement")==="${announcement}")d.announcement="closed"`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? ""
    : `try{let s=localStorage,d=document.documentElement.dataset,t;${parts.join(";")}}catch{}`;
}

interface PolicyInput {
  readonly styles: string;
  readonly script: string;
  readonly fontOrigins: readonly string[];
  readonly frameOrigins?: readonly string[] | undefined;
  /** The origin of the workspace, if the page is shown in it. */
  readonly ancestor?: string | undefined;
}

/** Policies by what they depend on. Most pages of a site have the same one: the rendered pages share its text. */
const policies = new LRUCache<string, string, PolicyInput>({
  maxSize: 1_024 * 1_024,
  sizeCalculation: (policy, key) => policy.length + key.length,
  memoMethod: (_key, _previous, { context }) => writePolicy(context),
});

function policyFor(input: PolicyInput): string {
  const { styles, script, fontOrigins, frameOrigins = [], ancestor = "" } = input;
  const key = [styles, script, ...fontOrigins, "", ...frameOrigins, ancestor].join("\n");
  return policies.memo(key, { context: input });
}

function writePolicy({
  styles,
  script,
  fontOrigins,
  frameOrigins = [],
  ancestor = "'self'",
}: PolicyInput): string {
  return [
    "default-src 'none'",
    `style-src 'self' ${hashSource(styles)}`,
    `script-src 'self'${script === "" ? "" : ` ${hashSource(script)}`}`,
    // Images of authors may be anywhere.
    "img-src * data:",
    `font-src ${["'self'", ...fontOrigins].join(" ")}`,
    "media-src *",
    ...(frameOrigins.length === 0 ? [] : [`frame-src ${frameOrigins.join(" ")}`]),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestor}`,
  ].join("; ");
}

function hashSource(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

function writeFavicon({ favicon, styling }: SiteSettings): Html {
  if (favicon.icon !== undefined)
    return html`<link rel="icon" href="${favicon.icon.light}" media="(prefers-color-scheme: light)"><link rel="icon" href="${favicon.icon.dark}" media="(prefers-color-scheme: dark)">`;
  const { light, dark } = styling.primaryColor;
  const image =
    favicon.emoji === undefined
      ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:${light}}@media(prefers-color-scheme:dark){path{fill:${dark}}}</style><path d="M4 8h24l-3 10H7zM15 18h2v8h5v2H10v-2h5z"/></svg>`
      : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><text y="26" font-size="26">${decodeCodePoints(favicon.emoji) ?? favicon.emoji}</text></svg>`;
  return html`<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(image)}">`;
}
