import { type RawBuilder, sql } from "kysely";
import { maxSections } from "../schema/index.ts";
import type { Reader } from "./dialect.ts";
import type { FullText, Scope, TextQuery } from "./full-text.ts";

/** The parts of the queries that differ between the databases. */
export interface QueryParts {
  /** The id of a matching text. */
  readonly id: RawBuilder<number>;
  matches(query: TextQuery, scope: Scope): RawBuilder<boolean>;
  /** The rank of a match: lower is better. */
  score(query: TextQuery): RawBuilder<number>;
}

type Queries = Pick<FullText, "hasMoreThan" | "count" | "findBest" | "findTitled" | "findFrom">;

/** The queries on the full-text table `search_index`. */
export function createQueries({ id, matches, score }: QueryParts): Queries {
  const from = (query: TextQuery, scope: Scope) => sql`from search_index where ${matches(query, scope)}`;
  return {
    hasMoreThan: async (db, query, scope, limit) =>
      (await findIds(db, sql`select ${id} as id ${from(query, scope)} limit 1 offset ${limit}`)).length > 0,
    count: async (db, query, scope, shift) => {
      const [count = 0] = await findIds(
        db,
        sql`select count(distinct ${id} >> ${sql.lit(shift)}) as id ${from(query, scope)}`,
      );
      return count;
    },
    findBest: (db, query, scope, limit) =>
      findIds(
        db,
        sql`select ${id} as id ${from(query, scope)} order by ${score(query)}, ${id} limit ${limit}`,
      ),
    // The first section of a page has no heading, so its title is the page title.
    findTitled: (db, query, spaces, limit) =>
      findIds(
        db,
        sql`select search_sections.id from (
          select ${id} as id ${from(query, { spaces, only: "titles" })} and ${id} & ${sql.lit(maxSections - 1)} = 0
        ) as titled join search_sections on search_sections.id = titled.id
        order by length(search_sections.title), search_sections.id limit ${limit}`,
      ),
    findFrom: (db, query, scope, first, { limit, shift }) => {
      const rest = sql`${from(query, scope)} and ${id} >= ${first}`;
      return findIds(
        db,
        shift === undefined
          ? sql`select ${id} as id ${rest} order by ${id} limit ${limit}`
          : sql`select min(${id}) as id ${rest} group by ${id} >> ${sql.lit(shift)} order by 1 limit ${limit}`,
      );
    },
  };
}

async function findIds(db: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await db.executeQuery<{ id: number }>(query.compile(db));
  return rows.map(({ id }) => id);
}
