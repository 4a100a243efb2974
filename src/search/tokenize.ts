import { normalizeText } from "../platform/index.ts";

/** Scripts without spaces between words. Their text is indexed as bigrams. */
const unspacedScripts =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々〆";
/** A run of characters of these scripts, or a word of other letters and digits. */
const tokenPattern = new RegExp(
  `[${unspacedScripts}]+|(?:(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}])+`,
  "gu",
);
const isUnspaced = new RegExp(`^[${unspacedScripts}]`, "u");

const maxWordLength = 64;

/** A normalized word, or a run of characters of a script without spaces. */
export interface Token {
  readonly text: string;
  /** The word with its accents, which stemmers depend on. */
  readonly accented: string;
  readonly isUnspaced: boolean;
  /** The approximate offset in the text. Normalization changes the length of some characters. */
  readonly at: number;
}

export function tokenize(text: string): Token[] {
  if (isAscii(text)) return asciiWords(text);
  // Soft hyphens and zero-width characters are not part of words.
  const normalized = normalizeText(text, "NFKC").replace(/[\u00ad\u200b\ufeff]/g, "");
  return Array.from(normalized.matchAll(tokenPattern), toToken).filter(({ text }) => text !== "");
}

/** A run of letters and digits in a text that is not normalized. Soft hyphens and zero-width characters belong to words. */
const writtenPattern = new RegExp(
  `[${unspacedScripts}]+|(?:(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}\\u00ad\\u200b\\ufeff])+`,
  "gu",
);

/** The tokens of a text with the positions at which they are written. */
export function* tokenizeWords(text: string): Generator<{ token: Token; start: number; end: number }> {
  for (const { 0: written, index: start } of text.matchAll(writtenPattern))
    for (const token of tokenize(written)) yield { token, start, end: start + written.length };
}

/** A fast path for ASCII text. */
function asciiWords(text: string): Token[] {
  const lower = text.toLowerCase();
  let end = 0;
  // Matching all words and finding them again is faster than an iterator of matches.
  return (lower.match(/[a-z0-9]+/g) ?? []).map((written) => {
    const at = lower.indexOf(written, end);
    end = at + written.length;
    const word = written.slice(0, maxWordLength);
    return { text: word, accented: word, isUnspaced: false, at };
  });
}

function toToken({ 0: written, index }: RegExpExecArray): Token {
  const lower = written.toLowerCase();
  if (isUnspaced.test(lower)) return { text: lower, accented: lower, isUnspaced: true, at: index };
  const accented = lower.slice(0, maxWordLength);
  return { text: withoutAccents(accented), accented, isUnspaced: false, at: index };
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII
  return /^[\x00-\x7f]*$/.test(text);
}

const baseLetters = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" }),
);

export function withoutAccents(word: string): string {
  if (isAscii(word)) return word;
  return word
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFKC")
    .replace(/[ßæœøłđðþı]/g, (letter) => baseLetters.get(letter) ?? letter);
}

/** The bigrams of a query; a single character is a prefix of a bigram. */
export function bigramsOf(text: string): string[] {
  const characters = [...text];
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, i) => (characters[i] ?? "") + character);
}

/** The bigrams to index. The last character is indexed alone, so that it is found as a prefix. */
export function bigramsToIndex(text: string): string[] {
  const characters = [...text];
  return characters.map((character, i) => character + (characters[i + 1] ?? ""));
}
