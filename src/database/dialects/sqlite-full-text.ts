import { type RawBuilder, sql } from "kysely";
import { mostSections, spaceShift } from "../section-numbers.ts";
import type { Reader } from "./dialect.ts";
import type { FullText, Match, Phrase, Scope, TextQuery, Words } from "./full-text.ts";

/**
 * The words alone: the texts are kept beside it. They are cut already, so the tokenizer has nothing to do but to part them
 * at spaces. Beginnings of two and three characters have an index of their own, for the word that is being typed.
 */
export const sqliteFullTextTable = [
  `create virtual table search_index using fts5 (
    title, heading, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
  )`,
];

export const sqliteFullText: FullText = {
  insert: async (trx, texts) => {
    for (const { id, title, heading, body } of texts)
      await sql`insert into search_index (rowid, title, heading, body)
        values (${id}, ${textOf(title)}, ${textOf(heading)}, ${textOf(body)})`.execute(trx);
  },
  remove: async (trx, ids) => {
    await sql`delete from search_index where rowid in (select value from json_each(${JSON.stringify(ids)}))`.execute(
      trx,
    );
  },
  clear: async (trx) => {
    await sql`insert into search_index (search_index) values ('delete-all')`.execute(trx);
  },
  count: async (db, query, scope, shift) => {
    const [row] = await run<{ count: number }>(
      db,
      sql`select count(distinct rowid >> ${shift}) as count from search_index where ${matches(query, scope)}`,
    );
    return row?.count ?? 0;
  },
  isMore: async (db, query, scope, most) => {
    const rows = await run(
      db,
      sql`select rowid from search_index where ${matches(query, scope)} limit 1 offset ${most}`,
    );
    return rows.length > 0;
  },
  findBest: (db, query, scope, perSpace) =>
    run<Match>(
      db,
      sql`select id, score from (
        select id, score, row_number() over (partition by id >> ${spaceShift} order by score, id) as place
        from (
          select rowid as id, bm25(search_index, 10, 5, 1) as score
          from search_index where ${matches(query, scope)}
        )
      ) where place <= ${perSpace} order by score, id`,
    ),
  findTitled: (db, query, spaces, most) =>
    run<Match>(
      db,
      sql`select search_sections.id, 0 as score from (
          select rowid as id from search_index
          where ${matches(query, { spaces, only: "titles" })} and rowid & ${mostSections - 1} = 0
        ) as titled join search_sections on search_sections.id = titled.id
        order by length(search_sections.title), search_sections.id limit ${most}`,
    ),
  findFirst: (db, query, scope, most) =>
    run<Match>(
      db,
      most === "one of each space"
        ? sql`select min(rowid) as id, 0 as score from search_index where ${matches(query, scope)}
            group by rowid >> ${spaceShift} order by 1`
        : sql`select rowid as id, 0 as score from search_index where ${matches(query, scope)}
            order by rowid limit ${most}`,
    ),
};

/** Between words that do not stand together, so that they are no phrase: a character that is in no word. */
const gap = " \ue000 ";

function textOf({ inOrder, others }: Words): string {
  return [inOrder.join(" "), ...others].join(gap);
}

async function run<Row>(db: Reader, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await db.executeQuery<Row>(query.compile(db))).rows;
}

function matches(query: TextQuery, { spaces, only }: Scope): RawBuilder<boolean> {
  const text = only === "titles" ? `{title heading} : (${expressionOf(query)})` : expressionOf(query);
  const [first = 0, ...others] = spaces;
  const size = 2 ** spaceShift;
  // One space is a range of numbers; of several, each number tells its own.
  return others.length === 0
    ? sql`search_index match ${text} and rowid >= ${first * size} and rowid < ${(first + 1) * size}`
    : sql`search_index match ${text}
        and rowid >> ${spaceShift} in (select value from json_each(${JSON.stringify(spaces)}))`;
}

function expressionOf({ mode, terms }: TextQuery): string {
  return terms
    .map((phrases) => `(${phrases.map(phraseOf).join(" OR ")})`)
    .join(mode === "all" ? " AND " : " OR ");
}

function phraseOf({ words, isPrefix }: Phrase): string {
  return `"${words.join(" ")}"${isPrefix ? "*" : ""}`;
}
