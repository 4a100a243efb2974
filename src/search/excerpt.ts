import { requiredTerms, type Term } from "./query.ts";
import { matchAt } from "./score.ts";
import { tokenize } from "./tokenize.ts";

/** The length of an excerpt, and of its part before the first match. */
const maxLength = 300;
const lengthBefore = 80;

/** The part of a text around the first match of a required term, or all of a short text. */
export function excerptOf(text: string, terms: readonly Term[]): string {
  if (text.length <= maxLength) return text;
  const tokens = tokenize(text);
  const required = requiredTerms(terms);
  const at = tokens.findIndex((_, i) => required.some((term) => matchAt(tokens, i, term) > 0));
  const found = tokens[at];
  const [term] = found ? terms.filter(({ isUnspaced }) => isUnspaced === found.isUnspaced) : [];
  const within = found?.isUnspaced && term ? Math.max(0, found.text.indexOf(term.words[0] ?? "")) : 0;
  const position = (found?.at ?? 0) + within;
  const from = position <= lengthBefore ? 0 : startOfWord(text, position - lengthBefore);
  const until = from + maxLength >= text.length ? text.length : endOfWord(text, from + maxLength);
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
