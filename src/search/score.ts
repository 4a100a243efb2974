import { requiredTerms, type Term } from "./query.ts";
import { TokenizedText } from "./tokenize.ts";

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

/** The words of sections: one that is found is compared with the query to rank it, and again to present it. */
const wordsBySection = new WeakMap<ScoredText, Readonly<Record<keyof ScoredText, TokenizedText>>>();

function wordsOf(section: ScoredText) {
  return wordsBySection.getOrInsertComputed(section, ({ title, heading, body }) => ({
    title: TokenizedText.of(title),
    heading: TokenizedText.of(heading),
    body: TokenizedText.of(body),
  }));
}

/** Ranks a section for a query. The score does not depend on other sections, so it is the same on both databases. */
export function scoreOf(terms: readonly Term[], section: ScoredText): number {
  const fields = wordsOf(section);
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
  const length = lengthOfQuery(terms);
  const coverage =
    8 * coverageOf(fields.title, required, length) + 3 * coverageOf(fields.heading, required, length);
  return (score / required.length + coverage) * (1 - missing / required.length) ** 2;
}

/** Term frequency with saturation, as in BM25. */
function saturate(count: number): number {
  return (2 * count) / (count + 1.5);
}

/** The share of a title that a query covers; 0 if a required term is missing. */
function coverageOf(tokens: TokenizedText, required: readonly Term[], queryLength: number): number {
  if (tokens.length === 0 || required.some((term) => bestMatch(tokens, term) === 0)) return 0;
  let length = 0;
  for (let i = 0; i < tokens.length; i++)
    length += tokens.isUnspaced(i) ? lengthOfUnspaced(tokens.textOf(i)) : 1;
  return Math.min(1, queryLength / length);
}

function lengthOfQuery(terms: readonly Term[]): number {
  return terms.reduce(
    (sum, { words, isUnspaced }) => sum + (isUnspaced ? lengthOfUnspaced(words[0] ?? "") : words.length),
    0,
  );
}

/** Counts two characters of a script without spaces as a word. */
function lengthOfUnspaced(text: string): number {
  return [...text].length / 2;
}

function bestMatch(tokens: TokenizedText, term: Term): number {
  let best = 0;
  for (let i = 0; i < tokens.length && best < exactWeight; i++)
    best = Math.max(best, matchAt(tokens, i, term));
  return best;
}

function sumMatches(tokens: TokenizedText, term: Term): number {
  let sum = 0;
  for (let i = 0; i < tokens.length; i++) sum += matchAt(tokens, i, term);
  return sum;
}

export function containsAny(terms: readonly Term[], text: string): boolean {
  return matchesAny(terms, TokenizedText.of(text));
}

/** Whether the heading or the body of a section contains a required term. */
export function sectionContainsAny(terms: readonly Term[], section: ScoredText): boolean {
  const { heading, body } = wordsOf(section);
  return matchesAny(terms, heading) || matchesAny(terms, body);
}

function matchesAny(terms: readonly Term[], tokens: TokenizedText): boolean {
  return requiredTerms(terms).some((term) => bestMatch(tokens, term) > 0);
}

/** The weight of a match of a term at a token; 0 if the term does not match. */
export function matchAt(tokens: TokenizedText, index: number, term: Term): number {
  const { words, stems, alternatives, isPrefix, isUnspaced } = term;
  const last = index + words.length - 1;
  if (last >= tokens.length) return 0;
  for (let i = index; i < last; i++) if (!tokens.is(i, words[i - index] ?? "")) return 0;
  const word = words[last - index] ?? "";
  if (isUnspaced) return tokens.textOf(last).includes(word) ? exactWeight : 0;
  if (tokens.is(last, word)) return exactWeight;
  if (alternatives !== undefined)
    for (const other of alternatives) if (isFormOf(tokens, last, other)) return alternativeWeight;
  // Fast path: variants of a word start with the same letter.
  if (!tokens.beginsWith(last, word, 1)) return 0;
  if (isPrefix && tokens.beginsWith(last, word)) return variantWeight;
  for (const stem of stems) if (isFormOf(tokens, last, stem)) return variantWeight;
  return 0;
}

/** The number of tokens that a term matches at a token; 0 if it does not match. */
export function matchLength(tokens: TokenizedText, index: number, term: Term): number {
  return matchAt(tokens, index, term) > 0 ? term.words.length : 0;
}

/** Ignores the last letter of the stem, which may differ from the word: `polici` and `policy`. */
function isFormOf(tokens: TokenizedText, index: number, stem: string): boolean {
  return tokens.beginsWith(index, stem, stem.length > 3 ? stem.length - 1 : stem.length);
}

/** The maximum length of an excerpt, and the length of its part before the first match. */
const [maxExcerptLength, lengthBefore] = [300, 80];

/** The part of a section's body around the first match of a required term, or the entire body if it is short. */
export function excerptOf(section: ScoredText, terms: readonly Term[]): string {
  const { body: text } = section;
  if (text.length <= maxExcerptLength) return text;
  const { body: tokens } = wordsOf(section);
  const position = positionOfMatch(tokens, terms);
  const from = position <= lengthBefore ? 0 : startOfWord(text, position - lengthBefore);
  const until =
    from + maxExcerptLength >= text.length ? text.length : endOfWord(text, from + maxExcerptLength);
  return `${from > 0 ? "…" : ""}${text.slice(from, until).trim()}${until < text.length ? "…" : ""}`;
}

/** The offset of the first match of a required term; 0 if there is none. */
function positionOfMatch(tokens: TokenizedText, terms: readonly Term[]): number {
  const required = requiredTerms(terms);
  for (let i = 0; i < tokens.length; i++) {
    if (!required.some((term) => matchAt(tokens, i, term) > 0)) continue;
    const term = tokens.isUnspaced(i) ? terms.find(({ isUnspaced }) => isUnspaced) : undefined;
    return tokens.offsetOf(i) + (term ? Math.max(0, tokens.textOf(i).indexOf(term.words[0] ?? "")) : 0);
  }
  return 0;
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
