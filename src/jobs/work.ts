import { later } from "../clock.ts";
import type { Context } from "../context.ts";
import type { JobTable } from "../database/tables.ts";
import { type JobKind, jobKinds } from "./kinds.ts";
import { claim, finish, giveBack, leaseLength, postpone, renew } from "./queue.ts";

export interface Outcome {
  readonly kind: string;
  readonly outcome: "done" | "failed";
  readonly error?: string;
}

/** Runs one job that is due, if there is one, and says how it went. */
export async function runNextJob(
  context: Context,
  kinds: Readonly<Record<string, JobKind>> = jobKinds,
): Promise<Outcome | undefined> {
  const { database, clock } = context;
  const job = await database.write((trx) => claim(trx, clock.now()));
  if (job === undefined) return undefined;
  const kind = kinds[job.kind];
  const heartbeat = keepLease(context, job);
  try {
    if (kind === undefined) throw new Error(`no such kind of job: ${job.kind}`);
    await kind.run(context, JSON.parse(job.payload));
  } catch (error) {
    const repeats = kind?.every !== undefined;
    await database.write((trx) => postpone(trx, job, error, { now: clock.now(), repeats }));
    return { kind: job.kind, outcome: "failed", error: String(error) };
  } finally {
    clearInterval(heartbeat);
  }
  const { every } = kind;
  const now = clock.now();
  await database.write((trx) => finish(trx, job, now, every === undefined ? undefined : later(now, every)));
  return { kind: job.kind, outcome: "done" };
}

/** Does what is due and takes but a moment, right here. The rest is left to be run as it is. */
export async function runQuickJobs(
  context: Context,
  note: (outcome: Outcome) => void,
  isStopped: () => boolean = () => false,
  kinds: Readonly<Record<string, JobKind>> = jobKinds,
): Promise<void> {
  const { database, clock } = context;
  for (const [kind, { quick }] of Object.entries(kinds)) {
    const tried = new Set<string>();
    while (quick !== undefined && !isStopped()) {
      const job = await database.write((trx) => claim(trx, clock.now(), kind));
      if (job === undefined) break;
      // Why it fails is told when it is run.
      const isDone = await quick(context, JSON.parse(job.payload)).catch(() => false);
      const end = isDone ? finish : giveBack;
      await database.write((trx) => end(trx, job, clock.now()));
      if (isDone) note({ kind, outcome: "done" });
      else if (tried.has(job.id)) break;
      tried.add(job.id);
    }
  }
}

function keepLease({ database, clock, log }: Context, job: JobTable): NodeJS.Timeout {
  return setInterval(() => {
    database
      .write((trx) => renew(trx, job, clock.now()))
      .catch((error) => log.warn({ err: error, job: job.id }, "the lease of a job could not be renewed"));
  }, leaseLength / 3);
}
