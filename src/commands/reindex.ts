import type { Context } from "../api/http/index.ts";
import { addMilliseconds } from "../platform/index.ts";
import { indexSpace, resetIndex } from "../search/index.ts";
import { openContext } from "../server/index.ts";
import { scheduleIndexing } from "../storage/repositories/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";

/** The delay in milliseconds after which the server indexes the space itself, should this command be stopped. */
const fallbackDelay = 600_000;

export const reindex = databaseCommand(async (database, { positionals: [spaceId] }, config) => {
  const context = await openContext(config, database);
  const spaces = await database.read
    .selectFrom("contents")
    .where("kind", "=", "space")
    .$if(spaceId !== undefined, (query) => query.where("id", "=", spaceId ?? ""))
    .orderBy("id")
    .select(["id", "title"])
    .execute();
  if (spaceId !== undefined && spaces.length === 0) throw new UsageError(`There is no space ${spaceId}`);
  let pages = 0;
  for (const [i, { id, title }] of spaces.entries())
    pages += await reindexSpace(context, id, `${i + 1} of ${spaces.length} spaces: ${title}`);
  process.stderr.write(`Indexed ${pages} pages of ${spaces.length} spaces\n`);
});

/** Rebuilds the index of a space, and returns the number of its pages. */
async function reindexSpace(context: Context, spaceId: string, name: string): Promise<number> {
  const { database, clock } = context;
  await database.write(async (trx) => {
    await resetIndex(trx, spaceId);
    await scheduleIndexing(trx, spaceId, clock.now(), addMilliseconds(clock.now(), fallbackDelay));
  });
  let pages = 0;
  let printedAt = 0;
  const progress = (done: number, all: number) => {
    pages = all;
    if (done < all && Date.now() - printedAt < 1000) return;
    printedAt = Date.now();
    process.stderr.write(`${name}: ${done} of ${all} pages\n`);
  };
  if (!(await indexSpace(context, spaceId, { progress })))
    process.stderr.write(`${name}: the space has changed, and the server continues indexing it\n`);
  return pages;
}
