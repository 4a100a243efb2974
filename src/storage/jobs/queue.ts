import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { sql } from "kysely";
import { addMilliseconds, newId } from "../../platform/index.ts";
import type { JobTable, Reader, Writer } from "../database/index.ts";

/** A job whose lease is not renewed for this long, in milliseconds, is taken over by another process. */
export const leaseLength = 60_000;
const maxAttempts = 10;
const maxBackoff = 3_600_000;

export interface NewJob {
  readonly kind: string;
  readonly payload?: unknown;
  readonly organizationId?: string;
  /** With a key, at most one job of that kind and key exists. */
  readonly key?: string;
  readonly runAt?: string;
}

/**
 * Adds a job in the transaction that makes it necessary, so that it exists if and only if that commits (an outbox). If a job
 * with the same key is running, it runs once more afterwards; if it has failed, it is retried; if it is due later, it
 * becomes due at the time of this one.
 */
export async function enqueue(trx: Writer, job: NewJob, now: string): Promise<void> {
  await enqueueAll(trx, [job], now);
}

/** Likewise for some jobs of different kinds or keys, at least one. */
export async function enqueueAll(trx: Writer, jobs: readonly NewJob[], now: string): Promise<void> {
  await trx
    .insertInto("jobs")
    .values(
      jobs.map((job) => ({
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
        progress: null,
      })),
    )
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
        // Nothing changes for a job that is due no later than this one, or that runs and will run once more.
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

/**
 * Adds a job that this process does itself, and claims it. If this process ends before `finish`, another one claims the job
 * when the lease expires.
 */
export async function enqueueClaimed(trx: Writer, job: NewJob, now: string): Promise<JobTable> {
  const claimed: JobTable = {
    ...{ id: newId(), organization_id: job.organizationId ?? null, kind: job.kind },
    ...{ payload: JSON.stringify(job.payload ?? {}), unique_key: null, attempts: 1 },
    ...{ run_at: addMilliseconds(now, leaseLength), lease: newId(), holder: requestHolder },
    ...{ requested_at: null, failed_at: null, last_error: null, progress: null, created_at: now },
  };
  await trx.insertInto("jobs").values(claimed).execute();
  return claimed;
}

/** A set of job kinds: all except those listed, or only those listed, with a limit on running jobs per organization. */
export type Lane =
  | { readonly except: readonly string[] }
  | { readonly only: readonly string[]; readonly maxPerOrganization?: number };

const anyKind: Lane = { except: [] };

/**
 * The job that has been due the longest. With a limit for each organization, organizations with fewer running jobs come
 * first, so that no organization can block the others.
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
  const inLane = due.where("kind", "in", lane.only);
  const { maxPerOrganization } = lane;
  if (maxPerOrganization === undefined) return inLane.executeTakeFirst();
  const running = await countRunning(db, now, lane.only);
  for (let limit = 1; limit <= maxPerOrganization; limit++) {
    const busy = running.filter(({ count }) => count >= limit).map(({ organization_id }) => organization_id);
    const found = await (busy.length > 0
      ? inLane.where((eb) =>
          eb.or([eb("organization_id", "is", null), eb("organization_id", "not in", busy)]),
        )
      : inLane
    ).executeTakeFirst();
    if (found !== undefined || busy.length === 0) return found;
  }
  return undefined;
}

/** The number of running jobs of these kinds, by organization. */
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

/** Claims the job that has been due the longest, for the duration of a lease. */
export async function claim(
  trx: Writer,
  now: string,
  lane = anyKind,
  dueAt = now,
): Promise<JobTable | undefined> {
  const due = await findDue(trx, dueAt, lane);
  if (due === undefined) return undefined;
  const job = trx.updateTable("jobs").where("id", "=", due.id);
  if (due.attempts >= maxAttempts) {
    // Its process ended at every attempt without reporting a failure.
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
    progress: null,
  };
  await job.set(claimed).execute();
  return { ...due, ...claimed };
}

/** Returns a claimed job to the queue without counting the attempt. */
export async function release(trx: Writer, job: JobTable, now: string): Promise<void> {
  await updateHeld(trx, job)
    .set({ attempts: job.attempts - 1, run_at: now, lease: null, holder: null })
    .execute();
}

/** The ended processes of this machine that hold jobs, and this process if it holds any but runs none. */
export async function findEndedHolders(db: Reader, runsJobs: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom("jobs")
    .where("lease", "is not", null)
    .select("holder")
    .distinct()
    .execute();
  return rows
    .flatMap((row) => row.holder ?? [])
    .filter((candidate) => (candidate === holder ? !runsJobs : hasEnded(candidate)));
}

/** Releases the jobs of these holders before their leases expire. */
export async function releaseJobsOf(trx: Writer, holders: readonly string[], now: string): Promise<void> {
  await trx
    .updateTable("jobs")
    .set({ run_at: now, lease: null, holder: null })
    .where("lease", "is not", null)
    .where("holder", "in", holders)
    .execute();
}

/** Releases all jobs: a restored backup contains the leases of the time when it was made. */
export async function releaseAll(trx: Writer, now: string): Promise<void> {
  await trx
    .updateTable("jobs")
    .set({ run_at: now, lease: null, holder: null })
    .where("lease", "is not", null)
    .execute();
}

/** Extends the lease of a running job. False if it is not held any more. */
export async function renew(trx: Writer, job: JobTable, now: string): Promise<boolean> {
  const { numUpdatedRows } = await updateHeld(trx, job)
    .set({ run_at: addMilliseconds(now, leaseLength) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores how much of a running job is done, in percent. */
export async function reportProgress(trx: Writer, job: JobTable, percent: number): Promise<void> {
  await updateHeld(trx, job).set({ progress: percent }).execute();
}

/** Completes a job: it is deleted, unless it repeats or was enqueued again while it ran. */
export async function finish(trx: Writer, job: JobTable, now: string, repeatAt?: string): Promise<void> {
  const requeued = { attempts: 0, lease: null, holder: null, last_error: null, progress: null };
  if (repeatAt !== undefined) {
    await updateHeld(trx, job)
      .set({ ...requeued, run_at: repeatAt })
      .execute();
    return;
  }
  await updateHeld(trx, job)
    .where("requested_at", "is not", null)
    .set({ ...requeued, run_at: now })
    .execute();
  await trx.deleteFrom("jobs").where("id", "=", job.id).where("lease", "=", job.lease).execute();
}

/** Records a failure. The job is retried with exponential backoff; unless it repeats, it is given up in the end. */
export async function fail(
  trx: Writer,
  job: JobTable,
  error: unknown,
  { now, repeats }: { now: string; repeats: boolean },
): Promise<void> {
  const wait = Math.min(maxBackoff, 1000 * 2 ** job.attempts);
  const isLast = isLastAttempt(job);
  await updateHeld(trx, job)
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
  // A job that was enqueued again while it ran is retried at once.
  await updateHeld(trx, job).set({ run_at: now, lease: null, holder: null, attempts: 0 }).execute();
}

/** Whether a claimed job is given up if it fails now, unless it repeats. */
export function isLastAttempt({ attempts }: JobTable): boolean {
  return attempts >= maxAttempts;
}

function updateHeld(trx: Writer, job: JobTable) {
  return trx.updateTable("jobs").where("id", "=", job.id).where("lease", "=", job.lease);
}

const holder = holderOf(process.pid);

/** Holds the jobs that requests of this process do. They go on if only the thread for jobs ends. */
const requestHolder = requestOf(holder);

function requestOf(processName: string): string {
  return `request of ${processName}`;
}

/** Identifies a process of this machine, within its PID namespace. */
export function holderOf(pid: number): string {
  return `${hostname()} ${pidNamespace()} ${pid}`;
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Whether a job holder is a process of this machine that has ended. */
function hasEnded(processName: string): boolean {
  const pid = Number(processName.slice(processName.lastIndexOf(" ") + 1));
  const name = holderOf(pid);
  return [name, requestOf(name)].includes(processName) && !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs under another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
