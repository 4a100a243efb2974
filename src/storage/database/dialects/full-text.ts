import type { Reader, Writer } from "./dialect.ts";

/** The words of a text in order, and additional words without a position. */
export interface Words {
  readonly inOrder: readonly string[];
  readonly others: readonly string[];
}

/** A tokenized text. The id encodes its space and page, see section-numbers.ts. */
export interface IndexedText {
  readonly id: number;
  readonly title: Words;
  readonly heading: Words;
  readonly body: Words;
}

/** Adjacent words; the last one may be a prefix. */
export interface Phrase {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** A term matches if one of its phrases does. All terms must match, or any. */
export interface TextQuery {
  readonly mode: "all" | "any";
  readonly terms: readonly (readonly Phrase[])[];
}

/** The spaces to search, by number, and whether to search titles only. */
export interface Scope {
  readonly spaces: readonly number[];
  readonly only?: "titles";
}

/** Full-text search with FTS5 or tsvector. Tokenizing and stemming happen before. */
export interface FullText {
  /** Inserts at least one text, and no more than one statement can take. */
  insert(trx: Writer, texts: readonly IndexedText[]): Promise<void>;
  /** Removes a range of ids, whose rows in `search_sections` must still exist. */
  remove(trx: Writer, from: number, until: number): Promise<void>;
  clear(trx: Writer): Promise<void>;
  /** Whether more than `limit` texts match. */
  hasMoreThan(db: Reader, query: TextQuery, scope: Scope, limit: number): Promise<boolean>;
  /** Counts the distinct values of the matching ids shifted right by `shift`. */
  count(db: Reader, query: TextQuery, scope: Scope, shift: number): Promise<number>;
  /** The best matches in order. */
  findBest(db: Reader, query: TextQuery, scope: Scope, limit: number): Promise<number[]>;
  /** First sections of pages whose titles match, shortest titles first. */
  findTitled(db: Reader, query: TextQuery, spaces: readonly number[], limit: number): Promise<number[]>;
  /** Matches from an id on, in order of id. With a shift, the first of each group of equal shifted ids. */
  findFrom(
    db: Reader,
    query: TextQuery,
    scope: Scope,
    from: number,
    options: { readonly limit: number; readonly shift?: number },
  ): Promise<number[]>;
}
