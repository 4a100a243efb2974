import type { Context } from "../api/http/index.ts";
import { addMilliseconds } from "../platform/index.ts";
import { indexSpace, resetIndex } from "../search/index.ts";
import { openContext } from "../server/index.ts";
import { scheduleIndexing } from "../storage/repositories/index.ts";
import { type Command, UsageError } from "./command.ts";
import { withDatabase } from "./with-database.ts";

/** When the server takes over, in milliseconds: it would begin from the front. */
const patience = 600_000;

export const reindex: Command = {
  usage: "reindex [SPACE]",
  about: "Index all pages for search again, or those of one space, while the server runs",
  run: (config, { words: [only] }) =>
    withDatabase(config, async (database) => {
      const context = await openContext(config, database);
      const spaces = await findSpaces(context, only);
      if (only !== undefined && spaces.length === 0) throw new UsageError(`There is no space ${only}`);
      let pages = 0;
      for (const [i, { id, title }] of spaces.entries()) {
        pages += await reindexSpace(context, id, `${i + 1} of ${spaces.length} spaces: ${title}`);
      }
      process.stderr.write(`Indexed ${pages} pages of ${spaces.length} spaces\n`);
    }),
};

function findSpaces({ database }: Context, only: string | undefined) {
  const all = database.read.selectFrom("contents").where("kind", "=", "space");
  const wanted = only === undefined ? all : all.where("id", "=", only);
  return wanted.orderBy("id").select(["id", "title"]).execute();
}

/** Indexes a space as if it never had been, and tells how far it is; how many pages that took. */
async function reindexSpace(context: Context, spaceId: string, name: string): Promise<number> {
  const { database, clock } = context;
  await database.write(async (trx) => {
    await resetIndex(trx, spaceId);
    // Should this be stopped half way, the server does the rest.
    await scheduleIndexing(trx, spaceId, clock.now(), addMilliseconds(clock.now(), patience));
  });
  let pages = 0;
  let toldAt = 0;
  const progress = (done: number, all: number) => {
    pages = all;
    // Often enough to be seen, and not at every step.
    if (done < all && Date.now() - toldAt < 1000) return;
    toldAt = Date.now();
    process.stderr.write(`${name}: ${done} of ${all} pages\n`);
  };
  if (!(await indexSpace(context, spaceId, { progress })))
    process.stderr.write(`${name}: the server goes on with it, since it has changed\n`);
  return pages;
}
