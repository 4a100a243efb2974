import { sql } from "kysely";
import { emptyRoot } from "../content/index.ts";
import { newId } from "../platform/index.ts";
import type { FullText } from "../storage/database/dialects/index.ts";
import type { Writer } from "../storage/database/index.ts";
import { enqueue } from "../storage/jobs/index.ts";
import { scheduleIndexing } from "../storage/repositories/index.ts";
import type { SearchContext } from "./store.ts";

/** Schedules a space to be indexed from scratch. */
export async function scheduleReindexing(trx: Writer, spaceId: string, now: string): Promise<void> {
  await resetIndex(trx, spaceId);
  await scheduleIndexing(trx, spaceId, now);
}

/** Makes the next run index a space from scratch, and stops the current run. */
export async function resetIndex(trx: Writer, spaceId: string): Promise<void> {
  await trx
    .updateTable("search_spaces")
    .where("space_id", "=", spaceId)
    .set({
      root: null,
      run: newId(),
      // The index still contains sections of that root.
      unfinished: sql`case when root is null then unfinished
        when unfinished = '' then root else root || ${"\n"} || unfinished end`,
    })
    .execute();
}

/** Empties the index, and schedules all spaces to be indexed. */
export async function resetAllIndexes(trx: Writer, fullText: FullText, now: string): Promise<void> {
  await fullText.clear(trx);
  for (const table of ["search_sections", "search_pages", "search_spaces", "search_words"] as const)
    await trx.deleteFrom(table).execute();
  // Runs the repeating job now.
  await trx.deleteFrom("jobs").where("kind", "=", "index-spaces").execute();
  await enqueue(trx, { kind: "index-spaces", key: "repeating" }, now);
}

const batchSize = 200;

/** Schedules indexing of every space whose index is outdated, and removal of deleted spaces from the index. */
export async function scheduleStaleSpaces(context: SearchContext): Promise<void> {
  const { database, clock } = context;
  const stale = await findStaleSpaces(context);
  for (let start = 0; start < stale.length; start += batchSize)
    await database.write(async (trx) => {
      for (const id of stale.slice(start, start + batchSize)) await scheduleIndexing(trx, id, clock.now());
    });
}

async function findStaleSpaces({ database }: SearchContext): Promise<string[]> {
  const stale = await database.read
    .selectFrom("spaces")
    .leftJoin("search_spaces", "search_spaces.space_id", "spaces.id")
    .where((eb) =>
      eb.or([
        eb(eb.fn.coalesce("search_spaces.root", eb.val(emptyRoot)), "!=", eb.ref("spaces.root")),
        eb("search_spaces.unfinished", "!=", ""),
      ]),
    )
    .select("spaces.id")
    .execute();
  const deleted = await database.read
    .selectFrom("search_spaces")
    .leftJoin("spaces", "spaces.id", "search_spaces.space_id")
    .where("spaces.id", "is", null)
    .select("search_spaces.space_id as id")
    .execute();
  return [...stale, ...deleted].map(({ id }) => id);
}
