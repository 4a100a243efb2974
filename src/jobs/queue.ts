import { later } from "../clock.ts";
import type { Reader, Writer } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import type { JobTable } from "../database/tables.ts";
import { newId } from "../ids.ts";

/** How long a process may be silent about a job before another takes it over. */
export const leaseLength = 60_000;
const mostAttempts = 10;
const longestWait = 3_600_000;

export interface NewJob {
  readonly kind: string;
  readonly payload?: unknown;
  readonly organizationId?: string;
  /** With a key, a job of the same kind and key that is there already stands for this one. */
  readonly key?: string;
  readonly runAt?: string;
}

/** Puts a job down in the transaction that makes it necessary: it is there if, and only if, that commits. */
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
      failed_at: null,
      last_error: null,
      created_at: now,
    })
    .onConflict((existing) =>
      existing.columns(["kind", "unique_key"]).where("unique_key", "is not", null).doNothing(),
    )
    .execute();
}

const findDue = prepared<{ now: string }, JobTable>((db, value) =>
  db
    .selectFrom("jobs")
    .where("failed_at", "is", null)
    .where("run_at", "<=", value("now"))
    .orderBy("run_at")
    .orderBy("id")
    .limit(1)
    .selectAll(),
);

export async function isAnyDue(db: Reader, now: string): Promise<boolean> {
  return (await findDue(db, { now })).length > 0;
}

/** Takes the job that has been due the longest, for the length of a lease. */
export async function claim(trx: Writer, now: string): Promise<JobTable | undefined> {
  const [due] = await findDue(trx, { now });
  if (due === undefined) return undefined;
  const claimed = { attempts: due.attempts + 1, run_at: later(now, leaseLength) };
  await trx.updateTable("jobs").set(claimed).where("id", "=", due.id).execute();
  return { ...due, ...claimed };
}

/** Keeps a job that takes longer than a lease. False when it was taken over meanwhile. */
export async function renew(trx: Writer, job: JobTable, now: string): Promise<boolean> {
  const { numUpdatedRows } = await held(trx, job)
    .set({ run_at: later(now, leaseLength) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The job is done: gone, or due again where it repeats. */
export async function finish(trx: Writer, job: JobTable, repeatAt: string | undefined): Promise<void> {
  if (repeatAt !== undefined) {
    await held(trx, job).set({ attempts: 0, run_at: repeatAt, last_error: null }).execute();
  } else {
    await trx.deleteFrom("jobs").where("id", "=", job.id).where("attempts", "=", job.attempts).execute();
  }
}

/** The job failed: due again after a while that doubles each time, until it is given up. */
export async function postpone(trx: Writer, job: JobTable, error: unknown, now: string): Promise<void> {
  const wait = Math.min(longestWait, 1000 * 2 ** job.attempts);
  await held(trx, job)
    .set({
      run_at: later(now, wait),
      failed_at: job.attempts >= mostAttempts ? now : null,
      last_error: String(error).slice(0, 2000),
    })
    .execute();
}

/** The attempt is the fence: whoever was overtaken holds an older one, and changes nothing. */
function held(trx: Writer, job: JobTable) {
  return trx.updateTable("jobs").where("id", "=", job.id).where("attempts", "=", job.attempts);
}
