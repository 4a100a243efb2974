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

/**
 * The tokens of a text as positions in one normalized text. A search compares thousands of tokens with its terms, so they
 * are no objects.
 */
export class TokenizedText {
  readonly length: number;
  readonly #text: string;
  /** The start and the end of each token. */
  readonly #bounds: readonly number[];
  /** Undefined for ASCII text, in which tokens are where they are written. */
  readonly #tokens: readonly Token[] | undefined;

  private constructor(text: string, bounds: readonly number[], tokens?: readonly Token[]) {
    this.length = bounds.length / 2;
    this.#text = text;
    this.#bounds = bounds;
    this.#tokens = tokens;
  }

  static of(text: string): TokenizedText {
    if (!isAscii(text)) return TokenizedText.ofTokens(tokenize(text));
    const lower = text.toLowerCase();
    return new TokenizedText(lower, asciiBounds(lower));
  }

  static ofTokens(tokens: readonly Token[]): TokenizedText {
    let text = "";
    const bounds: number[] = [];
    for (const token of tokens) {
      bounds.push(text.length, text.length + token.text.length);
      text += token.text;
    }
    return new TokenizedText(text, bounds, tokens);
  }

  textOf(index: number): string {
    return this.#text.slice(this.#bounds[2 * index], this.#bounds[2 * index + 1]);
  }

  isUnspaced(index: number): boolean {
    return this.#tokens?.[index]?.isUnspaced ?? false;
  }

  /** The approximate offset of a token in the text. */
  offsetOf(index: number): number {
    return this.#tokens?.[index]?.at ?? this.#bounds[2 * index] ?? 0;
  }

  /** Whether a token is a word. */
  is(index: number, word: string): boolean {
    return this.#lengthOf(index) === word.length && this.beginsWith(index, word);
  }

  /** Whether a token begins with a text, or with its first characters. */
  beginsWith(index: number, text: string, length: number = text.length): boolean {
    if (this.#lengthOf(index) < length) return false;
    const start = this.#bounds[2 * index] ?? 0;
    for (let i = 0; i < length; i++)
      if (this.#text.charCodeAt(start + i) !== text.charCodeAt(i)) return false;
    return true;
  }

  #lengthOf(index: number): number {
    return (this.#bounds[2 * index + 1] ?? 0) - (this.#bounds[2 * index] ?? 0);
  }
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
  const bounds = asciiBounds(lower);
  const words: Token[] = [];
  for (let i = 0; i < bounds.length; i += 2) {
    const at = bounds[i] ?? 0;
    const word = lower.slice(at, bounds[i + 1]);
    words.push({ text: word, accented: word, isUnspaced: false, at });
  }
  return words;
}

/** The start and the end of each word of a text in lower case. */
function asciiBounds(lower: string): number[] {
  const bounds: number[] = [];
  for (let i = 0; i < lower.length; i++) {
    if (!isLetterOrDigit(lower.charCodeAt(i))) continue;
    const start = i++;
    while (i < lower.length && isLetterOrDigit(lower.charCodeAt(i))) i++;
    bounds.push(start, Math.min(i, start + maxWordLength));
  }
  return bounds;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
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
