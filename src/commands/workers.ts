import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createRequestCounter, serveWorkerCounters } from "../api/http/index.ts";
import type { Config } from "../config/index.ts";
import { FatalError } from "../platform/index.ts";
import { createLogger } from "../server/index.ts";
import { openDatabase } from "../storage/index.ts";

/** Starts the cluster workers, replaces those that die, and stops them on a signal. */
export async function startWorkers(config: Config): Promise<void> {
  const stopCounting = await startCounting(config);
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    for (const worker of liveWorkers()) worker.process.kill("SIGTERM");
    if (liveWorkers().length === 0) void stopCounting();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  let isServing = false;
  cluster.on("exit", (worker) => {
    if (isStopping && liveWorkers().length === 0) void stopCounting();
    if (isStopping || !isServing) return;
    process.stderr.write(`Worker ${worker.process.pid} ended unexpectedly; starting another\n`);
    // The delay keeps workers that cannot start from using up the processor.
    setTimeout(() => !isStopping && forkWorker(), 1000);
  });
  const workers = Array.from({ length: config.workers }, forkWorker);
  try {
    await Promise.all(workers.map(waitUntilServing));
    isServing = true;
  } catch (error) {
    await Promise.all(workers.map(killWorker));
    throw error;
  }
}

/** Counts the requests of all workers for the rate limit. Returns a function that closes its database. */
async function startCounting(config: Config): Promise<() => Promise<void>> {
  if (config.rateLimit === 0) return async () => {};
  const database =
    config.databaseUrl === undefined ? undefined : await openDatabase(config, { reading: 1, writing: 1 });
  serveWorkerCounters(createRequestCounter({ log: createLogger(config.logLevel) }, database));
  return async () => database?.close();
}

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker?.isDead() === false ? [worker] : [],
  );
}

/** Kills a worker that has not started serving, before it notices that the primary has ended and reports that. */
async function killWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.process.kill("SIGKILL");
  await ended;
}

function forkWorker(): Worker {
  const worker = cluster.fork();
  // Sending to a worker that is ending fails; "exit" reports its end.
  worker.on("error", () => {});
  return worker;
}

async function waitUntilServing(worker: Worker): Promise<void> {
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

/** Ends a worker that cannot start. The primary process prints the error once. */
export function endWorker(startError: string): void {
  process.send?.({ startError }, () => process.exit(1));
}
