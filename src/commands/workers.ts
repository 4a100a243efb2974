import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createRequestCounter, serveWorkerCounters } from "../api/http/index.ts";
import type { Config } from "../config/index.ts";
import { Coalescer, errorMessage, FatalError } from "../platform/index.ts";
import { createLogger, serveWorkerMetrics } from "../server/index.ts";
import { openDatabase } from "../storage/index.ts";

/** Starts the cluster workers, replaces those that die, and all of them on SIGUSR2, and stops them on a signal. */
export async function startWorkers(config: Config): Promise<void> {
  const stopCounting = await startCounting(config);
  serveWorkerMetrics();
  /** The workers that should serve. Others are ending, or have not started serving. */
  const serving = new Set<Worker>();
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    for (const worker of liveWorkers()) worker.process.kill("SIGTERM");
    if (liveWorkers().length === 0) void stopCounting();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  cluster.on("exit", (worker) => {
    if (isStopping && liveWorkers().length === 0) void stopCounting();
    if (!serving.delete(worker) || isStopping) return;
    process.stderr.write(`Worker ${worker.process.pid} ended unexpectedly; starting another\n`);
    // The delay keeps workers that cannot start from using up the processor.
    setTimeout(() => !isStopping && serving.add(forkWorker()), 1000);
  });
  const started = Promise.withResolvers<void>();
  const restarts = new Coalescer<void>();
  // Workers that are starting may run an earlier bundle, so they are replaced, too.
  process.on("SIGUSR2", () => {
    void restarts.run("workers", () => started.promise.then(() => replaceAll(serving, () => isStopping)));
  });
  const workers = Array.from({ length: config.workers }, forkWorker);
  try {
    await Promise.all(workers.map(waitUntilServing));
  } catch (error) {
    await Promise.all(workers.map(killWorker));
    throw error;
  }
  for (const worker of workers) serving.add(worker);
  started.resolve();
}

/**
 * Replaces the workers one by one: each stops accepting connections when another one serves. The new ones run the current bundle. If
 * one cannot start, the remaining workers stay.
 */
async function replaceAll(serving: Set<Worker>, isStopping: () => boolean): Promise<void> {
  let count = 0;
  for (const worker of [...serving]) {
    if (isStopping()) return;
    const replacement = forkWorker();
    try {
      await waitUntilServing(replacement);
    } catch (error) {
      if (!isStopping()) process.stderr.write(`The workers were not replaced: ${errorMessage(error)}\n`);
      return;
    }
    if (isStopping()) return;
    // A worker that has ended unexpectedly meanwhile gets another replacement.
    const ending = serving.has(worker) ? worker : replacement;
    serving.add(replacement).delete(ending);
    if (ending.isConnected()) ending.send({ isReplaced: true } satisfies ReplacedMessage);
    count += 1;
  }
  process.stderr.write(`${count} workers were replaced\n`);
}

interface ReplacedMessage {
  readonly isReplaced?: true;
}

/** Calls the function in a worker when another one serves in its place. */
export function onReplaced(drain: () => void): void {
  if (!cluster.isWorker) return;
  process.on("message", ({ isReplaced }: ReplacedMessage) => isReplaced && drain());
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
  redistributeConnections(worker);
  return worker;
}

/** The messages of Node's cluster module by which the primary hands a connection to a worker, and the worker replies. */
interface ConnectionMessage {
  readonly act?: "newconn";
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Gives a connection to another worker if its worker was killed before it accepted it. Node only does that when a worker replies that
 * it does not accept; without a reply, it would keep the connection open, and nobody would answer the client.
 */
function redistributeConnections(worker: Worker): void {
  const unaccepted = new Set<number>();
  const child = worker.process;
  const send = child.send;
  child.send = function (this: typeof child, ...args: Parameters<typeof send>) {
    const { act, seq } = args[0] as ConnectionMessage;
    if (act === "newconn" && seq !== undefined) unaccepted.add(seq);
    return send.apply(this, args);
  } as typeof send;
  child.on("internalMessage", ({ ack }: ConnectionMessage) => ack !== undefined && unaccepted.delete(ack));
  const redistribute = () => {
    // Until then, Node takes the worker for one that accepts connections.
    if (worker.isConnected()) return;
    for (const ack of [...unaccepted])
      child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false });
  };
  worker.on("exit", redistribute);
  worker.on("disconnect", redistribute);
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
