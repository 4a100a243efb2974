import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";

type MetricList = MetricObjectWithValues<MetricValue<string>>[];

/** Messages between a worker and the primary process. */
interface WorkerMessage {
  /** A worker has a scrape to answer, with this number of its own. */
  readonly scrape?: number;
  /** The metrics of a worker. */
  readonly metrics?: MetricList;
}
interface PrimaryMessage {
  readonly collectMetrics?: true;
  /** The answer to a scrape. */
  readonly scrape?: number;
  readonly text?: string;
}

/** How long the primary waits for the metrics of a busy worker, in milliseconds. Then it takes the previous ones. */
const collectTimeout = 1000;

/** Sends the metrics of this worker when the primary asks for them, and asks it for the sums of all workers. */
export function answerForWorker(collect: () => Promise<MetricList>) {
  const pending = new Map<number, (text: string) => void>();
  let scrapes = 0;
  const send = (message: WorkerMessage) =>
    new Promise<void>((resolve) => {
      if (process.send === undefined || !process.connected) resolve();
      else process.send(message, () => resolve());
    });
  const sendMetrics = async () => send({ metrics: await collect() });
  process.on("message", ({ collectMetrics, scrape, text }: PrimaryMessage) => {
    if (collectMetrics) void sendMetrics();
    if (scrape === undefined || text === undefined) return;
    pending.get(scrape)?.(text);
    pending.delete(scrape);
  });
  return {
    text: () =>
      new Promise<string>((resolve) => {
        scrapes += 1;
        pending.set(scrapes, resolve);
        void send({ scrape: scrapes });
      }),
    /** Hands the last counts to the primary before this worker ends. */
    sendLast: sendMetrics,
  };
}

/**
 * Runs in the primary process: replies to scrapes with the sums of all workers. The counts of ended workers stay in the sums, since
 * a sum that falls would look like a restart of the server.
 */
export function serveWorkerMetrics(): void {
  const latest = new Map<number, MetricList>();
  const waiting = new Map<number, Set<() => void>>();
  let ended: MetricList = [];
  let adding = Promise.resolve();
  const metricsArrived = (worker: Worker) => {
    for (const resolve of waiting.get(worker.id) ?? []) resolve();
    waiting.delete(worker.id);
  };
  const collectFrom = (worker: Worker) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, collectTimeout);
      const resolvers = waiting.getOrInsertComputed(worker.id, () => new Set());
      resolvers.add(() => {
        clearTimeout(timer);
        resolve();
      });
      worker.send({ collectMetrics: true } satisfies PrimaryMessage);
    });
  const sumUp = async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
    await Promise.all(workers.map((worker) => worker && collectFrom(worker)));
    await adding;
    return AggregatorRegistry.aggregate([ended, ...latest.values()]);
  };
  cluster.on("message", (worker: Worker, { scrape, metrics }: WorkerMessage) => {
    if (metrics !== undefined) {
      latest.set(worker.id, metrics);
      metricsArrived(worker);
    }
    if (scrape === undefined) return;
    void sumUp()
      .then((sums) => sums.metrics())
      .then((text) => {
        if (worker.isConnected()) worker.send({ scrape, text } satisfies PrimaryMessage);
      });
  });
  const addEnded = async (counts: MetricList) => {
    ended = (await AggregatorRegistry.aggregate([ended, counts]).getMetricsAsJSON()) as MetricList;
  };
  cluster.on("exit", (worker) => {
    metricsArrived(worker);
    const last = latest.get(worker.id);
    latest.delete(worker.id);
    if (last === undefined) return;
    const counts = last.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
    adding = adding.then(() => addEnded(counts));
  });
}
