import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createRequestCounter, serveWorkerCounters } from "../api/http/index.ts";
import type { Config } from "../config/index.ts";
import { FatalError } from "../platform/index.ts";
import { createLogger } from "../server/index.ts";
import { openDatabase } from "../storage/index.ts";

/** Starts the workers, replaces one that dies, and stops them all when this process is told to stop. */
export async function startWorkers(config: Config): Promise<void> {
  const stopCounting = await startCounting(config);
  let stopping = false;
  const stop = () => {
    stopping = true;
    for (const worker of workersNow()) worker.process.kill("SIGTERM");
    if (workersNow().length === 0) void stopCounting();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  let serving = false;
  cluster.on("exit", (worker) => {
    if (stopping && workersNow().length === 0) void stopCounting();
    if (stopping || !serving) return;
    process.stderr.write(`Worker ${worker.process.pid} ended unexpectedly; another takes its place\n`);
    // Not at once: one that cannot start would keep the machine busy with starting.
    setTimeout(() => !stopping && forkWorker(), 1000);
  });
  const workers = Array.from({ length: config.workers }, forkWorker);
  try {
    await Promise.all(workers.map(started));
    serving = true;
  } catch (error) {
    await Promise.all(workers.map(endNow));
    throw error;
  }
}

/** Counts the requests of all workers, together with other servers where there may be some; what ends that. */
async function startCounting(config: Config): Promise<() => Promise<void>> {
  if (config.rateLimit === 0) return async () => {};
  const database =
    config.databaseUrl === undefined ? undefined : await openDatabase(config, { reading: 1, writing: 1 });
  serveWorkerCounters(createRequestCounter({ config, log: createLogger(config.logLevel) }, database));
  return async () => database?.close();
}

function workersNow(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker?.isDead() === false ? [worker] : [],
  );
}

/** Ends a worker that serves nobody yet, before it can miss this process and complain of that. */
async function endNow(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.process.kill("SIGKILL");
  await ended;
}

function forkWorker(): Worker {
  const worker = cluster.fork();
  // Whatever could not be sent to a worker that is going away: its end is told by "exit".
  worker.on("error", () => {});
  return worker;
}

async function started(worker: Worker): Promise<void> {
  let reason = "A worker ended before it could serve";
  worker.on("message", ({ startError }: { startError?: string }) => {
    reason = startError ?? reason;
  });
  const ended = once(worker, "exit").then(() => {
    throw new FatalError(reason);
  });
  await Promise.race([once(worker, "listening"), ended]);
  ended.catch(() => {});
}

/** Ends a worker that cannot start, and leaves it to the primary process to say so once. */
export function endWorker(startError: string): void {
  process.send?.({ startError }, () => process.exit(1));
}
