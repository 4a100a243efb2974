import type { Registry } from "prom-client";
import type { Config } from "../config/index.ts";
import { Counter, Histogram, type Metrics, workerLabels } from "../platform/index.ts";

/**
 * Ours are counted by hand, which takes next to nothing at every request; the library, which takes a tenth of a start to
 * load, does the rest when somebody asks.
 */
export function createMetrics(config: Config): Metrics {
  const requests = new Histogram(
    "lectern_http_request_duration_seconds",
    "Time from a request's first byte to its answer",
  );
  const jobs = new Counter("lectern_jobs_total", "Jobs run by this process, by how they ended");
  let registry: Promise<Registry> | undefined;
  return {
    requests,
    jobs,
    text: async () => {
      registry ??= openRegistry(config);
      return [await (await registry).metrics(), requests.text(), jobs.text()].join("\n");
    },
  };
}

async function openRegistry({ backupEvery, backupDir }: Config): Promise<Registry> {
  const { collectDefaultMetrics, Gauge, Registry } = await import("prom-client");
  const { newestBackupTime } = await import("../storage/backups/backup-files.ts");
  const registry = new Registry();
  registry.setDefaultLabels(workerLabels);
  collectDefaultMetrics({ register: registry });
  if (backupEvery !== undefined)
    new Gauge({
      name: "lectern_last_backup_timestamp_seconds",
      help: "When the newest scheduled backup in this server's folder was begun; 0 when there is none",
      registers: [registry],
      // Whichever process wrote it, and however long ago: what counts is that it is there.
      async collect() {
        this.set(await newestBackupTime(backupDir));
      },
    });
  return registry;
}
