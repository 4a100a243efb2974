import type { AssetNames } from "../assets/index.ts";
import { type SiteSettings, siteSettingsOf } from "../customization/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import { type FrameWords, wordsOf } from "../words/index.ts";
import { writeHead } from "./head.ts";
import { isRightToLeft } from "./language.ts";
import type { SiteUrls } from "./site-urls.ts";
import { noIndex, type WrittenPage } from "./write-page.ts";

/** Why a visitor gets no page of a site. */
export type RefusalReason = keyof FrameWords["refusals"];

/** The look of a site that the visitor may know. */
export interface RefusalLook {
  readonly settings: SiteSettings;
  readonly urls: SiteUrls;
  /** The title of the site, which is shown with its logo. */
  readonly title?: string;
}

interface RefusalInput {
  readonly reason: RefusalReason;
  readonly locale: string;
  readonly urls: SiteUrls;
  readonly assets: AssetNames;
  /** Lectern's own look by default. */
  readonly look?: RefusalLook | undefined;
}

/** Renders the page for a visitor who may not know the site, or for whom it cannot be read. It shows nothing of its content. */
export function renderRefusal(input: RefusalInput): WrittenPage {
  const { reason, locale, urls, assets, look } = input;
  const { title, text } = wordsOf(locale).refusals[reason];
  const settings = look?.settings ?? siteSettingsOf();
  const head = writeHead({ settings, urls }, assets, { language: locale });
  const page = html`<!doctype html><html${attributes({ lang: locale, dir: isRightToLeft(locale) && "rtl" })}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${look?.title === undefined ? title : `${title} | ${look.title}`}</title>${noIndex}${head.html}</head><body>${look && writeSiteTitle(look)}<main class="refusal"><h1>${title}</h1><p class="page-description">${text}</p></main></body></html>`;
  const dependencies = { users: [], specs: [], spaces: [], version: "" };
  return { html: [page.text], dependencies, contentSecurityPolicy: head.contentSecurityPolicy };
}

function writeSiteTitle({ settings, urls, title }: RefusalLook): Html | false {
  if (title === undefined) return false;
  const { logo } = settings.header;
  const name = logo
    ? html`<img class="light-only" src="${logo.light}" alt="${title}"><img class="dark-only" src="${logo.dark}" alt="${title}">`
    : html`<span>${title}</span>`;
  return html`<header class="site-header"><div class="header-bar"><a class="site-logo" href="${urls.page([])}">${name}</a></div></header>`;
}

/** The first language with words that the `Accept-Language` header of a browser names. */
export function localeOf(header = ""): string {
  const english = wordsOf("en");
  const languages = header
    .slice(0, 200)
    .split(",")
    .map((choice) => /^[a-z]{2,3}/.exec(choice.trim().toLowerCase())?.[0] ?? "");
  const found = languages.find(
    (language) => language === "en" || wordsOf(regions[language] ?? language) !== english,
  );
  return found === undefined ? "en" : (regions[found] ?? found);
}

/** Languages whose words are those of a region. */
const regions: Readonly<Record<string, string>> = { pt: "pt-br", nb: "no", nn: "no" };
