import type { ExternalNames } from "../../pdf/index.ts";
import { addMilliseconds, concurrentlyChanged, newId } from "../../platform/index.ts";
import { inSteps, type PdfTable, type Reader, stepSize, type Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import type { PdfOrder } from "./order.ts";

export type PdfRow = Pick<PdfTable, "id" | "organization_id" | "space_id" | "name" | "used_at">;

export interface StoredPdf {
  readonly hash: string;
  readonly size: number;
  readonly names: ExternalNames;
  readonly version: string;
}

/** The latest PDF with this key. */
export function findPdf(db: Reader, { space }: PdfOrder, key: string) {
  return db
    .selectFrom("pdfs")
    .where("organization_id", "=", space.organizationId)
    .where("space_id", "=", space.id)
    .where("key", "=", key)
    .where("hash", "is not", null)
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .select(["id", "organization_id", "space_id", "name", "used_at", "names", "names_version"])
    .limit(1)
    .executeTakeFirst();
}

/** Inserts the row and the repository before the bytes, so that these are not removed as unused. */
export async function insertPdf(trx: Writer, { space, name }: PdfOrder, key: string, now: string) {
  const owner = { organization_id: space.organizationId };
  const current = await trx
    .selectFrom("spaces")
    .where("organization_id", "=", space.organizationId)
    .where("id", "=", space.id)
    .select("id")
    .executeTakeFirst();
  // The space may have been transferred.
  if (current === undefined) throw concurrentlyChanged();
  const row = { id: newId(), ...owner, space_id: space.id, repository_id: newId(), name, used_at: now };
  await trx
    .insertInto("repositories")
    .values({ id: row.repository_id, ...owner })
    .execute();
  await trx
    .insertInto("pdfs")
    .values({ ...row, key, made_at: now })
    .execute();
  return row;
}

export async function finishPdf(
  trx: Writer,
  row: PdfRow,
  { hash, size, names, version }: StoredPdf,
  now: string,
): Promise<void> {
  const { numUpdatedRows } = await updateRow(trx, row)
    .set({ hash, size, names: JSON.stringify(names), names_version: version, made_at: now, used_at: now })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw concurrentlyChanged();
}

/** Updates the time of use; false if the PDF was removed. */
export async function markUsed(trx: Writer, row: PdfRow, now: string): Promise<boolean> {
  const { numUpdatedRows } = await updateRow(trx, row).set({ used_at: now }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function updateRow(trx: Writer, row: PdfRow) {
  return trx.updateTable("pdfs").where("organization_id", "=", row.organization_id).where("id", "=", row.id);
}

export async function deletePdf(trx: Writer, row: PdfRow): Promise<void> {
  await trx
    .deleteFrom("pdfs")
    .where("organization_id", "=", row.organization_id)
    .where("id", "=", row.id)
    .execute();
}

const hour = 3_600_000;
const retention = 7 * 24 * hour;

/** Removes unused and unfinished PDFs. Their repositories are removed by the job for unused repositories. */
export async function removeOldPdfs({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  await inSteps(database, (trx) => remove(trx, matchUnused(trx, addMilliseconds(now, -retention))));
  await inSteps(database, (trx) => remove(trx, matchUnfinished(trx, addMilliseconds(now, -hour))));
}

function matchUnused(trx: Writer, until: string) {
  return trx.selectFrom("pdfs").where("used_at", "<=", until);
}

function matchUnfinished(trx: Writer, until: string) {
  return trx.selectFrom("pdfs").where("hash", "is", null).where("made_at", "<=", until);
}

async function remove(trx: Writer, matching: ReturnType<typeof matchUnused>): Promise<number> {
  const ids = (await matching.select("id").limit(stepSize).execute()).map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom("pdfs").where("id", "in", ids).execute();
  return ids.length;
}
