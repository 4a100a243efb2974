import { sql } from "kysely";
import type { Writer } from "./dialects/index.ts";

// Nodes and files are addressed by hash, so whoever writes one that exists already uses the existing row. The hour of the last write
// in `touched` keeps the collection of garbage from removing a row that a writer is about to refer to (storage/garbage).

/** Hours since 1970, the unit of `touched`. */
export function hourOf(time: number): number {
  return Math.floor(time / 3_600_000);
}

export function currentHour(): number {
  return hourOf(Date.now());
}

/** The condition that a row was not written since the start of an hour. */
export function isUntouchedSince(hour: number) {
  return sql<boolean>`(touched is null or touched < ${hour})`;
}

/** Notes that a repository may contain garbage from now on, at most once an hour. */
export async function noteGarbage(trx: Writer, repositoryId: string): Promise<void> {
  const now = new Date(currentHour() * 3_600_000).toISOString();
  await trx
    .updateTable("repositories")
    .where("id", "=", repositoryId)
    .where((eb) => eb.or([eb("garbage_at", "is", null), eb("garbage_at", "<", now)]))
    .set({ garbage_at: now })
    .execute();
}

/** Notes that all repositories were replaced: garbage is not collected by what was read of the earlier ones. */
export async function noteRestore(trx: Writer, now: string): Promise<void> {
  await trx
    .updateTable("repositories")
    .set({ garbage_at: now, removed_at: now, collected_until: null })
    .execute();
}

/** Notes that something was removed from repositories, so that what only it referred to is garbage. */
export async function noteRemoval(trx: Writer, repositoryIds: readonly string[], now: string): Promise<void> {
  await trx
    .updateTable("repositories")
    .where("id", "in", repositoryIds)
    .set({ garbage_at: now, removed_at: now })
    .execute();
}
