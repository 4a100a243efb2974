import type { Phrase, TextQuery } from "../storage/database/dialects/index.ts";
import type { Language } from "./languages.ts";
import { bigramsOf, type Token, tokenize } from "./words.ts";

/** One word of a query, or several that must stand together. */
export interface Term {
  readonly words: readonly string[];
  /** What other forms of the word have in common with it, in each of the languages. */
  readonly stems: readonly string[];
  /** Whether the last word may go on. */
  readonly isPrefix: boolean;
  /** Whether it is a run of characters, which is found inside of longer ones. */
  readonly isUnspaced: boolean;
  /** Whether it says so little that it need not be found. */
  readonly isOptional: boolean;
}

/** A word must have so many characters before all that begin with it are looked for. */
const shortestPrefix = 2;
/** More words than anybody types. It bounds what a search costs. */
const mostTerms = 24;

/** The terms of a query: quoted words are a phrase, and the last word may be unfinished. */
export function parseQuery(query: string, languages: readonly Language[]): Term[] {
  const terms: Term[] = [];
  const parts = query.split(/["“”„«»「」『』]/u);
  for (const [i, part] of parts.entries()) {
    const isQuoted = i % 2 === 1 && i < parts.length - 1;
    if (isQuoted) terms.push(...phrasesOf(tokenize(part)));
    else for (const chunk of part.split(/[\s'’]+/)) terms.push(...termsOfChunk(tokenize(chunk), languages));
  }
  const few = terms.slice(0, mostTerms);
  const last = few.at(-1);
  const endsQuoted = parts.length > 2 && parts.at(-1)?.trim() === "";
  if (last === undefined || endsQuoted) return few;
  return [...few.slice(0, -1), unfinished(last)];
}

/** The last term, which may go on. A letter that has but begun a word in it says nothing yet. */
function unfinished(term: Term): Term {
  const last = term.words.at(-1) ?? "";
  const isLong = term.isUnspaced || last.length >= shortestPrefix;
  const isBegun = !isLong && term.words.length > 1 && /\p{L}/u.test(last);
  return isBegun ? { ...term, words: term.words.slice(0, -1) } : { ...term, isPrefix: isLong };
}

/** The terms where not all of them are to be found: a run of characters falls apart into its pairs. */
export function loosen(terms: readonly Term[]): Term[] {
  const loose = terms.flatMap((term) =>
    term.isUnspaced
      ? Array.from(new Set(bigramsOf(term.words[0] ?? "")), (pair) => ({ ...term, words: [pair] }))
      : term,
  );
  return loose.slice(0, mostTerms);
}

/** What is written without a space between is one word, or words that stand together: `node.js`. */
function termsOfChunk(runs: readonly Token[], languages: readonly Language[]): Term[] {
  const [only, ...others] = runs;
  if (only === undefined || others.length > 0 || only.isUnspaced) return phrasesOf(runs);
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

/** Words that stand together; a run of characters that need no spaces is by itself. */
function phrasesOf(runs: readonly Token[]): Term[] {
  const phrases: { words: string[]; isUnspaced: boolean }[] = [];
  for (const { text, isUnspaced } of runs) {
    const last = phrases.at(-1);
    if (last === undefined || last.isUnspaced || isUnspaced) phrases.push({ words: [text], isUnspaced });
    else last.words.push(text);
  }
  return phrases.map((phrase) => ({ ...phrase, stems: [], isPrefix: false, isOptional: false }));
}

/** Those that must be found. Where none says anything, all do. */
export function requiredTerms(terms: readonly Term[]): readonly Term[] {
  const telling = terms.filter(({ isOptional }) => !isOptional);
  return telling.length > 0 ? telling : terms;
}

/** What the index is asked for: all terms that must be found, or any of them. */
export function toTextQuery(terms: readonly Term[], mode: TextQuery["mode"]): TextQuery {
  return { mode, terms: requiredTerms(terms).map(phrasesFor) };
}

function phrasesFor({ words, stems, isPrefix, isUnspaced }: Term): Phrase[] {
  if (!isUnspaced) return [{ words, isPrefix }, ...stems.map((stem) => ({ words: [stem], isPrefix: false }))];
  const pairs = bigramsOf(words[0] ?? "");
  // A single character is found as the beginning of a pair.
  return [{ words: pairs, isPrefix: isPrefix || [...(words[0] ?? "")].length === 1 }];
}
