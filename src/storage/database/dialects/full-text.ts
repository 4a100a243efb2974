import type { Reader, Writer } from "./reader.ts";

/** The words of a text in their order, and what else it is found by: words that stand nowhere. */
export interface Words {
  readonly inOrder: readonly string[];
  readonly others: readonly string[];
}

/** A text to be found by its words, which it is cut into already. The number tells where it belongs. */
export interface IndexedText {
  readonly id: number;
  readonly title: Words;
  readonly heading: Words;
  readonly body: Words;
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

/** Full-text search: FTS5 or tsvector. What is a word, and what is another form of it, is decided before. */
export interface FullText {
  /** One at least, and no more than one statement takes. */
  insert(trx: Writer, texts: readonly IndexedText[]): Promise<void>;
  /** Those from one number up to another, while their rows in `search_sections` are still there. */
  remove(trx: Writer, from: number, until: number): Promise<void>;
  clear(trx: Writer): Promise<void>;
  /** Whether more texts than this match. */
  isMore(db: Reader, query: TextQuery, scope: Scope, most: number): Promise<boolean>;
  /** How many different numbers remain of those that match when they are shifted to the right. */
  count(db: Reader, query: TextQuery, scope: Scope, shift: number): Promise<number>;
  /** The best of all, in their order. */
  findBest(db: Reader, query: TextQuery, scope: Scope, most: number): Promise<number[]>;
  /** The first sections of pages with the words in their titles, the shortest titles first. */
  findTitled(db: Reader, query: TextQuery, spaces: readonly number[], most: number): Promise<number[]>;
  /** Those from this number on, in their order; with a shift, the first of those that are then the same. */
  findFrom(
    db: Reader,
    query: TextQuery,
    scope: Scope,
    from: number,
    options: { readonly most: number; readonly shift?: number },
  ): Promise<number[]>;
}
