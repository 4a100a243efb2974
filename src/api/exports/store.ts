import { addMilliseconds, LecternError, newId } from "../../platform/index.ts";
import type { ExportRunTable, Reader, Writer } from "../../storage/database/index.ts";
import { removeRunFile } from "../../storage/files/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";
import type { Context } from "../http/index.ts";

export type ExportRow = ExportRunTable;

/** The kind of the jobs that do exports. */
export const exportJob = "export-content";

/** How long an export can be downloaded, in milliseconds. */
const lifetime = 86_400_000;

type NewExport = Pick<ExportRow, "organization_id" | "created_by" | "format"> &
  Partial<Pick<ExportRow, "space_id" | "site_id" | "change_request_id" | "page_id" | "options">>;

/** Adds an export and the job that does it. */
export async function insertExport(trx: Writer, values: NewExport, now: string): Promise<string> {
  const id = newId();
  await trx
    .insertInto("export_runs")
    .values({
      ...{ space_id: null, site_id: null, change_request_id: null, page_id: null, options: "{}" },
      ...values,
      ...{ id, status: "pending", attempt: null, attempts: 0, progress: null, error: null, result: null },
      ...{ file_id: null, created_at: now, started_at: null, updated_at: now, ended_at: null },
      expires_at: addMilliseconds(now, lifetime),
    })
    .execute();
  const job = { kind: exportJob, payload: { exportId: id }, organizationId: values.organization_id };
  await enqueue(trx, job, now);
  return id;
}

/** The exports that somebody has started in an organization. */
export function selectExports(db: Reader, organizationId: string, userId: string) {
  return db
    .selectFrom("export_runs")
    .where("organization_id", "=", organizationId)
    .where("created_by", "=", userId);
}

/** Begins an export, or begins it again if its server has ended. Undefined if it has ended already. */
export async function beginExport(trx: Writer, id: string, now: string) {
  return trx
    .updateTable("export_runs")
    .where("id", "=", id)
    .where("status", "in", ["pending", "in-progress"])
    .set((eb) => ({
      ...{ status: "in-progress", attempt: newId(), updated_at: now },
      attempts: eb("attempts", "+", 1),
      started_at: eb.fn.coalesce("started_at", eb.val(now)),
    }))
    .returningAll()
    .executeTakeFirst();
}

/** Updates an export that this process does. False if it was cancelled, removed, or taken over. */
export async function updateExport(
  { database, clock }: Context,
  { id, attempt }: ExportRow,
  values: Partial<Pick<ExportRow, "status" | "progress" | "error" | "result" | "file_id" | "ended_at">>,
): Promise<boolean> {
  const { numUpdatedRows } = await database.write((trx) =>
    trx
      .updateTable("export_runs")
      .where("id", "=", id)
      .where("attempt", "=", attempt)
      .where("status", "=", "in-progress")
      .set({ ...values, updated_at: clock.now() })
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/** Whether this process still does an export. */
export async function isCurrent(db: Reader, { id, attempt }: ExportRow): Promise<boolean> {
  const row = await db
    .selectFrom("export_runs")
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "=", "in-progress")
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function failExport(context: Context, row: ExportRow, error: unknown): Promise<void> {
  const isClients = error instanceof LecternError;
  if (!isClients) context.log.error({ err: error, export: row.id }, "an export failed");
  const message = isClients ? error.message : "The export failed because of an error in the server";
  const ended = {
    status: "failed",
    error: JSON.stringify({ message }),
    ended_at: context.clock.now(),
  } as const;
  await updateExport(context, row, ended);
}

/** Cancels an export, unless it has ended. */
export async function cancelExport({ database, clock }: Context, id: string): Promise<void> {
  const now = clock.now();
  await database.write((trx) =>
    trx
      .updateTable("export_runs")
      .where("id", "=", id)
      .where("status", "in", ["pending", "in-progress"])
      .set({ status: "cancelled", ended_at: now, updated_at: now })
      .execute(),
  );
}

const removedAtOnce = 100;

/** Removes exports that have expired. Their files expire at the same time. */
export async function removeOldExports(context: Context): Promise<void> {
  const { database, clock, stopping } = context;
  let count = removedAtOnce;
  while (count === removedAtOnce && !stopping?.aborted) {
    const expired = await database.read
      .selectFrom("export_runs")
      .where("expires_at", "<", clock.now())
      .orderBy("expires_at")
      .limit(removedAtOnce)
      .select(["id", "file_id"])
      .execute();
    await removeExports(context, expired);
    count = expired.length;
  }
}

/** How many files of exports are kept for somebody in one organization. */
const maxStored = 10;

/** Removes the oldest exports of somebody who has more than are kept. */
export async function removeSurplusExports(context: Context, owner: ExportRow): Promise<void> {
  const stored = await selectExports(context.database.read, owner.organization_id, owner.created_by)
    .where("status", "=", "completed")
    .orderBy("ended_at", "desc")
    .orderBy("id", "desc")
    .select(["id", "file_id"])
    .execute();
  await removeExports(context, stored.slice(maxStored));
}

async function removeExports(
  context: Context,
  exports: readonly Pick<ExportRow, "id" | "file_id">[],
): Promise<void> {
  const { database, stopping } = context;
  for (const { id, file_id } of exports) {
    if (stopping?.aborted) return;
    if (file_id !== null) await removeRunFile(context, file_id);
    await database.write((trx) => trx.deleteFrom("export_runs").where("id", "=", id).execute());
  }
}
