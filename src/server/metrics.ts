import cluster from "node:cluster";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CacheUse, Context, Metrics } from "../api/http/index.ts";
import { RecentCounter } from "../platform/index.ts";
import { newestBackupTime } from "../storage/backups/index.ts";
import { countJobsByKind } from "../storage/jobs/index.ts";
import { observeDatabase } from "./database-metrics.ts";
import { answerForWorker } from "./worker-metrics.ts";

type MetricsContext = Pick<Context, "config" | "database" | "clock" | "log" | "nodeCache">;

/** The metrics of this process. In a cluster, the text has the sums of all workers. */
export function createMetrics(context: MetricsContext): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "lectern_http_request_duration_seconds",
    help: "Time from receiving a request's headers to the end of its response",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers,
  });
  const jobs = new Counter({
    name: "lectern_jobs_total",
    help: "Jobs that were run, by how they ended",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const jobDurations = new Histogram({
    name: "lectern_job_duration_seconds",
    help: "Time that jobs took",
    labelNames: ["kind"],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const [pageCache, replyCache] = [
    { hits: 0, misses: 0 },
    { hits: 0, misses: 0 },
  ];
  observeDatabase(registry, context);
  addJobGauges(registry, context);
  addCacheCounter(registry, { nodes: context.nodeCache, pages: pageCache, replies: replyCache });
  addBackupGauge(registry, context);
  let collectsDefaults = false;
  // Observing the event loop and the garbage collector costs time, so it starts with the first scrape.
  const collectDefaults = () => {
    if (!collectsDefaults) collectDefaultMetrics({ register: registry });
    collectsDefaults = true;
  };
  const collect = () => {
    collectDefaults();
    return registry.getMetricsAsJSON();
  };
  const workers = cluster.isWorker ? answerForWorker(collect) : undefined;
  return {
    requests,
    refused: new RecentCounter(),
    jobs,
    jobDurations,
    pageCache,
    replyCache,
    text: () => {
      collectDefaults();
      return workers?.text() ?? registry.metrics();
    },
    close: async () => workers?.sendLast(),
  };
}

/** Every worker reads the same queue, so the largest value is that of all. Without the database, there are no values. */
function addJobGauges(registry: Registry, { database, clock }: MetricsContext): void {
  const registers = [registry];
  let counting: ReturnType<typeof countJobsByKind>;
  new Gauge({
    name: "lectern_jobs",
    help: "Jobs in the queue that are due, running or failed for good; at most 10000 are counted",
    labelNames: ["kind", "state"],
    aggregator: "max",
    registers,
    async collect() {
      counting = countJobsByKind(database.read, clock.now()).catch(() => []);
      this.reset();
      for (const { kind, state, count } of await counting) this.set({ kind, state }, count);
    },
  });
  // Collected after the one above, in the order of registration.
  new Gauge({
    name: "lectern_job_oldest_due_seconds",
    help: "For how long the longest waiting job has been due, by kind",
    labelNames: ["kind"],
    aggregator: "max",
    registers,
    async collect() {
      this.reset();
      for (const { kind, state, since } of await counting)
        if (state === "due") this.set({ kind }, (Date.parse(clock.now()) - Date.parse(since)) / 1000);
    },
  });
}

function addCacheCounter(registry: Registry, caches: Record<string, CacheUse>): void {
  new Counter({
    name: "lectern_cache_requests_total",
    help: "Lookups in the caches of content nodes, of rendered pages and of replies of the API, by whether the value was found",
    labelNames: ["cache", "result"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, { hits, misses }] of Object.entries(caches)) {
        this.inc({ cache, result: "hit" }, hits);
        this.inc({ cache, result: "miss" }, misses);
      }
    },
  });
}

function addBackupGauge(registry: Registry, { config }: MetricsContext): void {
  const { backupEvery, backupDir } = config;
  if (backupEvery === undefined) return;
  new Gauge({
    name: "lectern_last_backup_timestamp_seconds",
    help: "When the newest scheduled backup in the backup folder was started; 0 if there is none",
    aggregator: "max",
    registers: [registry],
    async collect() {
      this.set(await newestBackupTime(backupDir));
    },
  });
}
