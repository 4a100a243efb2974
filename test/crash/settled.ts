import { setTimeout as wait } from "node:timers/promises";
import { emptyRoot } from "../../src/content/model/content.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { jobKinds } from "../../src/server/jobs/kinds.ts";
import type { Database } from "../../src/storage/database/database.ts";
import { enqueue } from "../../src/storage/jobs/queue.ts";

/** Longer than a lease: where PostgreSQL alone was killed, a job may wait for the end of its own. */
const patience = 120_000;

/** Waits until all jobs are done, those that clear away too; what is wrong with what they leave behind. */
export async function settleJobs(database: Database): Promise<string[]> {
  await database.write((trx) => enqueue(trx, { kind: "purge-spaces", key: "repeating" }, systemClock.now()));
  const deadline = Date.now() + patience;
  for (;;) {
    const left = await findJobs(database);
    const failed = left.filter(({ failed_at }) => failed_at !== null);
    if (failed.length > 0) return failed.map((job) => `jobs: one was given up: ${JSON.stringify(job)}`);
    if (left.length === 0) break;
    if (Date.now() > deadline) return left.map((job) => `jobs: one is never done: ${JSON.stringify(job)}`);
    await wait(50);
  }
  return [...(await findStaleIndexes(database)), ...(await findLeftovers(database))];
}

/** All that are due, running or given up. */
function findJobs({ read }: Database) {
  const repeating = Object.keys(jobKinds).filter((kind) => jobKinds[kind]?.every !== undefined);
  return read
    .selectFrom("jobs")
    .where((eb) =>
      eb.or([
        eb("kind", "not in", repeating),
        eb("lease", "is not", null),
        eb("failed_at", "is not", null),
        eb("run_at", "<=", systemClock.now()),
      ]),
    )
    .select(["kind", "attempts", "run_at", "failed_at", "last_error", "payload"])
    .execute();
}

/** The index must have the primary content of each space. A search would bring it up to that itself, and hide a lost job. */
async function findStaleIndexes({ read }: Database): Promise<string[]> {
  const stale = await read
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
  return stale.map(({ id }) => `jobs: the space ${id} is not indexed as it is`);
}

/** What has been purged, or belongs to nothing any more, is gone with all that it had. */
async function findLeftovers({ read }: Database): Promise<string[]> {
  const repositories = await read.selectFrom("repositories").select("id").execute();
  const spaces = await read.selectFrom("spaces").select(["id", "repository_id"]).execute();
  const specs = await read.selectFrom("openapi_specs").select("repository_id").execute();
  const used = new Set([...spaces, ...specs].map(({ repository_id }) => repository_id));
  const unused = repositories.filter(({ id }) => !used.has(id));
  const known = new Set(spaces.map(({ id }) => id));
  const indexed = await read.selectFrom("search_spaces").select("space_id").execute();
  const forgotten = indexed.filter(({ space_id }) => !known.has(space_id));
  return [
    ...unused.map(({ id }) => `jobs: the repository ${id} is left, and belongs to nothing`),
    ...forgotten.map(({ space_id }) => `jobs: the index still has the space ${space_id}, which is gone`),
  ];
}
