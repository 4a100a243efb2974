import { sql } from "kysely";
import { newId } from "../platform/index.ts";
import type { FullText } from "../storage/database/dialects/index.ts";
import type { Writer } from "../storage/database/index.ts";
import { enqueue } from "../storage/jobs/index.ts";
import { scheduleIndexing } from "../storage/repositories/index.ts";

/** The same where all of it is to be indexed again. */
export async function scheduleReindexing(trx: Writer, spaceId: string, now: string): Promise<void> {
  await resetIndex(trx, spaceId);
  await scheduleIndexing(trx, spaceId, now);
}

/** Whoever indexes a space next does it from the beginning, and whoever does it now stops. */
export async function resetIndex(trx: Writer, spaceId: string): Promise<void> {
  await trx
    .updateTable("search_spaces")
    .where("space_id", "=", spaceId)
    .set({
      root: null,
      run: newId(),
      // What is there is still from that content.
      unfinished: sql`case when root is null then unfinished
        when unfinished = '' then root else root || ${"\n"} || unfinished end`,
    })
    .execute();
}

/** Empties the index, and has all spaces indexed again. */
export async function resetAllIndexes(trx: Writer, fullText: FullText, now: string): Promise<void> {
  await fullText.clear(trx);
  for (const table of ["search_sections", "search_pages", "search_spaces"] as const)
    await trx.deleteFrom(table).execute();
  // There is one such job, which comes again and again: now is the time.
  await trx.deleteFrom("jobs").where("kind", "=", "index-spaces").execute();
  await enqueue(trx, { kind: "index-spaces", key: "repeating" }, now);
}
