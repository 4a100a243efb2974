import type { Reader } from "../storage/database/index.ts";
import { editDistance, editsOf } from "./edits.ts";
import { requiredTerms, type Term } from "./query.ts";
import { matchAt, type ScoredText } from "./score.ts";
import { TokenizedText, tokenize } from "./tokenize.ts";
import { correctedLengths, findBeginningWith, findKnown } from "./words.ts";

/** Whether a term has a result that the caller may see. */
type HasResults = (term: Term) => Promise<boolean>;

/** The terms of a query that are corrected, and the words that replace each of them. */
const [maxCorrected, maxAlternatives] = [3, 64];

/** Adds alternatives to terms without results. Undefined if there are none. */
export async function correctTerms(
  db: Reader,
  terms: readonly Term[],
  hasResults: HasResults,
): Promise<Term[] | undefined> {
  const corrected = new Map<Term, Term>();
  let count = 0;
  for (const term of requiredTerms(terms)) {
    if (!isCorrectable(term) || count === maxCorrected || (await hasResults(term))) continue;
    count++;
    const alternatives = await findAlternatives(db, term);
    if (alternatives.length > 0) corrected.set(term, { ...term, alternatives });
  }
  return corrected.size === 0 ? undefined : terms.map((term) => corrected.get(term) ?? term);
}

function isCorrectable({ words, isUnspaced }: Term): boolean {
  const [word = "", ...others] = words;
  const { min, max } = correctedLengths;
  return !isUnspaced && others.length === 0 && word.length >= min && word.length <= max;
}

/** Words of which the term is mistyped by one letter. They may be words of spaces that the caller may not see. */
async function findAlternatives(db: Reader, { words, stems, isPrefix }: Term): Promise<string[]> {
  const [word = ""] = words;
  const whole = await findKnown(db, editsOf(word), isPrefix);
  const ofStems = stems
    .filter((stem) => stem.length >= correctedLengths.min - 1)
    .map((stem) => editsOf(stem));
  const forms =
    whole.length > 0 ? [] : await findKnown(db, new Set(ofStems.flatMap((edits) => [...edits])), false);
  return [...whole, ...forms].slice(0, maxAlternatives);
}

/** The words of found texts that alternatives match, in the order of the terms. */
export function correctedWords(terms: readonly Term[], texts: readonly ScoredText[]): string[] {
  const words = terms.flatMap((term) => {
    if (term.alternatives === undefined) return [];
    for (const { title, heading, body } of texts)
      for (const text of [title, heading, body]) {
        const tokens = TokenizedText.of(text);
        for (let i = 0; i < tokens.length; i++) if (matchAt(tokens, i, term) > 0) return [tokens.textOf(i)];
      }
    return [];
  });
  return [...new Set(words)];
}

/** How many words are compared with a term, how many of them are looked up, and how many are returned. */
const [maxCompared, maxLookedUp, maxSimilar] = [3000, 8, 4];
const commonLength = 2;

/**
 * Words that are similar to a term without results: with the same beginning and few different letters. `find` returns
 * texts for a term that the caller may see.
 */
export async function findSimilarWords(
  db: Reader,
  terms: readonly Term[],
  find: (term: Term) => Promise<readonly ScoredText[]>,
): Promise<string[]> {
  const [term] = requiredTerms(terms).filter(isCorrectable);
  const [word = ""] = term?.words ?? [];
  if (term === undefined) return [];
  const limit = Math.max(2, Math.floor(word.length / 3));
  const known = await findBeginningWith(db, word.slice(0, commonLength), maxCompared);
  const nearest = known
    .map((other) => ({ other, distance: editDistance(word, other, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxLookedUp);
  const similar: string[] = [];
  for (const { other } of nearest) {
    if (similar.length === maxSimilar) break;
    const exact = { words: [other], stems: [], isPrefix: false, isUnspaced: false, isOptional: false };
    const texts = (await find(exact)).map(({ title, heading, body }) => `${title}\n${heading}\n${body}`);
    // Stems that are no words are not shown.
    const written = texts.flatMap(tokenize).find(({ text }) => text === other);
    if (written !== undefined) similar.push(written.accented);
  }
  return similar;
}
