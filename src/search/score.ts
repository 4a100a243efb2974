import { type Term, tellingOf } from "./query.ts";
import { type Run, runsOf } from "./words.ts";

/** What is weighed: the title of a page, and the heading and text of one of its sections. */
export interface Weighed {
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
export function scoreOf(terms: readonly Term[], { title, heading, body }: Weighed): number {
  const fields = { title: runsOf(title), heading: runsOf(heading), body: runsOf(body) };
  const telling = tellingOf(terms);
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
function coverOf(runs: readonly Run[], terms: readonly Term[]): number {
  if (runs.length === 0 || tellingOf(terms).some((term) => bestIn(runs, term) === 0)) return 0;
  const length = runs.reduce((sum, run) => sum + sizeOf(run), 0);
  const sought = terms.reduce(
    (sum, term) => sum + (term.isUnspaced ? [...(term.words[0] ?? "")].length / 2 : term.words.length),
    0,
  );
  return Math.min(1, sought / length);
}

function sizeOf({ text, isUnspaced }: Run): number {
  return isUnspaced ? [...text].length / 2 : 1;
}

function bestIn(runs: readonly Run[], term: Term): number {
  return runs.reduce((best, _, at) => Math.max(best, matchAt(runs, at, term)), 0);
}

function sumIn(runs: readonly Run[], term: Term): number {
  return runs.reduce((sum, _, at) => sum + matchAt(runs, at, term), 0);
}

/** How well a term is found at one place: not at all, as another form, or as it is. */
export function matchAt(runs: readonly Run[], at: number, term: Term): number {
  const { words, stems, isPrefix, isUnspaced } = term;
  const here = runs[at]?.text ?? "";
  if (isUnspaced) return here.includes(words[0] ?? "") ? exactly : 0;
  const last = words.length - 1;
  let isExact = true;
  for (const [i, word] of words.entries()) {
    const text = runs[at + i]?.text ?? "";
    if (text === word) continue;
    isExact = false;
    if (i < last || !((isPrefix && text.startsWith(word)) || stems.some((stem) => isFormOf(text, stem))))
      return 0;
  }
  return isExact ? exactly : likewise;
}

/** Stems may end in another letter than the word does: the end of `policies` is that of no `policy`. */
function isFormOf(word: string, stem: string): boolean {
  return word.startsWith(stem.length > 3 ? stem.slice(0, -1) : stem);
}

/** Whether any of the terms is found in a text. */
export function isIn(terms: readonly Term[], text: string): boolean {
  const runs = runsOf(text);
  return tellingOf(terms).some((term) => bestIn(runs, term) > 0);
}
