import type { Phrase, TextQuery } from "../storage/database/dialects/index.ts";
import type { Language } from "./languages.ts";
import { bigramsOf, type Token, tokenize } from "./tokenize.ts";

export interface Term {
  readonly words: readonly string[];
  /** The stems of the word in all languages. */
  readonly stems: readonly string[];
  /** Words that may have been meant by a word that does not occur, with their beginnings if it is a prefix. */
  readonly alternatives?: readonly string[];
  /** Whether the last word is a prefix. */
  readonly isPrefix: boolean;
  /** Whether the term is in a script without spaces, in which it matches parts of a longer text. */
  readonly isUnspaced: boolean;
  /** Whether the term is a stop word or a single letter, which need not match. */
  readonly isOptional: boolean;
}

/** The maximum number of characters of a query. */
export const maxQueryLength = 512;

const minPrefixLength = 2;
/** The maximum number of terms, which limits the cost of a search. */
const maxTerms = 24;

/** Parses a query. Quoted words are a phrase. The last word is a prefix unless it is quoted. */
export function parseQuery(query: string, languages: readonly Language[]): Term[] {
  const terms: Term[] = [];
  const parts = query.split(/["“”„«»「」『』]/u);
  for (const [i, part] of parts.entries()) {
    const isQuoted = i % 2 === 1 && i < parts.length - 1;
    if (isQuoted) terms.push(...phrasesOf(tokenize(part)));
    else for (const chunk of part.split(/[\s'’]+/)) terms.push(...termsOfChunk(tokenize(chunk), languages));
  }
  const limited = withoutRepetitions(terms).slice(0, maxTerms);
  const last = limited.at(-1);
  const endsQuoted = parts.length > 2 && parts.at(-1)?.trim() === "";
  if (last === undefined || endsQuoted) return limited;
  return [...limited.slice(0, -1), asPrefix(last)];
}

/** Keeps the last of equal terms. Each term takes time, and repetitions find nothing else. */
function withoutRepetitions(terms: readonly Term[]): Term[] {
  const distinct = new Map(terms.toReversed().map((term) => [JSON.stringify(term), term]));
  return [...distinct.values()].reverse();
}

/** Makes the last term a prefix. A single letter at the end of a phrase is dropped. */
function asPrefix(term: Term): Term {
  const last = term.words.at(-1) ?? "";
  const isLong = term.isUnspaced || last.length >= minPrefixLength;
  const isDropped = !isLong && term.words.length > 1 && /\p{L}/u.test(last);
  return isDropped ? { ...term, words: term.words.slice(0, -1) } : { ...term, isPrefix: isLong };
}

/** The terms for a query in which any term may match: text without spaces is split into bigrams. */
export function loosen(terms: readonly Term[]): Term[] {
  const loosened = terms.flatMap((term) =>
    term.isUnspaced
      ? Array.from(new Set(bigramsOf(term.words[0] ?? "")), (pair) => ({ ...term, words: [pair] }))
      : term,
  );
  return loosened.slice(0, maxTerms);
}

/** The terms of a text without spaces: a word, or a phrase such as `node.js`. */
function termsOfChunk(tokens: readonly Token[], languages: readonly Language[]): Term[] {
  const [only, ...others] = tokens;
  if (only === undefined || others.length > 0 || only.isUnspaced) return phrasesOf(tokens);
  const stems = new Set(languages.map(({ stem }) => stem(only.accented)));
  stems.delete(only.text);
  stems.delete("");
  return [
    {
      words: [only.text],
      stems: [...stems],
      isPrefix: false,
      isUnspaced: false,
      isOptional: /^\p{L}$/u.test(only.text) || languages.some(({ stopWords }) => stopWords.has(only.text)),
    },
  ];
}

/** Adjacent words are a phrase. A token of a script without spaces is a phrase by itself. */
function phrasesOf(tokens: readonly Token[]): Term[] {
  const phrases: { words: string[]; isUnspaced: boolean }[] = [];
  for (const { text, isUnspaced } of tokens) {
    const last = phrases.at(-1);
    if (last === undefined || last.isUnspaced || isUnspaced) phrases.push({ words: [text], isUnspaced });
    else last.words.push(text);
  }
  return phrases.map((phrase) => ({ ...phrase, stems: [], isPrefix: false, isOptional: false }));
}

/** The terms that are not optional; all terms if all are optional. */
export function requiredTerms(terms: readonly Term[]): readonly Term[] {
  const required = terms.filter(({ isOptional }) => !isOptional);
  return required.length > 0 ? required : terms;
}

export function toTextQuery(terms: readonly Term[], mode: TextQuery["mode"]): TextQuery {
  return { mode, terms: requiredTerms(terms).map(phrasesFor) };
}

function phrasesFor({ words, stems, alternatives = [], isPrefix, isUnspaced }: Term): Phrase[] {
  if (!isUnspaced)
    return [
      { words, isPrefix },
      ...stems.map((stem) => ({ words: [stem], isPrefix: false })),
      ...alternatives.map((word) => ({ words: [word], isPrefix })),
    ];
  const pairs = bigramsOf(words[0] ?? "");
  // A single character matches the beginning of a bigram.
  return [{ words: pairs, isPrefix: isPrefix || [...(words[0] ?? "")].length === 1 }];
}
