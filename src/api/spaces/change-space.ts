import { concurrentlyChanged, conflict } from "../../platform/index.ts";
import { scheduleReindexing } from "../../search/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { findLibraryItem, toDefaultLevel, updateLibraryItem } from "../library-items/index.ts";
import { defaultEmoji } from "./create-space.ts";
import type { SpaceUpdate } from "./schema.ts";
import type { SpaceRow } from "./store.ts";

/** Puts a space into the trash. */
export async function trashSpace(trx: Writer, space: SpaceRow, now: string): Promise<void> {
  if ((await readDeletedAt(trx, space)) !== null) throw conflict("The space is deleted; restore it first");
  await updateLibraryItem(trx, space, { deleted_at: now });
}

/** Takes a space back out of the trash. */
export async function restoreSpace(trx: Writer, space: SpaceRow): Promise<void> {
  if ((await readDeletedAt(trx, space)) === null) throw conflict("The space is not deleted");
  await updateLibraryItem(trx, space, { deleted_at: null });
}

async function readDeletedAt(trx: Writer, { organization_id, id }: SpaceRow): Promise<string | null> {
  const present = await findLibraryItem(trx, organization_id, id);
  if (present === undefined) throw concurrentlyChanged();
  return present.deleted_at;
}

/** Changes what is given, and nothing else. */
export async function updateSpace(
  trx: Writer,
  space: SpaceRow,
  { title, emoji, icon, editMode, language, defaultLevel }: SpaceUpdate,
  now: string,
): Promise<void> {
  await updateLibraryItem(trx, space, {
    ...(title !== undefined && { title }),
    ...(defaultLevel !== undefined && { default_level: toDefaultLevel(defaultLevel) }),
  });
  await trx
    .updateTable("spaces")
    .where("organization_id", "=", space.organization_id)
    .where("id", "=", space.id)
    .set({
      ...(emoji !== undefined && { emoji: emoji ?? defaultEmoji }),
      ...(icon !== undefined && { icon_url: icon }),
      ...(editMode !== undefined && { edit_mode: editMode }),
      ...(language !== undefined && { language }),
      updated_at: now,
    })
    .execute();
  if (language !== undefined && language !== space.language) await scheduleReindexing(trx, space.id, now);
}
