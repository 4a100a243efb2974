import type { AssetNames } from "../assets/index.ts";
import { siteSettingsOf } from "../customization/index.ts";
import { attributes, html } from "../html/index.ts";
import { type FrameWords, wordsOf } from "../words/index.ts";
import { writeHead } from "./head.ts";
import { isRightToLeft } from "./language.ts";
import type { SiteUrls } from "./site-urls.ts";
import { noIndex, type WrittenPage } from "./write-page.ts";

/** Why a visitor gets no page of a site. */
export type RefusalReason = keyof FrameWords["refusals"];

interface RefusalInput {
  readonly reason: RefusalReason;
  readonly locale: string;
  readonly urls: SiteUrls;
  readonly assets: AssetNames;
}

/** Renders the page for a visitor who may not know the site, or for whom it cannot be read. It shows nothing of the site. */
export function renderRefusal(input: RefusalInput): WrittenPage {
  const { reason, locale, urls, assets } = input;
  const { title, text } = wordsOf(locale).refusals[reason];
  const settings = siteSettingsOf();
  const head = writeHead({ settings, urls }, assets, { language: locale });
  const page = html`<!doctype html><html${attributes({ lang: locale, dir: isRightToLeft(locale) && "rtl" })}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>${noIndex}${head.html}</head><body><main class="refusal"><h1>${title}</h1><p class="page-description">${text}</p></main></body></html>`;
  const dependencies = { users: [], specs: [], spaces: [], version: "" };
  return { html: page.text, dependencies, contentSecurityPolicy: head.contentSecurityPolicy };
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
