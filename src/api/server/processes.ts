import { addMilliseconds } from "../../platform/index.ts";
import type { Reader, ServerProcessTable, Writer } from "../../storage/database/index.ts";

/** How often a process repeats its row, in milliseconds. */
export const heartbeatInterval = 30_000;
/** A process that has not repeated its row for this long, in milliseconds, has ended. */
const maxSilence = 3 * heartbeatInterval;

/** The processes that serve requests, on all machines. */
export function listProcesses(db: Reader, now: string) {
  return db
    .selectFrom("server_processes")
    .where("seen_at", ">", addMilliseconds(now, -maxSilence))
    .selectAll()
    .orderBy("host")
    .orderBy("started_at")
    .orderBy("id")
    .execute();
}

/** Repeats the row of a process, and removes those of ended ones. */
export async function recordProcess(trx: Writer, row: ServerProcessTable): Promise<void> {
  const { seen_at, memory, refused } = row;
  await trx
    .insertInto("server_processes")
    .values(row)
    .onConflict((existing) => existing.column("id").doUpdateSet({ seen_at, memory, refused }))
    .execute();
  await trx
    .deleteFrom("server_processes")
    .where("seen_at", "<", addMilliseconds(seen_at, -maxSilence))
    .execute();
}

export async function forgetProcess(trx: Writer, id: string): Promise<void> {
  await trx.deleteFrom("server_processes").where("id", "=", id).execute();
}
