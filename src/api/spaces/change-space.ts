import { concurrentlyChanged, conflict } from "../../platform/index.ts";
import { scheduleReindexing } from "../../search/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { findLibraryItem, toDefaultLevel, updateLibraryItem } from "../library-items/index.ts";
import { defaultEmoji } from "./create-space.ts";
import type { SpaceUpdate } from "./schema.ts";
import type { SpaceRow } from "./store.ts";

/** Moves a space to the trash at this time; null restores it. */
export async function setDeletedAt(trx: Writer, space: SpaceRow, deletedAt: string | null): Promise<void> {
  const current = await findLibraryItem(trx, space.organization_id, space.id);
  if (current === undefined) throw concurrentlyChanged();
  const isDeleted = current.deleted_at !== null;
  if (isDeleted && deletedAt !== null) throw conflict("The space is deleted; restore it first");
  if (!isDeleted && deletedAt === null) throw conflict("The space is not deleted");
  await updateLibraryItem(trx, space, { deleted_at: deletedAt });
}

/** Changes the fields that are given. */
export async function updateSpace(
  trx: Writer,
  space: SpaceRow,
  { title, emoji, icon, editMode, language, defaultLevel }: SpaceUpdate,
  now: string,
): Promise<void> {
  await updateLibraryItem(trx, space, { title, default_level: toDefaultLevel(defaultLevel) });
  await trx
    .updateTable("spaces")
    .where("organization_id", "=", space.organization_id)
    .where("id", "=", space.id)
    .set({
      emoji: emoji === null ? defaultEmoji : emoji,
      icon_url: icon,
      edit_mode: editMode,
      language,
      updated_at: now,
    })
    .execute();
  if (language !== undefined && language !== space.language) await scheduleReindexing(trx, space.id, now);
}
