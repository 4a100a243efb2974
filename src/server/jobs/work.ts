import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../api/http/index.ts";
import type { Config } from "../../config/index.ts";
import { addMilliseconds, currentTask } from "../../platform/index.ts";
import type { OnProgress } from "../../storage/database/dialects/index.ts";
import type { JobTable } from "../../storage/database/index.ts";
import {
  claim,
  fail,
  fenceDatabase,
  finish,
  isAnyDue,
  isLastAttempt,
  type Lane,
  LostLeaseError,
  leaseLength,
  release,
  renew,
  reportProgress,
} from "../../storage/jobs/index.ts";
import { intervalOf, type JobKind, type JobKinds, jobKinds } from "./kinds.ts";

export interface JobOutcome {
  readonly kind: string;
  readonly outcome: "done" | "failed";
  readonly seconds: number;
  readonly error?: string;
}

export async function runNextJob(context: Context, kinds = jobKinds): Promise<JobOutcome | undefined> {
  const { database, clock } = context;
  const job = await database.write((trx) => claim(trx, clock.now()));
  return job && runJob(context, job, kinds[job.kind]);
}

const maxIoBound = 16;
const maxIoBoundPerOrganization = 4;
/** How often the queue is polled while jobs run, in milliseconds. */
const pollInterval = 500;

/** One lane runs a single job at a time, one I/O-bound jobs concurrently. Kinds with a concurrency have lanes of their own. */
function createLanes(config: Config, kinds: JobKinds): { lane: Lane; capacity: number }[] {
  const ioBound = Object.keys(kinds).filter((kind) => kinds[kind]?.ioBound);
  const separate = Object.entries(kinds).flatMap(([kind, { concurrency }]) =>
    concurrency === undefined ? [] : [{ kind, ...concurrency }],
  );
  // Other servers may share the database, with repeating jobs that this one's configuration does not enable.
  const isEnabled = (kind: JobKind | undefined) =>
    typeof kind?.every !== "function" || kind.every(config) !== undefined;
  const only = ioBound.filter((kind) => isEnabled(kinds[kind]));
  return [
    { lane: { except: [...ioBound, ...separate.map(({ kind }) => kind)] }, capacity: 1 },
    { lane: { only, maxPerOrganization: maxIoBoundPerOrganization }, capacity: maxIoBound },
    ...separate.map(({ kind, total, perOrganization }) => ({
      lane: { only: [kind], maxPerOrganization: perOrganization },
      capacity: total,
    })),
  ];
}

/** Runs jobs until none is due and all have ended. */
export async function runDueJobs(
  context: Context,
  onOutcome: (outcome: JobOutcome) => void,
  isStopped: () => boolean,
  kinds = jobKinds,
): Promise<void> {
  const lanes = createLanes(context.config, kinds).map((lane) => ({
    ...lane,
    running: new Set<Promise<void>>(),
  }));
  for (;;) {
    let isIdle = lanes.every(({ running }) => running.size === 0);
    for (const { lane, capacity, running } of lanes) {
      while (!isStopped() && running.size < capacity) {
        const job = await claimDue(context, lane);
        if (job === undefined) break;
        isIdle = false;
        const run: Promise<void> = runJob(context, job, kinds[job.kind])
          .then(onOutcome)
          .finally(() => running.delete(run));
        running.add(run);
      }
    }
    // I/O-bound jobs may wait for long: when stopping, they are left to another process.
    const awaited = isStopped() ? lanes.slice(0, 1) : lanes;
    const running = awaited.flatMap((lane) => [...lane.running]);
    // A job that ended while another lane was polled may have freed capacity.
    if (running.length === 0 && (isIdle || isStopped())) return;
    if (running.length > 0) await Promise.race([...running, wait(pollInterval)]);
  }
}

/** Whether a job is due that this server may run. */
export async function hasDueJobs({ database, clock, config }: Context): Promise<boolean> {
  for (const { lane } of createLanes(config, jobKinds))
    if (await isAnyDue(database.read, clock.now(), lane)) return true;
  return false;
}

/** Claims a due job. Returns undefined if the database fails, too, so that running jobs continue. */
async function claimDue({ database, clock, log }: Context, lane: Lane): Promise<JobTable | undefined> {
  try {
    const isDue = await isAnyDue(database.read, clock.now(), lane);
    return isDue ? await database.write((trx) => claim(trx, clock.now(), lane)) : undefined;
  } catch (error) {
    log.warn({ err: error }, "could not claim a job");
    return undefined;
  }
}

/** Returns a function that tells how many seconds have passed. */
function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1000;
}

/** Never rejects. */
async function runJob(context: Context, job: JobTable, kind: JobKind | undefined): Promise<JobOutcome> {
  const { database, clock, log, config } = context;
  const { kind: name } = job;
  const elapsed = stopwatch();
  const lost = new AbortController();
  const heartbeat = setInterval(() => {
    database
      .write((trx) => renew(trx, job, clock.now()))
      .then((isHeld) => isHeld || lost.abort(new LostLeaseError()))
      .catch((error) => log.warn({ err: error, job: job.id }, "the lease of a job could not be renewed"));
  }, leaseLength / 3);
  const stopping = AbortSignal.any([...(context.stopping ? [context.stopping] : []), lost.signal]);
  const fenced = { ...context, database: fenceDatabase(database, job), stopping };
  try {
    if (kind === undefined) throw new Error(`unknown job kind: ${job.kind}`);
    await currentTask.run({ job: name, jobId: job.id }, () =>
      kind.run(fenced, JSON.parse(job.payload), isLastAttempt(job), progressReporter(context, job)),
    );
    await database.write((trx) => finish(trx, job, clock.now(), nextRun(kind, config, clock.now())));
    return { kind: name, outcome: "done", seconds: elapsed() };
  } catch (error) {
    const repeats = kind?.every !== undefined;
    // If this fails too, the job is claimed again when its lease expires.
    await database.write((trx) => fail(trx, job, error, { now: clock.now(), repeats })).catch(() => {});
    return { kind: name, outcome: "failed", seconds: elapsed(), error: String(error) };
  } finally {
    clearInterval(heartbeat);
  }
}

/** How often the progress of a job is stored, in milliseconds. */
const progressInterval = 1000;

function progressReporter({ database }: Context, job: JobTable): OnProgress {
  let reportedAt = 0;
  return (done, total) => {
    if (Date.now() - reportedAt < progressInterval) return;
    reportedAt = Date.now();
    const percent = Math.floor((100 * done) / total);
    // It only informs, so a failure does not matter.
    database.write((trx) => reportProgress(trx, job, percent)).catch(() => {});
  };
}

function nextRun(kind: JobKind, config: Config, now: string): string | undefined {
  const interval = intervalOf(kind, config);
  return interval === undefined ? undefined : addMilliseconds(now, interval);
}

/** Runs the due jobs that take milliseconds on this thread. The others stay in the queue. */
export async function runQuickJobs(
  context: Context,
  onOutcome: (outcome: JobOutcome) => void,
  isStopped: () => boolean = () => false,
  kinds = jobKinds,
): Promise<void> {
  const { database, clock, config } = context;
  // Later jobs wait for the next poll: a space that is edited all the time would be indexed all the time.
  const startedAt = clock.now();
  for (const [name, kind] of Object.entries(kinds)) {
    const { quick } = kind;
    const tried = new Set<string>();
    while (quick !== undefined && !isStopped()) {
      const job = await database.write((trx) => claim(trx, clock.now(), { only: [name] }, startedAt));
      if (job === undefined) break;
      const elapsed = stopwatch();
      const fenced = { ...context, database: fenceDatabase(database, job) };
      // The full run reports the error.
      const isDone = await currentTask
        .run({ job: name, jobId: job.id }, () => quick(fenced, JSON.parse(job.payload)))
        .catch(() => false);
      await database.write((trx) =>
        isDone
          ? finish(trx, job, clock.now(), nextRun(kind, config, clock.now()))
          : release(trx, job, clock.now()),
      );
      if (isDone) onOutcome({ kind: name, outcome: "done", seconds: elapsed() });
      else if (tried.has(job.id)) break;
      tried.add(job.id);
    }
  }
}
