import type { OutsideNames } from "../../pdf/index.ts";
import { addMilliseconds, concurrentlyChanged, newId } from "../../platform/index.ts";
import { inSteps, type PdfTable, type Reader, stepSize, type Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import type { PdfOrder } from "./order.ts";

/** What it takes to give out the address of a PDF. */
export type PdfRow = Pick<PdfTable, "id" | "organization_id" | "space_id" | "name" | "used_at">;

/** A PDF whose bytes are kept. */
export interface MadePdf {
  readonly hash: string;
  readonly size: number;
  /** What is shown in it that is kept elsewhere, and the version of that. */
  readonly names: OutsideNames;
  readonly version: string;
}

/** The last one that was made with this key. */
export function findMade(db: Reader, { space }: PdfOrder, key: string) {
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

/** Begins one, with a place for its bytes: it is there before they are, so that nobody takes them for left over. */
export async function insertPdf(
  trx: Writer,
  { space, name }: PdfOrder,
  key: string,
  now: string,
): Promise<PdfRow & Pick<PdfTable, "repository_id">> {
  const owned = { organization_id: space.organizationId };
  const home = await trx
    .selectFrom("spaces")
    .where("organization_id", "=", space.organizationId)
    .where("id", "=", space.id)
    .select("id")
    .executeTakeFirst();
  // It may have been transferred.
  if (home === undefined) throw concurrentlyChanged();
  const row = { id: newId(), ...owned, space_id: space.id, repository_id: newId(), name, used_at: now };
  await trx
    .insertInto("repositories")
    .values({ id: row.repository_id, ...owned })
    .execute();
  await trx
    .insertInto("pdfs")
    .values({ ...row, key, made_at: now })
    .execute();
  return row;
}

/** From now on it counts. */
export async function finishPdf(
  trx: Writer,
  row: PdfRow,
  { hash, size, names, version }: MadePdf,
  now: string,
): Promise<void> {
  const { numUpdatedRows } = await ownRow(trx, row)
    .set({ hash, size, names: JSON.stringify(names), names_version: version, made_at: now, used_at: now })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw concurrentlyChanged();
}

/** Remembers that it was asked for; false where it has just been removed. */
export async function markUsed(trx: Writer, row: PdfRow, now: string): Promise<boolean> {
  const { numUpdatedRows } = await ownRow(trx, row).set({ used_at: now }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function ownRow(trx: Writer, row: PdfRow) {
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
/** How long a PDF is kept after it was last asked for. */
const keptFor = 7 * 24 * hour;

/** Removes PDFs that nobody asked for lately, and what was begun and never finished. Their bytes go as all that nothing has any more. */
export async function removeOldPdfs({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  await inSteps(database, (trx) => remove(trx, matchUnused(trx, addMilliseconds(now, -keptFor))));
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
