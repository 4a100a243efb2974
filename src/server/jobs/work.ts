import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../api/http/index.ts";
import type { Config } from "../../config/index.ts";
import { addMilliseconds } from "../../platform/index.ts";
import type { JobTable } from "../../storage/database/index.ts";
import {
  claim,
  fail,
  finish,
  isAnyDue,
  type Lane,
  leaseLength,
  release,
  renew,
} from "../../storage/jobs/index.ts";
import { intervalOf, ioBoundKinds, isEnabledHere, type JobKind, jobKinds } from "./kinds.ts";

export interface JobOutcome {
  readonly kind: string;
  readonly outcome: "done" | "failed";
  readonly error?: string;
}

/** Runs one job that is due, if there is one, and says how it went. */
export async function runNextJob(
  context: Context,
  kinds: Readonly<Record<string, JobKind>> = jobKinds,
): Promise<JobOutcome | undefined> {
  const { database, clock } = context;
  const job = await database.write((trx) => claim(trx, clock.now()));
  return job && runJob(context, job, kinds[job.kind]);
}

/** How many of those that wait for others run at a time, and how many of these for one organization. */
const [waitingAtOnce, maxPerOrganization] = [16, 4];
/** How often it is looked, while jobs are running, for others beside them. */
const lookEvery = 500;

/** One that works at a time, and beside it a few of those that wait for others. */
function createLanes(
  config: Config,
  kinds: Readonly<Record<string, JobKind>> = jobKinds,
): { lane: Lane; places: number }[] {
  const waiting = ioBoundKinds(kinds);
  const doneHere = waiting.filter((kind) => isEnabledHere(kinds[kind], config));
  return [
    { lane: { except: waiting }, places: 1 },
    { lane: { only: doneHere, maxPerOrganization }, places: waitingAtOnce },
  ];
}

/** Runs jobs until none is due and all have ended. */
export async function runDueJobs(
  context: Context,
  note: (outcome: JobOutcome) => void,
  isStopped: () => boolean,
  kinds: Readonly<Record<string, JobKind>> = jobKinds,
): Promise<void> {
  const lanes = createLanes(context.config, kinds).map((lane) => ({
    ...lane,
    running: new Set<Promise<void>>(),
  }));
  for (;;) {
    let isIdle = lanes.every(({ running }) => running.size === 0);
    for (const { lane, places, running } of lanes) {
      while (!isStopped() && running.size < places) {
        const job = await take(context, lane);
        if (job === undefined) break;
        isIdle = false;
        const run: Promise<void> = runJob(context, job, kinds[job.kind])
          .then(note)
          .finally(() => running.delete(run));
        running.add(run);
      }
    }
    // Whoever stops does not wait for those that wait themselves: they are given back.
    const awaited = isStopped() ? lanes.slice(0, 1) : lanes;
    const running = awaited.flatMap((lane) => [...lane.running]);
    // What ended while another lane was looked at may have made room for more.
    if (running.length === 0 && (isIdle || isStopped())) return;
    if (running.length > 0) await Promise.race([...running, wait(lookEvery)]);
  }
}

/** Whether there is a job that could be run now. */
export async function hasDueJobs({ database, clock, config }: Context): Promise<boolean> {
  for (const { lane } of createLanes(config))
    if (await isAnyDue(database.read, clock.now(), lane)) return true;
  return false;
}

/** None, where the database does not give one: those that run go on. */
async function take({ database, clock, log }: Context, lane: Lane): Promise<JobTable | undefined> {
  try {
    const isDue = await isAnyDue(database.read, clock.now(), lane);
    return isDue ? await database.write((trx) => claim(trx, clock.now(), lane)) : undefined;
  } catch (error) {
    log.warn({ err: error }, "could not take a job");
    return undefined;
  }
}

/** Says how it went, whatever goes wrong. */
async function runJob(context: Context, job: JobTable, kind: JobKind | undefined): Promise<JobOutcome> {
  const { database, clock, config } = context;
  const heartbeat = keepLease(context, job);
  try {
    if (kind === undefined) throw new Error(`no such kind of job: ${job.kind}`);
    await kind.run(context, JSON.parse(job.payload));
    await database.write((trx) => finish(trx, job, clock.now(), nextTime(kind, config, clock.now())));
    return { kind: job.kind, outcome: "done" };
  } catch (error) {
    const repeats = kind?.every !== undefined;
    // What cannot even be put down is taken up again when its lease ends.
    await database.write((trx) => fail(trx, job, error, { now: clock.now(), repeats })).catch(() => {});
    return { kind: job.kind, outcome: "failed", error: String(error) };
  } finally {
    clearInterval(heartbeat);
  }
}

function nextTime(kind: JobKind, config: Config, now: string): string | undefined {
  const interval = intervalOf(kind, config);
  return interval === undefined ? undefined : addMilliseconds(now, interval);
}

/** Does what is due and takes but a moment, right here. The rest is left to be run as it is. */
export async function runQuickJobs(
  context: Context,
  note: (outcome: JobOutcome) => void,
  isStopped: () => boolean = () => false,
  kinds: Readonly<Record<string, JobKind>> = jobKinds,
): Promise<void> {
  const { database, clock, config } = context;
  // What comes meanwhile waits for the next time: a space that is edited all the time would else be indexed all the time.
  const begun = clock.now();
  for (const [name, kind] of Object.entries(kinds)) {
    const { quick } = kind;
    const tried = new Set<string>();
    while (quick !== undefined && !isStopped()) {
      const job = await database.write((trx) => claim(trx, clock.now(), { only: [name] }, begun));
      if (job === undefined) break;
      // Why it fails is told when it is run.
      const isDone = await quick(context, JSON.parse(job.payload)).catch(() => false);
      await database.write((trx) =>
        isDone
          ? finish(trx, job, clock.now(), nextTime(kind, config, clock.now()))
          : release(trx, job, clock.now()),
      );
      if (isDone) note({ kind: name, outcome: "done" });
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
