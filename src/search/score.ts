import { requiredTerms, type Term } from "./query.ts";
import { type Token, tokenize } from "./tokenize.ts";

/** The title of a page, and the heading and body of one of its sections. */
export interface ScoredText {
  readonly title: string;
  readonly heading: string;
  readonly body: string;
}

const weights = { title: 8, heading: 4, body: 1 } as const;
/** The weight of a match of the word itself, of its stem or prefix, and of a word that may have been meant. */
const [exactWeight, variantWeight, alternativeWeight] = [1, 0.8, 0.6];
const optionalWeight = 0.1;

/** Ranks a section for a query. The score does not depend on other sections, so it is the same on both databases. */
export function scoreOf(terms: readonly Term[], { title, heading, body }: ScoredText): number {
  const fields = { title: tokenize(title), heading: tokenize(heading), body: tokenize(body) };
  const required = requiredTerms(terms);
  let score = 0;
  let missing = 0;
  for (const term of terms) {
    const inTitle = weights.title * bestMatch(fields.title, term);
    const inHeading = weights.heading * bestMatch(fields.heading, term);
    const inBody = weights.body * saturate(sumMatches(fields.body, term));
    const isRequired = required.includes(term);
    score +=
      (isRequired ? 1 : optionalWeight) *
      (Math.max(inTitle, inHeading) + 0.5 * Math.min(inTitle, inHeading) + inBody);
    if (isRequired && inTitle + inHeading + inBody === 0) missing++;
  }
  const coverage = 8 * coverageOf(fields.title, terms) + 3 * coverageOf(fields.heading, terms);
  return (score / required.length + coverage) * (1 - missing / required.length) ** 2;
}

/** Term frequency with saturation, as in BM25. */
function saturate(count: number): number {
  return (2 * count) / (count + 1.5);
}

/** The share of a title that a query covers; 0 if a required term is missing. */
function coverageOf(tokens: readonly Token[], terms: readonly Term[]): number {
  if (tokens.length === 0 || requiredTerms(terms).some((term) => bestMatch(tokens, term) === 0)) return 0;
  const length = tokens.reduce((sum, token) => sum + sizeOf(token), 0);
  const queryLength = terms.reduce(
    (sum, term) => sum + (term.isUnspaced ? [...(term.words[0] ?? "")].length / 2 : term.words.length),
    0,
  );
  return Math.min(1, queryLength / length);
}

function sizeOf({ text, isUnspaced }: Token): number {
  return isUnspaced ? [...text].length / 2 : 1;
}

function bestMatch(tokens: readonly Token[], term: Term): number {
  let best = 0;
  for (let i = 0; i < tokens.length && best < exactWeight; i++)
    best = Math.max(best, matchAt(tokens, i, term));
  return best;
}

function sumMatches(tokens: readonly Token[], term: Term): number {
  let sum = 0;
  for (let i = 0; i < tokens.length; i++) sum += matchAt(tokens, i, term);
  return sum;
}

export function containsAny(terms: readonly Term[], tokens: readonly Token[]): boolean {
  return requiredTerms(terms).some((term) => bestMatch(tokens, term) > 0);
}

/** The weight of a match of a term at a token; 0 if the term does not match. */
export function matchAt(
  tokens: readonly Token[],
  index: number,
  { words, stems, alternatives, isPrefix, isUnspaced }: Term,
): number {
  const last = words.length - 1;
  for (let i = 0; i < last; i++) if (tokens[index + i]?.text !== words[i]) return 0;
  const [text, word] = [tokens[index + last]?.text ?? "", words[last] ?? ""];
  if (text === word) return exactWeight;
  if (isUnspaced) return text.includes(word) ? exactWeight : 0;
  if (
    alternatives?.some(
      (other) => text === other || (isPrefix && text.startsWith(other)) || isFormOf(text, other),
    )
  )
    return alternativeWeight;
  // Fast path: variants of a word start with the same letter.
  if (text[0] !== word[0]) return 0;
  return (isPrefix && text.startsWith(word)) || stems.some((stem) => isFormOf(text, stem))
    ? variantWeight
    : 0;
}

/** The number of tokens that a term matches at a token; 0 if it does not match. */
export function matchLength(tokens: readonly Token[], index: number, term: Term): number {
  return matchAt(tokens, index, term) > 0 ? term.words.length : 0;
}

/** Ignores the last letter of the stem, which may differ from the word: `polici` and `policy`. */
function isFormOf(word: string, stem: string): boolean {
  return word.startsWith(stem.length > 3 ? stem.slice(0, -1) : stem);
}

/** The maximum length of an excerpt, and the length of its part before the first match. */
const [maxExcerptLength, lengthBefore] = [300, 80];

/** The part of a text around the first match of a required term, or the entire text if it is short. */
export function excerptOf(text: string, terms: readonly Term[]): string {
  if (text.length <= maxExcerptLength) return text;
  const tokens = tokenize(text);
  const required = requiredTerms(terms);
  const index = tokens.findIndex((_, i) => required.some((term) => matchAt(tokens, i, term) > 0));
  const match = tokens[index];
  const [term] = match ? terms.filter(({ isUnspaced }) => isUnspaced === match.isUnspaced) : [];
  const offset = match?.isUnspaced && term ? Math.max(0, match.text.indexOf(term.words[0] ?? "")) : 0;
  const position = (match?.at ?? 0) + offset;
  const from = position <= lengthBefore ? 0 : startOfWord(text, position - lengthBefore);
  const until =
    from + maxExcerptLength >= text.length ? text.length : endOfWord(text, from + maxExcerptLength);
  return `${from > 0 ? "…" : ""}${text.slice(from, until).trim()}${until < text.length ? "…" : ""}`;
}

/** The start of the next word, if it is near. Surrogate pairs are not split. */
function startOfWord(text: string, at: number): number {
  const space = text.slice(at, at + 30).search(/\s/);
  return space >= 0 ? at + space + 1 : isLowSurrogate(text, at) ? at + 1 : at;
}

function endOfWord(text: string, at: number): number {
  const space = text.slice(at - 30, at).search(/\s\S*$/);
  return space >= 0 ? at - 30 + space : isLowSurrogate(text, at) ? at - 1 : at;
}

function isLowSurrogate(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text[at] ?? "");
}
