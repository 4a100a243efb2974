import cluster from "node:cluster";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Metrics } from "../api/http/index.ts";
import type { Config } from "../config/index.ts";
import { newestBackupTime } from "../storage/backups/index.ts";

export function createMetrics({ backupEvery, backupDir }: Config): Metrics {
  const registry = new Registry();
  if (cluster.worker) registry.setDefaultLabels({ worker: cluster.worker.id });
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
    help: "Jobs run by this process, by how they ended",
    labelNames: ["kind", "outcome"],
    registers,
  });
  if (backupEvery !== undefined)
    new Gauge({
      name: "lectern_last_backup_timestamp_seconds",
      help: "When the newest scheduled backup in the backup folder was started; 0 if there is none",
      registers,
      async collect() {
        this.set(await newestBackupTime(backupDir));
      },
    });
  let collectsDefaults = false;
  return {
    requests,
    jobs,
    text: () => {
      // Observing the event loop and the garbage collector costs time, so it starts with the first scrape.
      if (!collectsDefaults) collectDefaultMetrics({ register: registry });
      collectsDefaults = true;
      return registry.metrics();
    },
  };
}
