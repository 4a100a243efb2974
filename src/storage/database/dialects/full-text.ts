import { type RawBuilder, sql } from "kysely";
import { maxSections } from "../schema/index.ts";
import type { Writer } from "./dialect.ts";

/** The words of a text in order, and additional words without a position. */
export interface Words {
  readonly inOrder: readonly string[];
  readonly others: readonly string[];
}

/** A tokenized text. The id encodes its space and page, see `sectionNumber`. */
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
  /** Inserts texts: at least one, and at most as many as fit into one statement. */
  insert(trx: Writer, texts: readonly IndexedText[]): Promise<void>;
  /** Merges texts into the index that wait for others in a list, once they are many. To be called at the end of a run of insertions. */
  merge(trx: Writer): Promise<void>;
  /** Removes a range of ids, whose rows in `search_sections` must still exist. */
  remove(trx: Writer, from: number, until: number): Promise<void>;
  clear(trx: Writer): Promise<void>;
  /** Counts the distinct values of the matching ids shifted right by `shift`. */
  count(query: TextQuery, scope: Scope, shift: number): Promise<number>;
  /** The best of all matches; undefined if there are more than `maxMatches`. */
  findBest(query: TextQuery, scope: Scope, limit: number): Promise<number[] | undefined>;
  /** The best of the first 1,000 matches by id: of a frequent word, ranking all would take long. */
  findBestOfFirst(query: TextQuery, scope: Scope, limit: number): Promise<number[]>;
  /** First sections of pages whose titles match, shortest titles first, among the first 1,000 pages. */
  findTitled(query: TextQuery, spaces: readonly number[], limit: number): Promise<number[]>;
  /** Matches from an id on, in order of id. With a shift, the first of each group of equal shifted ids. */
  findFrom(
    query: TextQuery,
    scope: Scope,
    from: number,
    options: { readonly limit: number; readonly shift?: number },
  ): Promise<number[]>;
}

/** The parts of the queries that differ between the databases. */
export interface QueryParts {
  readonly id: RawBuilder<number>;
  matches(query: TextQuery, scope: Scope): RawBuilder<boolean>;
  /** The rank of a match: lower is better. */
  score(query: TextQuery): RawBuilder<number>;
  /** Ranks the first matches by id, up to a number. */
  bestOfFirst(query: TextQuery, scope: Scope, count: number, limit: number): RawBuilder<unknown>;
}

/** The maximum number of matches that are all ranked. */
export const maxMatches = 5000;
/** The pages whose titles are compared by length, and the matches that are ranked: of a frequent word, the first ones. */
const [maxTitled, maxFirstMatches] = [1000, 1000];

type Queries = Pick<FullText, "count" | "findBest" | "findBestOfFirst" | "findTitled" | "findFrom">;

/** Runs a query that selects numbers as `id`. */
export type FindIds = (query: RawBuilder<unknown>) => Promise<number[]>;

export function createQueries(findIds: FindIds, { id, matches, score, bestOfFirst }: QueryParts): Queries {
  const from = (query: TextQuery, scope: Scope) => sql`from search_index where ${matches(query, scope)}`;
  return {
    count: async (query, scope, shift) => {
      const [count = 0] = await findIds(
        sql`select count(distinct ${id} >> ${sql.lit(shift)}) as id ${from(query, scope)}`,
      );
      return count;
    },
    findBest: async (query, scope, limit) => {
      const others = await findIds(
        sql`select ${id} as id ${from(query, scope)} limit 1 offset ${maxMatches}`,
      );
      if (others.length > 0) return undefined;
      return findIds(
        sql`select ${id} as id ${from(query, scope)} order by ${score(query)}, ${id} limit ${limit}`,
      );
    },
    findBestOfFirst: (query, scope, limit) => findIds(bestOfFirst(query, scope, maxFirstMatches, limit)),
    // The first section of a page has no heading, so its title is the page title.
    findTitled: (query, spaces, limit) =>
      findIds(
        sql`select search_sections.id from (
          select ${id} as id ${from(query, { spaces, only: "titles" })} and ${id} & ${sql.lit(maxSections - 1)} = 0
          order by ${id} limit ${sql.lit(maxTitled)}
        ) as titled join search_sections on search_sections.id = titled.id
        order by length(search_sections.title), search_sections.id limit ${limit}`,
      ),
    findFrom: (query, scope, first, { limit, shift }) => {
      const rest = sql`${from(query, scope)} and ${id} >= ${first}`;
      return findIds(
        shift === undefined
          ? sql`select ${id} as id ${rest} order by ${id} limit ${limit}`
          : sql`select min(${id}) as id ${rest} group by ${id} >> ${sql.lit(shift)} order by 1 limit ${limit}`,
      );
    },
  };
}
