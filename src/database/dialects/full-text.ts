import type { Reader, Writer } from "./dialect.ts";

/** A text to be found by its words, which it is cut into already. The number tells where it belongs. */
export interface IndexedText {
  readonly id: number;
  readonly title: readonly string[];
  readonly heading: readonly string[];
  readonly body: readonly string[];
}

/** Words that stand one after the other; the last of them may go on. */
export interface Phrase {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** Of each term, one of its phrases must be found; of all terms, or of any of them. */
export interface TextQuery {
  readonly mode: "all" | "any";
  readonly terms: readonly (readonly Phrase[])[];
}

/** Where to look: the spaces by their numbers, and whether in all of a text or only in its titles. */
export interface Scope {
  readonly spaces: readonly number[];
  readonly only?: "titles";
}

export interface Match {
  readonly id: number;
  /** The less, the better. */
  readonly score: number;
}

/** Full-text search: FTS5 or tsvector. What is a word, and what is another form of it, is decided before. */
export interface FullText {
  insert(trx: Writer, texts: readonly IndexedText[]): Promise<void>;
  remove(trx: Writer, ids: readonly number[]): Promise<void>;
  clear(trx: Writer): Promise<void>;
  /** How many texts match, and how many different ones remain of their numbers when they are shifted to the right. */
  count(
    db: Reader,
    query: TextQuery,
    scope: Scope,
    shift: number,
  ): Promise<{ readonly texts: number; readonly shifted: number }>;
  /** The best of each space, or where they are too many to be weighed just the first. */
  find(
    db: Reader,
    query: TextQuery,
    scope: Scope,
    options: { readonly perSpace: number; readonly order: "best" | "first" },
  ): Promise<Match[]>;
}
