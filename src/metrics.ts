import cluster from "node:cluster";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** What `/metrics` shows of this process. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<"method" | "route" | "status">;
  readonly jobs: Counter<"kind" | "outcome">;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  if (cluster.isWorker) registry.setDefaultLabels({ worker: cluster.worker?.id ?? 0 });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "lectern_http_request_duration_seconds",
      help: "Time from a request's first byte to its answer",
      labelNames: ["method", "route", "status"],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    jobs: new Counter({
      name: "lectern_jobs_total",
      help: "Jobs run by this process, by how they ended",
      labelNames: ["kind", "outcome"],
      registers: [registry],
    }),
  };
}
