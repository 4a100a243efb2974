import { sql } from "kysely";
import { addMilliseconds, newId } from "../../platform/index.ts";
import type { JobTable, Reader, Writer } from "../database/index.ts";
import { hasEnded, holder } from "./holder.ts";

/** How long a process may be silent about a job before another takes it over. */
export const leaseLength = 60_000;
const mostAttempts = 10;
const longestWait = 3_600_000;

export interface NewJob {
  readonly kind: string;
  readonly payload?: unknown;
  readonly organizationId?: string;
  /** With a key, there is at most one job of that kind and key. */
  readonly key?: string;
  readonly runAt?: string;
}

/**
 * Puts a job down in the transaction that makes it necessary: it is there if, and only if, that commits. One with the
 * same key that is running may have read what has changed since, so it is run once more; one that was given up gets
 * another chance, and one that would wait for longer is due as soon as this one.
 */
export async function enqueue(trx: Writer, job: NewJob, now: string): Promise<void> {
  await trx
    .insertInto("jobs")
    .values({
      id: newId(),
      organization_id: job.organizationId ?? null,
      kind: job.kind,
      payload: JSON.stringify(job.payload ?? {}),
      unique_key: job.key ?? null,
      attempts: 0,
      run_at: job.runAt ?? now,
      lease: null,
      holder: null,
      requested_at: null,
      failed_at: null,
      last_error: null,
      created_at: now,
    })
    .onConflict((existing) =>
      existing
        .columns(["kind", "unique_key"])
        .where("unique_key", "is not", null)
        .doUpdateSet({
          requested_at: now,
          failed_at: null,
          attempts: sql`case when jobs.failed_at is null then jobs.attempts else 0 end`,
          run_at: sql`case when jobs.lease is null then excluded.run_at else jobs.run_at end`,
        })
        // One that still waits, and not longer than this one would, will see all there is by then; one that runs and
        // is to run once more as well.
        .where((eb) =>
          eb.or([
            eb.and([eb("jobs.lease", "is not", null), eb("jobs.requested_at", "is", null)]),
            eb("jobs.failed_at", "is not", null),
            eb("jobs.run_at", ">", eb.ref("excluded.run_at" as "jobs.run_at")),
          ]),
        ),
    )
    .execute();
}

/** Which jobs are meant: of all kinds but some, or of some, of which only so many run at a time for an organization. */
export type Lane =
  | { readonly except: readonly string[] }
  | { readonly only: readonly string[]; readonly mostForOrganization?: number };

const anyKind: Lane = { except: [] };

/**
 * The job that has been due the longest; where there are places for each organization, of those for which the fewest
 * run: so whoever fills the places keeps nobody else waiting for longer than one of them takes.
 */
async function findDue(db: Reader, now: string, lane: Lane): Promise<JobTable | undefined> {
  const due = db
    .selectFrom("jobs")
    .where("failed_at", "is", null)
    .where("run_at", "<=", now)
    .orderBy("run_at")
    .orderBy("id")
    .selectAll()
    .limit(1);
  if ("except" in lane)
    return (lane.except.length > 0 ? due.where("kind", "not in", lane.except) : due).executeTakeFirst();
  const ofLane = due.where("kind", "in", lane.only);
  const { mostForOrganization } = lane;
  if (mostForOrganization === undefined) return ofLane.executeTakeFirst();
  const running = await countRunning(db, now, lane.only);
  for (let most = 1; most <= mostForOrganization; most++) {
    const busy = running.filter(({ count }) => count >= most).map(({ organization_id }) => organization_id);
    const found = await (busy.length > 0
      ? ofLane.where((eb) =>
          eb.or([eb("organization_id", "is", null), eb("organization_id", "not in", busy)]),
        )
      : ofLane
    ).executeTakeFirst();
    if (found !== undefined || busy.length === 0) return found;
  }
  return undefined;
}

/** How many jobs of these kinds run for each organization; for most of them none. */
function countRunning(db: Reader, now: string, kinds: readonly string[]) {
  return db
    .selectFrom("jobs")
    .where("lease", "is not", null)
    .where("run_at", ">", now)
    .where("organization_id", "is not", null)
    .where("kind", "in", kinds)
    .groupBy("organization_id")
    .select(["organization_id", sql<number>`count(*)`.as("count")])
    .execute();
}

export async function isAnyDue(db: Reader, now: string, lane = anyKind): Promise<boolean> {
  return (await findDue(db, now, lane)) !== undefined;
}

/** Takes the job that has been due the longest, for the length of a lease; of those that were due at a certain time. */
export async function claim(
  trx: Writer,
  now: string,
  lane = anyKind,
  dueAt = now,
): Promise<JobTable | undefined> {
  const due = await findDue(trx, dueAt, lane);
  if (due === undefined) return undefined;
  const job = trx.updateTable("jobs").where("id", "=", due.id);
  if (due.attempts >= mostAttempts) {
    // Nobody came back to say that it failed: it takes its process down with it.
    await job
      .set({ failed_at: now, lease: null, holder: null, last_error: "its process ended at every attempt" })
      .execute();
    return claim(trx, now, lane, dueAt);
  }
  const claimed = {
    attempts: due.attempts + 1,
    run_at: addMilliseconds(now, leaseLength),
    lease: newId(),
    holder,
    requested_at: null,
  };
  await job.set(claimed).execute();
  return { ...due, ...claimed };
}

/** Gives a job back that nothing was done for. */
export async function giveBack(trx: Writer, job: JobTable, now: string): Promise<void> {
  await held(trx, job)
    .set({ attempts: job.attempts - 1, run_at: now, lease: null, holder: null })
    .execute();
}

/** Gives back what processes of this machine held that have ended: nobody need wait for the end of their leases. */
export async function releaseOfEnded(trx: Writer, now: string): Promise<void> {
  const held = await trx
    .selectFrom("jobs")
    .where("lease", "is not", null)
    .select("holder")
    .distinct()
    .execute();
  const ended = held
    .flatMap((job) => job.holder ?? [])
    .filter((other) => other === holder || hasEnded(other));
  if (ended.length === 0) return;
  await trx
    .updateTable("jobs")
    .set({ run_at: now, lease: null, holder: null })
    .where("lease", "is not", null)
    .where("holder", "in", ended)
    .execute();
}

/** Keeps a job that takes longer than a lease. False when it was taken over meanwhile. */
export async function renew(trx: Writer, job: JobTable, now: string): Promise<boolean> {
  const { numUpdatedRows } = await held(trx, job)
    .set({ run_at: addMilliseconds(now, leaseLength) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The job is done: gone, unless it repeats or was wanted again meanwhile. */
export async function finish(trx: Writer, job: JobTable, now: string, repeatAt?: string): Promise<void> {
  const again = { attempts: 0, lease: null, holder: null, last_error: null };
  if (repeatAt !== undefined) {
    await held(trx, job)
      .set({ ...again, run_at: repeatAt })
      .execute();
    return;
  }
  await held(trx, job)
    .where("requested_at", "is not", null)
    .set({ ...again, run_at: now })
    .execute();
  await trx.deleteFrom("jobs").where("id", "=", job.id).where("lease", "=", job.lease).execute();
}

/** The job failed: due again after a while that doubles each time, until it is given up, unless it repeats. */
export async function postpone(
  trx: Writer,
  job: JobTable,
  error: unknown,
  { now, repeats }: { now: string; repeats: boolean },
): Promise<void> {
  const wait = Math.min(longestWait, 1000 * 2 ** job.attempts);
  const isLast = job.attempts >= mostAttempts;
  await held(trx, job)
    .set({
      run_at: addMilliseconds(now, wait),
      lease: null,
      holder: null,
      attempts: isLast && repeats ? job.attempts - 1 : job.attempts,
      failed_at: isLast && !repeats ? now : null,
      last_error: String(error).replaceAll("\0", "").slice(0, 2000),
    })
    .where("requested_at", "is", null)
    .execute();
  // Where it was wanted again meanwhile, there is something new to try.
  await held(trx, job).set({ run_at: now, lease: null, holder: null, attempts: 0 }).execute();
}

function held(trx: Writer, job: JobTable) {
  return trx.updateTable("jobs").where("id", "=", job.id).where("lease", "=", job.lease);
}
