import { changedMeanwhile, conflict } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { findContent, updateContent } from "../library-items/index.ts";
import type { SpaceRow } from "./store.ts";

/** Puts a space into the trash. */
export async function trashSpace(trx: Writer, space: SpaceRow, now: string): Promise<void> {
  if ((await readDeletedAt(trx, space)) !== null) throw conflict("The space is deleted; restore it first");
  await updateContent(trx, space, { deleted_at: now });
}

/** Takes a space back out of the trash. */
export async function restoreSpace(trx: Writer, space: SpaceRow): Promise<void> {
  if ((await readDeletedAt(trx, space)) === null) throw conflict("The space is not deleted");
  await updateContent(trx, space, { deleted_at: null });
}

async function readDeletedAt(trx: Writer, { organization_id, id }: SpaceRow): Promise<string | null> {
  const present = await findContent(trx, organization_id, id);
  if (present === undefined) throw changedMeanwhile();
  return present.deleted_at;
}
