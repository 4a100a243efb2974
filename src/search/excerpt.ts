import { requiredTerms, type Term } from "./query.ts";
import { matchAt } from "./score.ts";
import { tokenize } from "./words.ts";

/** How much of a section is shown, and how much of that stands before what was looked for. */
const length = 300;
const before = 80;

/** The part of a text where the first of the terms is found; all of it where it is short. */
export function excerptOf(text: string, terms: readonly Term[]): string {
  if (text.length <= length) return text;
  const runs = tokenize(text);
  const telling = requiredTerms(terms);
  const at = runs.findIndex((_, i) => telling.some((term) => matchAt(runs, i, term) > 0));
  const found = runs[at];
  const [term] = found ? terms.filter(({ isUnspaced }) => isUnspaced === found.isUnspaced) : [];
  const within = found?.isUnspaced && term ? Math.max(0, found.text.indexOf(term.words[0] ?? "")) : 0;
  const place = (found?.at ?? 0) + within;
  const from = place <= before ? 0 : startOfWord(text, place - before);
  const until = from + length >= text.length ? text.length : endOfWord(text, from + length);
  return `${from > 0 ? "…" : ""}${text.slice(from, until).trim()}${until < text.length ? "…" : ""}`;
}

/** A little further on, or here where there is no space near: the halves of one character stay together. */
function startOfWord(text: string, at: number): number {
  const space = text.slice(at, at + 30).search(/\s/);
  return space >= 0 ? at + space + 1 : isLowHalf(text, at) ? at + 1 : at;
}

function endOfWord(text: string, at: number): number {
  const space = text.slice(at - 30, at).search(/\s\S*$/);
  return space >= 0 ? at - 30 + space : isLowHalf(text, at) ? at - 1 : at;
}

function isLowHalf(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text[at] ?? "");
}
