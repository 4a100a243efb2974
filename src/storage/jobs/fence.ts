import { LecternError } from "../../platform/index.ts";
import type { Database, JobTable, Writer } from "../database/index.ts";

/**
 * The database for a running job. Its transactions fail once another process has taken the job over or a backup was restored: what
 * the job has read may be outdated. The lock makes a restore wait for a transaction that has begun.
 */
export function fenceDatabase(database: Database, job: JobTable): Database {
  const fence =
    <T>(work: (trx: Writer) => Promise<T>) =>
    async (trx: Writer): Promise<T> => {
      const held = await trx
        .selectFrom("jobs")
        .where("id", "=", job.id)
        .where("lease", "=", job.lease)
        .select("id")
        .forKeyShare()
        .executeTakeFirst();
      if (held === undefined) throw new LostLeaseError();
      return work(trx);
    };
  return {
    ...database,
    write: (work, mutexKey, isolation) => database.write(fence(work), mutexKey, isolation),
    tryWrite: (work, isolation) => database.tryWrite(fence(work), isolation),
  };
}

export class LostLeaseError extends Error {
  constructor() {
    super("another process has taken the job over, or a backup was restored");
  }
}

/** Whether a failure concerns all that is left of a job: it is not held any more, or the database accepts no transactions. */
export function endsJob(error: unknown): boolean {
  return error instanceof LostLeaseError || (error instanceof LecternError && error.status === 503);
}
