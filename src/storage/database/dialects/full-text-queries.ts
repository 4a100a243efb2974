import { type RawBuilder, sql } from "kysely";
import { mostSections } from "../section-numbers.ts";
import type { FullText, Scope, TextQuery } from "./full-text.ts";
import type { Reader } from "./reader.ts";

/** What a database calls its own in the queries that are alike for all. */
export interface Parts {
  /** The number of a text, of those that match. */
  readonly id: RawBuilder<number>;
  matches(query: TextQuery, scope: Scope): RawBuilder<boolean>;
  /** How well a text fits: the less, the better. */
  score(query: TextQuery): RawBuilder<number>;
}

type Queries = Pick<FullText, "isMore" | "count" | "findBest" | "findTitled" | "findFrom">;

/** The queries of a full-text index, which has its words in the table `search_index`. */
export function createQueries({ id, matches, score }: Parts): Queries {
  const from = (query: TextQuery, scope: Scope) => sql`from search_index where ${matches(query, scope)}`;
  return {
    isMore: async (db, query, scope, most) =>
      (await findIds(db, sql`select ${id} as id ${from(query, scope)} limit 1 offset ${most}`)).length > 0,
    count: async (db, query, scope, shift) => {
      const [count = 0] = await findIds(
        db,
        sql`select count(distinct ${id} >> ${sql.lit(shift)}) as id ${from(query, scope)}`,
      );
      return count;
    },
    findBest: (db, query, scope, most) =>
      findIds(
        db,
        sql`select ${id} as id ${from(query, scope)} order by ${score(query)}, ${id} limit ${most}`,
      ),
    // The first section of a page has no heading: its titles are that of the page.
    findTitled: (db, query, spaces, most) =>
      findIds(
        db,
        sql`select search_sections.id from (
          select ${id} as id ${from(query, { spaces, only: "titles" })} and ${id} & ${sql.lit(mostSections - 1)} = 0
        ) as titled join search_sections on search_sections.id = titled.id
        order by length(search_sections.title), search_sections.id limit ${most}`,
      ),
    findFrom: (db, query, scope, first, { most, shift }) => {
      const rest = sql`${from(query, scope)} and ${id} >= ${first}`;
      return findIds(
        db,
        shift === undefined
          ? sql`select ${id} as id ${rest} order by ${id} limit ${most}`
          : sql`select min(${id}) as id ${rest} group by ${id} >> ${sql.lit(shift)} order by 1 limit ${most}`,
      );
    },
  };
}

async function findIds(db: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await db.executeQuery<{ id: number }>(query.compile(db));
  return rows.map(({ id }) => id);
}
