import { conflict } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { exportJob } from "../exports/index.ts";
import { importJob } from "../imports/index.ts";

/** Refuses to remove the job of an import or export that has not ended: nobody would end it. */
export async function requireNoOpenRun(trx: Writer, jobId: string): Promise<void> {
  const run = await findOpenRun(trx, jobId);
  if (run !== undefined) throw conflict(`The job does an ${run} that has not ended: cancel the ${run}`);
}

/** What a job does for somebody who waits for its end. Undefined for other jobs, and if it has ended. */
async function findOpenRun(trx: Writer, jobId: string): Promise<"import" | "export" | undefined> {
  const job = await trx
    .selectFrom("jobs")
    .where("id", "=", jobId)
    .where("kind", "in", [importJob, exportJob])
    .select(["kind", "payload"])
    .executeTakeFirst();
  if (job === undefined) return undefined;
  const { runId, exportId } = JSON.parse(job.payload) as { runId?: string; exportId?: string };
  const run = await trx
    .selectFrom(job.kind === importJob ? "import_runs" : "export_runs")
    .where("id", "=", runId ?? exportId ?? "")
    .where("status", "in", ["pending", "in-progress"])
    .select("id")
    .executeTakeFirst();
  if (run === undefined) return undefined;
  return job.kind === importJob ? "import" : "export";
}
