import { type Node, plainText } from "../../content/document/index.ts";
import { guessLanguage, tokenize } from "../../search/index.ts";
import type { SiteSettings } from "../customization/index.ts";

export interface PageLanguage {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
}

/** Languages that are recognized by their script alone. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
  [/\p{sc=Han}/gu, "zh"],
  [/\p{sc=Hangul}/gu, "ko"],
  [/\p{sc=Hebrew}/gu, "he"],
  [/[پچژگ]/gu, "fa"],
  [/\p{sc=Arabic}/gu, "ar"],
];

const rightToLeft = new Set(["ar", "fa", "he"]);
/** Whether a language is written from right to left. */
export function isRightToLeft(locale: string): boolean {
  return rightToLeft.has(locale.split("-")[0] ?? "");
}

const sampleLength = 1_000;

/** Guesses the language of a page. The language of the site is used if the text is too short. */
export async function guessPageLanguage(
  title: string,
  nodes: readonly Node[],
  locale: string,
): Promise<PageLanguage> {
  const sample = `${title} ${beginningOf(nodes, sampleLength)}`.slice(0, sampleLength);
  const byScript = hasOtherScripts(sample) ? findByScript(sample) : undefined;
  const words = tokenize(sample).map(({ text: word }) => word);
  const language = byScript ?? (words.length < 20 ? locale : await guessLanguage(words));
  // A regional variant is more precise than what can be guessed.
  const isSame = locale.split("-")[0] === language;
  return { language: isSame ? locale : language, direction: rightToLeft.has(language) ? "rtl" : "ltr" };
}

/** The language of names of pages, if it is recognized by their script. */
export function languageOfNames(names: readonly string[]): string | undefined {
  return findByScript(names.join(" ").slice(0, sampleLength));
}

function hasOtherScripts(text: string): boolean {
  return /[^\p{ASCII}\p{sc=Latin}\p{sc=Common}]/u.test(text);
}

function findByScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return scripts.find(([script]) => (text.match(script)?.length ?? 0) * 5 > letters * 2)?.[1];
}

/** The beginning of the text of a page. Joining the whole text of a long one would delay other requests. */
export function beginningOf(nodes: readonly Node[], length: number): string {
  let text = "";
  for (const node of nodes) {
    if (text.length >= length) break;
    text += node.object === "block" ? beginningOf(node.nodes ?? [], length - text.length) : plainText([node]);
  }
  return text;
}

/**
 * The locale of the words around a page. No locale of a customization is Arabic, so a page in Arabic has Arabic words,
 * unless the owner has chosen a locale.
 */
export function frameLocale(
  { chosen, internationalization }: SiteSettings,
  language: string | undefined,
): string {
  return chosen.locale === undefined && language === "ar" ? language : internationalization.locale;
}
