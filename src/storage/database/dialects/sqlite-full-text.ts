import { type RawBuilder, sql } from "kysely";
import { spaceShift } from "../schema/index.ts";
import type { FindIds, FullText, Phrase, Scope, TextQuery, Words } from "./full-text.ts";
import { createQueries } from "./full-text.ts";

/**
 * A contentless table: the texts are in `search_sections`. They are tokenized already, so the tokenizer only splits at
 * spaces. Prefixes of two and three characters are indexed, for the word that is being typed.
 */
export const sqliteFullTextTable = [
  `create virtual table search_index using fts5 (
    title, heading, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
  )`,
  // Merge b-trees half as often as by default, which halves the bytes written for small changes.
  "insert into search_index (search_index, rank) values ('automerge', 8)",
];

export const createSqliteFullText = (findIds: FindIds): FullText => ({
  insert: async (trx, texts) => {
    for (const { id, title, heading, body } of texts)
      await sql`insert into search_index (rowid, title, heading, body)
        values (${id}, ${textOf(title)}, ${textOf(heading)}, ${textOf(body)})`.execute(trx);
  },
  // FTS5 merges by itself, a little with each change.
  merge: async () => {},
  remove: async (trx, from, until) => {
    await sql`delete from search_index
      where rowid in (select id from search_sections where id >= ${from} and id < ${until})`.execute(trx);
  },
  clear: async (trx) => {
    await sql`insert into search_index (search_index) values ('delete-all')`.execute(trx);
  },
  ...createQueries(findIds, {
    id: sql`rowid`,
    matches,
    score,
    // The function that ranks can only be used in the query with the match, so the first matches are those up to the last of them.
    bestOfFirst: (query, scope, count, limit) => sql`
      select rowid as id from search_index where ${matches(query, scope)} and rowid <= coalesce((
        select rowid from search_index where ${matches(query, scope)} order by rowid limit 1 offset ${count - 1}
      ), ${Number.MAX_SAFE_INTEGER})
      order by ${score()}, rowid limit ${limit}`,
  }),
});

function score(): RawBuilder<number> {
  return sql`bm25(search_index, 10, 5, 1)`;
}

/** Separates words that form no phrase: a character that occurs in no word. */
const gap = " \ue000 ";

function textOf({ inOrder, others }: Words): string {
  return [inOrder.join(" "), ...others].join(gap);
}

function matches(query: TextQuery, { spaces, only }: Scope): RawBuilder<boolean> {
  const text = only === "titles" ? `{title heading} : (${expressionOf(query)})` : expressionOf(query);
  const [first = 0, ...others] = spaces;
  const size = 2 ** spaceShift;
  // One space is a range of ids; several are filtered by the space number in the id.
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
