import { requiredTerms, type Term } from "./query.ts";
import { matchLength } from "./score.ts";
import { type Token, TokenizedText, tokenizeWords } from "./tokenize.ts";

/**
 * A text in parts: those at odd positions match a term of a query. The first one is empty if the text begins with a
 * match.
 */
export type MarkedText = readonly string[];

/** Marks the words of a text that match a term, stop words only if the query has no others. */
export function markWords(text: string, allTerms: readonly Term[]): MarkedText {
  const terms = requiredTerms(allTerms);
  const words = [...tokenizeWords(text)];
  const tokens = TokenizedText.ofTokens(words.map(({ token }) => token));
  const parts: string[] = [];
  let end = 0;
  for (let i = 0; i < words.length; ) {
    const length = Math.max(0, ...terms.map((term) => matchLength(tokens, i, term)));
    const [first, last] = [words[i], words[i + length - 1]];
    if (length === 0 || first === undefined || last === undefined) {
      i++;
      continue;
    }
    for (const [from, until] of rangesIn(text, first, last.end, terms)) {
      // Two tokens may be written as one character.
      if (from < end) continue;
      parts.push(text.slice(end, from), text.slice(from, until));
      end = until;
    }
    i += length;
  }
  return [...parts, text.slice(end)];
}

interface Word {
  readonly token: Token;
  readonly start: number;
  readonly end: number;
}

/** The matching parts of a run of characters without spaces; all of a match in other scripts. */
function rangesIn(text: string, { token, start }: Word, end: number, terms: readonly Term[]) {
  // Characters whose normal form has another length cannot be located.
  if (!token.isUnspaced || token.text.length !== end - start) return [[start, end] as const];
  const written = text.slice(start, end).toLowerCase();
  const marked = new Array<boolean>(written.length).fill(false);
  for (const { words, isUnspaced } of terms) {
    const word = words[0] ?? "";
    if (!isUnspaced || word === "") continue;
    for (let at = token.text.indexOf(word); at !== -1; at = token.text.indexOf(word, at + word.length))
      marked.fill(true, at, at + word.length);
  }
  const ranges: (readonly [number, number])[] = [];
  for (let from = marked.indexOf(true); from !== -1; ) {
    const next = marked.indexOf(false, from);
    const until = next === -1 ? marked.length : next;
    ranges.push([start + from, start + until]);
    from = marked.indexOf(true, until);
  }
  return ranges;
}
