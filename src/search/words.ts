import { normalizeText } from "../platform/index.ts";

/** Scripts that put no space between words: there, every two characters that stand together are taken for one. */
const unspaced =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々〆";
/** A run of such characters, or a word of all other letters and digits. */
const run = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])+`, "gu");
const isUnspaced = new RegExp(`^[${unspaced}]`, "u");

/** What is longer is no word that anybody looks for. */
const longest = 64;

/** A word as it is compared, or a run of characters without spaces. */
export interface Token {
  readonly text: string;
  /** The same with its accents: some of the rules of a language depend on them. */
  readonly accented: string;
  readonly isUnspaced: boolean;
  /** About where it stands: some characters take more or less space than as they were written. */
  readonly at: number;
}

/** The words and runs of a text, in lower case. */
export function tokenize(text: string): Token[] {
  if (isAscii(text)) return asciiWords(text);
  // What only tells where a word may be cut, or is not seen at all, is no part of it.
  const whole = normalizeText(text, "NFKC").replace(/[\u00ad\u200b\ufeff]/g, "");
  return Array.from(whole.matchAll(run), toRun).filter(isSaying);
}

/** What most texts are made of is cut much faster by itself. */
function asciiWords(text: string): Token[] {
  return Array.from(text.toLowerCase().matchAll(/[a-z0-9]+/g), ({ 0: written, index }) => {
    const word = written.slice(0, longest);
    return { text: word, accented: word, isUnspaced: false, at: index };
  });
}

function toRun({ 0: written, index }: RegExpExecArray): Token {
  const lower = written.toLowerCase();
  if (isUnspaced.test(lower)) return { text: lower, accented: lower, isUnspaced: true, at: index };
  const accented = lower.slice(0, longest);
  return { text: withoutAccents(accented), accented, isUnspaced: false, at: index };
}

/** An accent that stands on nothing is no word. */
function isSaying({ text }: Token): boolean {
  return text !== "";
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of them are
  return /^[\x00-\x7f]*$/.test(text);
}

/** Letters that are other letters with something on them, though they do not come apart. */
const alike: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

export function withoutAccents(word: string): string {
  if (isAscii(word)) return word;
  return word
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFKC")
    .replace(/[ßæœøłđðþı]/g, (letter) => alike[letter] ?? letter);
}

/** The pairs of characters in a run that is looked for; a single one is found as the beginning of a pair. */
export function bigramsOf(text: string): string[] {
  const characters = [...text];
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, i) => (characters[i] ?? "") + character);
}

/** The same of a run that is to be found: by its last character, too, which begins no pair. */
export function bigramsToIndex(text: string): string[] {
  const characters = [...text];
  return characters.map((character, i) => character + (characters[i + 1] ?? ""));
}
