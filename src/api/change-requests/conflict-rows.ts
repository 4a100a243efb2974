import { sql } from "kysely";
import type { MergeConflict } from "../../content/merge/index.ts";
import type { Reader, Writer } from "../../storage/database/index.ts";

/** The conflicts that updates of a change request have found since it had none. */
export async function readFoundConflicts(db: Reader, changeRequestId: string): Promise<MergeConflict[]> {
  const rows = await db
    .selectFrom("change_request_conflicts")
    .where("change_request_id", "=", changeRequestId)
    .orderBy("position")
    .select("conflict")
    .execute();
  return rows.map(({ conflict }) => JSON.parse(conflict) as MergeConflict);
}

/** The number of rows of an insertion. */
const batchSize = 100;

/** Stores the conflicts that an update found, instead of earlier ones if those are all settled. */
export async function saveFoundConflicts(
  trx: Writer,
  changeRequestId: string,
  conflicts: readonly MergeConflict[],
  replaces: boolean,
): Promise<void> {
  if (conflicts.length === 0) return;
  const existing = () =>
    trx.selectFrom("change_request_conflicts").where("change_request_id", "=", changeRequestId);
  if (replaces)
    await trx
      .deleteFrom("change_request_conflicts")
      .where("change_request_id", "=", changeRequestId)
      .execute();
  const last = await existing().select(sql<number | null>`max(position)`.as("position")).executeTakeFirst();
  const rows = conflicts.map((conflict, i) => ({
    change_request_id: changeRequestId,
    position: (last?.position ?? -1) + 1 + i,
    conflict: JSON.stringify(conflict),
  }));
  for (let at = 0; at < rows.length; at += batchSize)
    await trx
      .insertInto("change_request_conflicts")
      .values(rows.slice(at, at + batchSize))
      .execute();
}

/** Copies the conflicts of a change request to another one with the same content. */
export async function copyFoundConflicts(trx: Writer, from: string, to: string): Promise<void> {
  await trx
    .insertInto("change_request_conflicts")
    .columns(["change_request_id", "position", "conflict"])
    .expression((eb) =>
      eb
        .selectFrom("change_request_conflicts")
        .where("change_request_id", "=", from)
        .select([sql<string>`cast(${to} as text)`.as("change_request_id"), "position", "conflict"]),
    )
    .execute();
}
