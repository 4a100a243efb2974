import { type RawBuilder, sql } from "kysely";
import { mostSections, spaceShift } from "../section-numbers.ts";
import type { FullText, Match, Scope, TextQuery } from "./full-text.ts";
import type { Reader } from "./reader.ts";

/** What a database calls its own in the queries that are alike for all. */
export interface Parts {
  /** The number of a text, of those that match. */
  readonly id: RawBuilder<number>;
  matches(query: TextQuery, scope: Scope): RawBuilder<boolean>;
  /** How well a text fits: the less, the better. */
  score(query: TextQuery): RawBuilder<number>;
}

type Queries = Pick<FullText, "isMore" | "count" | "findBest" | "findTitled" | "findFirst">;

/** The queries of a full-text index, which has its words in the table `search_index`. */
export function createQueries({ id, matches, score }: Parts): Queries {
  const from = (query: TextQuery, scope: Scope) => sql`from search_index where ${matches(query, scope)}`;
  const space = sql`>> ${sql.lit(spaceShift)}`;
  return {
    isMore: async (db, query, scope, most) => {
      const rows = await run(db, sql`select 1 as one ${from(query, scope)} limit 1 offset ${most}`);
      return rows.length > 0;
    },
    count: async (db, query, scope, shift) => {
      const [row] = await run<{ count: number }>(
        db,
        sql`select count(distinct ${id} >> ${sql.lit(shift)}) as count ${from(query, scope)}`,
      );
      return row?.count ?? 0;
    },
    findBest: (db, query, scope, perSpace) =>
      run<Match>(
        db,
        sql`select id, score from (
          select id, score, row_number() over (partition by id ${space} order by score, id) as place
          from (select ${id} as id, ${score(query)} as score ${from(query, scope)}) as matching
        ) as placed where place <= ${perSpace} order by score, id`,
      ),
    // The first section of a page has no heading: its titles are that of the page.
    findTitled: (db, query, spaces, most) =>
      run<Match>(
        db,
        sql`select search_sections.id, 0 as score from (
          select ${id} as id ${from(query, { spaces, only: "titles" })} and ${id} & ${sql.lit(mostSections - 1)} = 0
        ) as titled join search_sections on search_sections.id = titled.id
        order by length(search_sections.title), search_sections.id limit ${most}`,
      ),
    findFirst: (db, query, scope, most) =>
      run<Match>(
        db,
        most === "one of each space"
          ? sql`select min(${id}) as id, 0 as score ${from(query, scope)} group by ${id} ${space} order by 1`
          : sql`select ${id} as id, 0 as score ${from(query, scope)} order by ${id} limit ${most}`,
      ),
  };
}

async function run<Row>(db: Reader, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await db.executeQuery<Row>(query.compile(db))).rows;
}
