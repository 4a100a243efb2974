import { sql } from "kysely";
import type { Words } from "../storage/database/dialects/index.ts";
import { type Database, inBatches, type Reader } from "../storage/database/index.ts";
import type { IndexedPage } from "./indexed-page.ts";

/** The lengths of words whose mistakes are corrected. */
export const correctedLengths = { min: 5, max: 32 } as const;

/** A word that may be meant by a mistyped one: not a number or an identifier. */
function isKept(word: string): boolean {
  const { min, max } = correctedLengths;
  return (
    word.length >= min - 1 && word.length <= max + 1 && /^\p{L}/u.test(word) && !/\d\D*\d\D*\d/.test(word)
  );
}

/**
 * Adds the words and stems of pages that are about to be indexed. Words are never removed: a search for words that no
 * longer occur finds nothing, and they take less space than the revisions that contain them.
 */
export async function addWords(
  database: Database,
  pages: ReadonlyMap<string, IndexedPage | undefined>,
): Promise<void> {
  const words = new Set<string>();
  const add = ({ inOrder, others }: Words) => {
    for (const list of [inOrder, others]) for (const word of list) if (isKept(word)) words.add(word);
  };
  for (const page of pages.values())
    for (const section of page?.sections ?? [])
      for (const field of [section.words.title, section.words.heading, section.words.body]) add(field);
  const known = await inBatches([...words], (batch) =>
    database.read.selectFrom("search_words").where("word", "in", batch).select("word").execute(),
  );
  for (const { word } of known) words.delete(word);
  if (words.size === 0) return;
  // In its own transaction, sorted, so that runs for other spaces do not conflict with it for long.
  const added = [...words].sort().map((word) => ({ word }));
  await database.write(
    async (trx) => {
      for (let start = 0; start < added.length; start += batchSize)
        await trx
          .insertInto("search_words")
          .values(added.slice(start, start + batchSize))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
    undefined,
    "snapshot",
  );
}

const batchSize = 500;

/** The highest character of words in the order of bytes. */
const lastCharacter = "\uffff";

/** The texts that are a word, or the beginning of one. */
export async function findKnown(db: Reader, texts: Iterable<string>, isPrefix: boolean): Promise<string[]> {
  const rows = await inBatches([...texts], async (batch) => {
    const values = sql.join(batch.map((text) => sql`(${text})`));
    const end = isPrefix ? sql`candidates.value || ${lastCharacter}` : sql`candidates.value`;
    const { rows } = await sql<{ value: string }>`
      with candidates (value) as (values ${values})
      select distinct value from candidates
      where exists (select 1 from search_words where word >= candidates.value and word <= ${end})`.execute(
      db,
    );
    return rows;
  });
  return [...new Set(rows.map(({ value }) => value))];
}

/** The words that begin with a text, up to a number. */
export async function findBeginningWith(db: Reader, prefix: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("search_words")
    .where("word", ">=", prefix)
    .where("word", "<=", prefix + lastCharacter)
    .orderBy("word")
    .limit(limit)
    .select("word")
    .execute();
  return rows.map(({ word }) => word);
}
