import type { Context } from "../http/index.ts";
import { presentJob, type ServerJob } from "./schema.ts";

/** A job of which there is one at a time. */
interface SingleJob {
  readonly kind: string;
  readonly key: string;
}

/** The job that writes a backup now. */
export const backupJob: SingleJob = { kind: "make-backup", key: "now" };

/** The job that measures what takes the space. */
export const storageJob: SingleJob = { kind: "measure-storage", key: "now" };

export function findJob(db: Context["database"]["read"], { kind, key }: SingleJob) {
  return db
    .selectFrom("jobs")
    .where("kind", "=", kind)
    .where("unique_key", "=", key)
    .selectAll()
    .executeTakeFirst();
}

/** The job as the API shows it; undefined if it is done. */
export async function readSingleJob(
  db: Context["database"]["read"],
  job: SingleJob,
): Promise<ServerJob | undefined> {
  const row = await findJob(db, job);
  return row && presentJob(row);
}
