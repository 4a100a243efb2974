import { type RawBuilder, sql } from "kysely";
import { padded } from "../padded.ts";
import { spaceNumberOf, spaceShift } from "../section-numbers.ts";
import type { FullText, IndexedText, Phrase, Scope, TextQuery, Words } from "./full-text.ts";
import { createQueries } from "./full-text-queries.ts";

/** All words with their weights, and those of the titles once more: else every text would have to be read for them. */
export const postgresFullTextTable = [
  "create table search_index (id bigint primary key, words tsvector not null, titles tsvector not null)",
  "create index search_index_by_words on search_index using gin (words)",
  "create index search_index_by_titles on search_index using gin (titles)",
];

/** A text that has more places than the database counts is found by all of its words, but not by its last phrases. */
const lastPlace = 16_383;
/** Between words that do not stand together, so that they are no phrase. */
const gap = 2;

export const postgresFullText: FullText = {
  insert: async (trx, texts) => {
    const rows = texts.map(
      (text) => sql`(${text.id}::bigint, ${vectorOf(text)}::tsvector, ${titlesOf(text)}::tsvector)`,
    );
    await sql`insert into search_index (id, words, titles) values ${sql.join(rows)}`.execute(trx);
  },
  remove: async (trx, from, until) => {
    await sql`delete from search_index where id >= ${from} and id < ${until}`.execute(trx);
  },
  clear: async (trx) => {
    await sql`delete from search_index`.execute(trx);
  },
  ...createQueries({
    id: sql`search_index.id`,
    matches,
    score: (query) => sql`-ts_rank('{0.1, 0.2, 0.5, 1.0}', words, ${expressionOf(query)}::tsquery, 1)`,
  }),
};

/** More alternatives than this are too deep a query. */
const mostWords = 500;

/** The spaces are words of their own: so the index alone tells what is in them, among all that others have. */
function matches(query: TextQuery, { spaces, only }: Scope): RawBuilder<boolean> {
  const column = sql.ref(only === "titles" ? "titles" : "words");
  if (spaces.length > mostWords)
    return sql`${column} @@ ${expressionOf(query)}::tsquery
      and search_index.id >> ${sql.lit(spaceShift)} in (${sql.join(padded(spaces))})`;
  const places = spaces.map((space) => lexeme(spaceWord(space))).join(" | ");
  return sql`${column} @@ ${`(${places}) & (${expressionOf(query)})`}::tsquery`;
}

function spaceWord(space: number): string {
  return `@${space}`;
}

function expressionOf({ mode, terms }: TextQuery): string {
  return terms
    .map((phrases) => `(${phrases.map(phraseOf).join(" | ")})`)
    .join(mode === "all" ? " & " : " | ");
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
  return write(text.id, [
    [text.title, "A"],
    [text.heading, "B"],
    [text.body, "D"],
  ]);
}

function titlesOf(text: IndexedText): string {
  return write(text.id, [
    [text.title, "A"],
    [text.heading, "B"],
  ]);
}

/** Each word once, with all its places and what it weighs there. */
function write(id: number, fields: readonly (readonly [words: Words, weight: string])[]): string {
  const places = new Map<string, string[]>([[spaceWord(spaceNumberOf(id)), []]]);
  let place = 0;
  const put = (word: string, step: number, weight: string) => {
    place = Math.min(place + step, lastPlace);
    const known = places.getOrInsertComputed(word, () => []);
    // More than this many are not kept.
    if (known.length < 255) known.push(`${place}${weight}`);
  };
  for (const [{ inOrder, others }, weight] of fields) {
    for (const word of inOrder) put(word, 1, weight);
    for (const word of others) put(word, gap, weight);
    place += gap;
  }
  return Array.from(
    places,
    ([word, those]) => lexeme(word) + (those.length > 0 ? `:${those.join(",")}` : ""),
  ).join(" ");
}
