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

/** A language, if it is another one than that of the text around it. */
export function otherLanguage(language: string, around: string): string | undefined {
  return language.split("-")[0] === around.split("-")[0] ? undefined : language;
}

/** The direction of a language, if it is not that of the text around it. */
export function otherDirection(language: string, around: string): "ltr" | "rtl" | undefined {
  const isMirrored = isRightToLeft(language);
  if (isMirrored === isRightToLeft(around)) return undefined;
  return isMirrored ? "rtl" : "ltr";
}

/**
 * The language of a page: that of the space, unless the page is written in another script. Without one, it is guessed. The
 * language of the site is used if the text is too short.
 */
export async function findPageLanguage(
  title: string,
  nodes: readonly Node[],
  locale: string,
  ofSpace: string | null = null,
): Promise<PageLanguage> {
  const sample = `${title} ${beginningOf(nodes, sampleLength)}`.slice(0, sampleLength);
  const isOfSpace = ofSpace !== null && isMostly(sample, lettersOf(ofSpace));
  const language = isOfSpace ? ofSpace : await guessPageLanguage(sample, ofSpace ?? locale);
  // A regional variant is more precise than what can be guessed.
  const isSame = locale.split("-")[0] === language;
  return { language: isSame ? locale : language, direction: isRightToLeft(language) ? "rtl" : "ltr" };
}

async function guessPageLanguage(sample: string, fallback: string): Promise<string> {
  const byScript = hasOtherScripts(sample) ? findByScript(sample) : undefined;
  if (byScript !== undefined) return byScript;
  const words = tokenize(sample).map(({ text: word }) => word);
  return words.length < 20 ? fallback : guessLanguage(words);
}

/** The scripts of languages that are written in several, by the code that stands for these together. */
const combinedScripts: Readonly<Record<string, readonly string[]>> = {
  Jpan: ["Hira", "Kana", "Hani"],
  Kore: ["Hang", "Hani"],
  Hans: ["Hani"],
  Hant: ["Hani"],
};

const letters = new Map<string, RegExp>();

/** The letters with which a language is written. */
function lettersOf(language: string): RegExp {
  return letters.getOrInsertComputed(language, () => {
    const { script = "Latn" } = new Intl.Locale(language).maximize();
    const scripts = combinedScripts[script] ?? [script];
    return new RegExp(`[${scripts.map((name) => `\\p{sc=${name}}`).join("")}]`, "gu");
  });
}

/** The language of names of pages, if it is recognized by their script. */
export function languageOfNames(names: readonly string[]): string | undefined {
  return findByScript(names.join(" ").slice(0, sampleLength));
}

function hasOtherScripts(text: string): boolean {
  return /[^\p{ASCII}\p{sc=Latin}\p{sc=Common}]/u.test(text);
}

function findByScript(text: string): string | undefined {
  return scripts.find(([script]) => isMostly(text, script))?.[1];
}

/** Whether most of the letters of a text match: names and code are often in Latin ones. */
function isMostly(text: string, pattern: RegExp): boolean {
  const count = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(pattern)?.length ?? 0) * 5 > count * 2;
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
