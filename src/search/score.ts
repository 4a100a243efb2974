import { requiredTerms, type Term } from "./query.ts";
import { type Token, tokenize } from "./words.ts";

/** What is weighed: the title of a page, and the heading and text of one of its sections. */
export interface ScoredText {
  readonly title: string;
  readonly heading: string;
  readonly body: string;
}

/** How much it says that a term is found there. */
const weights = { title: 8, heading: 4, body: 1 } as const;
/** Another form of the word, or a longer one, says a little less than the word itself. */
const [exactly, likewise] = [1, 0.8];
/** What need not be found counts a little where it is. */
const small = 0.1;

/**
 * How well a section answers a query, the more the better. It knows nothing of what else there is, so that it is the same
 * wherever the section was found.
 */
export function scoreOf(terms: readonly Term[], { title, heading, body }: ScoredText): number {
  const fields = { title: tokenize(title), heading: tokenize(heading), body: tokenize(body) };
  const telling = requiredTerms(terms);
  let score = 0;
  let missing = 0;
  for (const term of terms) {
    const inTitle = weights.title * bestIn(fields.title, term);
    const inHeading = weights.heading * bestIn(fields.heading, term);
    const inBody = weights.body * often(sumIn(fields.body, term));
    const isTelling = telling.includes(term);
    score +=
      (isTelling ? 1 : small) * (Math.max(inTitle, inHeading) + 0.5 * Math.min(inTitle, inHeading) + inBody);
    if (isTelling && inTitle + inHeading + inBody === 0) missing++;
  }
  const covered = 8 * coverOf(fields.title, terms) + 3 * coverOf(fields.heading, terms);
  return (score / telling.length + covered) * (1 - missing / telling.length) ** 2;
}

/** The tenth time says hardly more than the third. */
function often(count: number): number {
  return (2 * count) / (count + 1.5);
}

/** How much of a title a query is: all of it, or a part; nothing where it lacks one of the terms. */
function coverOf(runs: readonly Token[], terms: readonly Term[]): number {
  if (runs.length === 0 || requiredTerms(terms).some((term) => bestIn(runs, term) === 0)) return 0;
  const length = runs.reduce((sum, run) => sum + sizeOf(run), 0);
  const sought = terms.reduce(
    (sum, term) => sum + (term.isUnspaced ? [...(term.words[0] ?? "")].length / 2 : term.words.length),
    0,
  );
  return Math.min(1, sought / length);
}

function sizeOf({ text, isUnspaced }: Token): number {
  return isUnspaced ? [...text].length / 2 : 1;
}

function bestIn(runs: readonly Token[], term: Term): number {
  let best = 0;
  for (let at = 0; at < runs.length && best < exactly; at++) best = Math.max(best, matchAt(runs, at, term));
  return best;
}

function sumIn(runs: readonly Token[], term: Term): number {
  let sum = 0;
  for (let at = 0; at < runs.length; at++) sum += matchAt(runs, at, term);
  return sum;
}

/** Whether any of the terms that must be found is in a text. */
export function containsAny(terms: readonly Term[], runs: readonly Token[]): boolean {
  return requiredTerms(terms).some((term) => bestIn(runs, term) > 0);
}

/** How well a term is found at one place: not at all, as another form, or as it is. */
export function matchAt(
  runs: readonly Token[],
  at: number,
  { words, stems, isPrefix, isUnspaced }: Term,
): number {
  const last = words.length - 1;
  for (let i = 0; i < last; i++) if (runs[at + i]?.text !== words[i]) return 0;
  const [text, word] = [runs[at + last]?.text ?? "", words[last] ?? ""];
  if (text === word) return exactly;
  if (isUnspaced) return text.includes(word) ? exactly : 0;
  // Most words are no form of one that begins otherwise.
  if (text[0] !== word[0]) return 0;
  return (isPrefix && text.startsWith(word)) || stems.some((stem) => isFormOf(text, stem)) ? likewise : 0;
}

/** Stems may end in another letter than the word does: the end of `policies` is that of no `policy`. */
function isFormOf(word: string, stem: string): boolean {
  return word.startsWith(stem.length > 3 ? stem.slice(0, -1) : stem);
}
