import { type RawBuilder, sql } from "kysely";
import { spaceNumberOf, spaceShift } from "../schema/index.ts";
import { padToPowerOfTwo } from "./dialect.ts";
import type { FindIds, FullText, IndexedText, Phrase, Scope, TextQuery, Words } from "./full-text.ts";
import { createQueries, maxMatches } from "./full-text.ts";

/** All words with weights, and the words of titles again, so that a search in titles does not read every text. */
export const postgresFullTextTable = [
  "create table search_index (id bigint primary key, words tsvector not null, titles tsvector not null)",
  "create index search_index_by_words on search_index using gin (words)",
  "create index search_index_by_titles on search_index using gin (titles)",
];

/** An index of the titles of pages alone, a small part of all titles: the first section of a page has the number 0 in its id. */
export const postgresPageTitleIndex =
  "create index search_index_by_page_titles on search_index using gin (titles) where id & 16383 = 0";

const indexes = ["search_index_by_words", "search_index_by_titles", "search_index_by_page_titles"];

/** What migration 052 did: titles were inserted at once, words in lists of at most 256 KB. */
export const postgresDirectInsertion = [
  "alter index search_index_by_words set (gin_pending_list_limit = 256)",
  "alter index search_index_by_titles set (fastupdate = off)",
  "alter index search_index_by_page_titles set (fastupdate = off)",
  ...indexes.map((index) => `select gin_clean_pending_list('${index}')`),
];

/** PostgreSQL appends rows to a list of up to 4 MB, which every query reads to its end, until `merge` empties it. */
export const postgresMergedInsertion = [
  "alter index search_index_by_words reset (gin_pending_list_limit)",
  "alter index search_index_by_titles reset (fastupdate)",
  "alter index search_index_by_page_titles reset (fastupdate)",
];

/** The largest position of a tsvector. Phrases beyond it are not found, single words are. */
const maxPosition = 16_383;
/** The distance between words that form no phrase. */
const gap = 2;

/**
 * How many characters a thread inserts before it merges them. A merge for each edit would write a quarter more bytes, since each word is at
 * another place of the index.
 */
const mergedAtOnce = 256 * 1024;

export function createPostgresFullText(findIds: FindIds): FullText {
  let unmerged = 0;
  return {
    insert: async (trx, texts) => {
      const vectors = texts.map((text) => ({ id: text.id, words: vectorOf(text), titles: titlesOf(text) }));
      const rows = vectors.map(
        ({ id, words, titles }) => sql`(${id}::bigint, ${words}::tsvector, ${titles}::tsvector)`,
      );
      unmerged += vectors.reduce((sum, { words, titles }) => sum + words.length + titles.length, 0);
      await sql`insert into search_index (id, words, titles) values ${sql.join(rows)}`.execute(trx);
    },
    merge: async (trx) => {
      if (unmerged < mergedAtOnce) return;
      unmerged = 0;
      const merges = indexes.map((index) => sql`gin_clean_pending_list(${index}::regclass)`);
      await sql`select ${sql.join(merges)}`.execute(trx);
    },
    remove: async (trx, from, until) => {
      await sql`delete from search_index where id >= ${from} and id < ${until}`.execute(trx);
    },
    clear: async (trx) => {
      await sql`delete from search_index`.execute(trx);
    },
    ...createQueries(findIds, {
      id: sql`search_index.id`,
      matches,
      score,
      bestOfFirst: (query, scope, count, limit) => sql`
        select id from (
          select id, words from search_index where ${matches(query, scope)} order by id limit ${count}
        ) as first order by ${score(query)}, id limit ${limit}`,
    }),
    // Reads the index once, where counting the matches first would read it twice.
    findBest: async (query, scope, limit) => {
      const ids = await findIds(sql`
        with matching as materialized (
          select ctid as place from search_index where ${matches(query, scope)} limit ${maxMatches + 1}
        )
        (
          select id from search_index
          where ctid = any (array(select place from matching)) and (select count(*) from matching) <= ${maxMatches}
          order by ${score(query)}, id limit ${limit}
        )
        union all (select ${tooMany} where (select count(*) from matching) > ${maxMatches})`);
      return ids[0] === tooMany ? undefined : ids;
    },
  };
}

/** Stands for more matches than are ranked. */
const tooMany = -1;

function score(query: TextQuery): RawBuilder<number> {
  return sql`-ts_rank('{0.1, 0.2, 0.5, 1.0}', words, ${expressionOf(query)}::tsquery, 1)`;
}

/** A query with more alternatives exceeds the stack depth of PostgreSQL. */
const maxSpaceWords = 500;

/** Each text has a word for its space, so that the index also filters by space. */
function matches(query: TextQuery, { spaces, only }: Scope): RawBuilder<boolean> {
  const column = sql.ref(only === "titles" ? "titles" : "words");
  const isLong = query.terms.some((phrases) => phrases.some(({ words }) => words.length > maxIndexedWords));
  const indexed = isLong ? expressionOf(query, beginningOf) : expressionOf(query);
  const others = isLong ? sql` and (${column} @@ ${expressionOf(query)}::tsquery) is true` : sql``;
  if (spaces.length > maxSpaceWords)
    return sql`${column} @@ ${indexed}::tsquery
      and search_index.id >> ${sql.lit(spaceShift)} in (${sql.join(padToPowerOfTwo(spaces))})${others}`;
  const spaceWords = spaces.map((space) => lexeme(spaceWord(space))).join(" | ");
  return sql`${column} @@ ${`(${spaceWords}) & (${indexed})`}::tsquery${others}`;
}

/**
 * The words of a phrase that are looked up in the index. All words of a long phrase, such as a text without spaces, would be compared with
 * each text of the space. `is true` makes PostgreSQL compare the others with the texts only that have these.
 */
const maxIndexedWords = 8;

function beginningOf({ words, isPrefix }: Phrase): string {
  if (words.length <= maxIndexedWords) return phraseOf({ words, isPrefix });
  const distinct = new Set(words.slice(0, -1));
  return `(${[...distinct].slice(0, maxIndexedWords).map(lexeme).join(" & ")})`;
}

function spaceWord(space: number): string {
  return `@${space}`;
}

function expressionOf({ mode, terms }: TextQuery, write = phraseOf): string {
  return terms.map((phrases) => `(${phrases.map(write).join(" | ")})`).join(mode === "all" ? " & " : " | ");
}

function phraseOf({ words, isPrefix }: Phrase): string {
  return words
    .map((word, i) => lexeme(word) + (isPrefix && i === words.length - 1 ? ":*" : ""))
    .join(" <-> ");
}

function lexeme(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function vectorOf(text: IndexedText): string {
  return writeVector(text.id, [
    [text.title, "A"],
    [text.heading, "B"],
    [text.body, "D"],
  ]);
}

function titlesOf(text: IndexedText): string {
  return writeVector(text.id, [
    [text.title, "A"],
    [text.heading, "B"],
  ]);
}

function writeVector(id: number, fields: readonly (readonly [words: Words, weight: string])[]): string {
  const positions = new Map<string, string[]>([[spaceWord(spaceNumberOf(id)), []]]);
  let position = 0;
  const addWord = (word: string, step: number, weight: string) => {
    position = Math.min(position + step, maxPosition);
    const wordPositions = positions.getOrInsertComputed(word, () => []);
    // PostgreSQL keeps at most 255 positions of a word.
    if (wordPositions.length < 255) wordPositions.push(`${position}${weight}`);
  };
  for (const [{ inOrder, others }, weight] of fields) {
    for (const word of inOrder) addWord(word, 1, weight);
    for (const word of others) addWord(word, gap, weight);
    position += gap;
  }
  return Array.from(
    positions,
    ([word, wordPositions]) => lexeme(word) + (wordPositions.length > 0 ? `:${wordPositions.join(",")}` : ""),
  ).join(" ");
}
