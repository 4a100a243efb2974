import { setTimeout as wait } from "node:timers/promises";
import { emptyRoot } from "../../src/content/model/content.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { jobKinds } from "../../src/server/jobs/kinds.ts";
import type { Database } from "../../src/storage/database/database.ts";
import { enqueue, leaseLength } from "../../src/storage/jobs/queue.ts";

/** Shorter than a lease: jobs of killed processes must be taken over before. */
const timeoutMs = 0.75 * leaseLength;

/** Waits until all jobs are done, including clean-up, and returns the problems of their results. */
export async function settleJobs(database: Database): Promise<string[]> {
  await database.write(async (trx) => {
    const now = systemClock.now();
    await enqueue(trx, { kind: "purge-spaces", key: "repeating" }, now);
    // Spaces whose blocks were saved would be indexed some seconds later.
    await trx
      .updateTable("jobs")
      .where("kind", "=", "index-space")
      .where("run_at", ">", now)
      .set({ run_at: now })
      .execute();
  });
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const remaining = await findJobs(database);
    const failed = remaining.filter(({ failed_at }) => failed_at !== null);
    if (failed.length > 0) return failed.map((job) => `failed job: ${JSON.stringify(job)}`);
    if (remaining.length === 0) break;
    if (Date.now() > deadline) return remaining.map((job) => `unfinished job: ${JSON.stringify(job)}`);
    await wait(50);
  }
  return [...(await findStaleIndexes(database)), ...(await findLeftovers(database))];
}

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

/** Spaces whose search index is outdated. A search would update the index and hide a lost job. */
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
  return stale.map(({ id }) => `the search index of the space ${id} is outdated`);
}

/** Remaining data of purged or deleted objects. */
async function findLeftovers({ read }: Database): Promise<string[]> {
  const repositories = await read.selectFrom("repositories").select("id").execute();
  const spaces = await read.selectFrom("spaces").select(["id", "repository_id"]).execute();
  const specs = await read.selectFrom("openapi_specs").select("repository_id").execute();
  const used = new Set([...spaces, ...specs].map(({ repository_id }) => repository_id));
  const unused = repositories.filter(({ id }) => !used.has(id));
  const spaceIds = new Set(spaces.map(({ id }) => id));
  const indexed = await read.selectFrom("search_spaces").select("space_id").execute();
  const orphaned = indexed.filter(({ space_id }) => !spaceIds.has(space_id));
  return [
    ...unused.map(({ id }) => `the repository ${id} is not used by a space or spec`),
    ...orphaned.map(({ space_id }) => `the search index contains the deleted space ${space_id}`),
  ];
}
