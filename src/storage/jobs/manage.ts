import { sql } from "kysely";
import type { JobTable, Reader, Writer } from "../database/index.ts";

export const jobStates = ["running", "waiting", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** `failed`: it was given up. A job that failed and is tried again is waiting. */
export function jobStateOf({ failed_at, lease }: Pick<JobTable, "failed_at" | "lease">): JobState {
  if (failed_at !== null) return "failed";
  return lease === null ? "waiting" : "running";
}

/** The jobs in a state, or all of them. */
export function selectJobs(db: Reader, state?: JobState) {
  const jobs = db.selectFrom("jobs");
  if (state === undefined) return jobs;
  if (state === "failed") return jobs.where("failed_at", "is not", null);
  return jobs.where("failed_at", "is", null).where("lease", state === "running" ? "is not" : "is", null);
}

export async function countJobs(db: Reader, state: JobState): Promise<number> {
  const { count } = await selectJobs(db, state)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** At most this many jobs of a state are counted by kind. */
const maxCountedJobs = 10_000;

export interface JobCount {
  readonly kind: string;
  readonly state: "due" | "running" | "failed";
  readonly count: number;
  /** Since when the longest waiting one of these is due, or failed. */
  readonly since: string;
}

/** How many jobs of each kind are due, running and failed, of at most 10,000 in each state. */
export async function countJobsByKind(db: Reader, now: string): Promise<JobCount[]> {
  const due = selectJobs(db, "waiting").where("run_at", "<=", now).orderBy("run_at").orderBy("id");
  const states = {
    due: due.select(["kind", "run_at as since"]),
    running: selectJobs(db, "running").select(["kind", "created_at as since"]),
    failed: selectJobs(db, "failed").select(["kind", sql<string>`failed_at`.as("since")]),
  };
  const counts = Object.entries(states).map(async ([state, jobs]) => {
    const rows = await db
      .selectFrom(jobs.limit(maxCountedJobs).as("counted"))
      .groupBy("kind")
      .select((eb) => ["kind", eb.fn.countAll<number>().as("count"), eb.fn.min("since").as("since")])
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count), state: state as JobCount["state"] }));
  });
  return (await Promise.all(counts)).flat();
}

/** The key of a job that repeats. */
export const repeatingKey = "repeating";

/** Makes failed jobs due, and this waiting one: its next attempt is the first one again. Returns their number. */
export async function retryJobs(trx: Writer, now: string, id?: string): Promise<number> {
  const due = trx.updateTable("jobs").set({ run_at: now, failed_at: null, attempts: 0 });
  const { numUpdatedRows } = await (id === undefined
    ? due.where("failed_at", "is not", null)
    : due.where("id", "=", id).where("lease", "is", null)
  ).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes a job that neither runs nor repeats. False if there is none. */
export async function removeJob(trx: Writer, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("jobs")
    .where("id", "=", id)
    .where("lease", "is", null)
    .where((eb) => eb.or([eb("unique_key", "is", null), eb("unique_key", "!=", repeatingKey)]))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
