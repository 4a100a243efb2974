import { scheduleReindexing } from "../../search/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { levelOf, updateContent } from "../library-items/index.ts";
import { defaultEmoji } from "./create-space.ts";
import type { SpaceUpdate } from "./schema.ts";
import type { SpaceRow } from "./store.ts";

/** Changes what is given, and nothing else. */
export async function updateSpace(
  trx: Writer,
  space: SpaceRow,
  { title, emoji, icon, editMode, language, defaultLevel }: SpaceUpdate,
  now: string,
): Promise<void> {
  await updateContent(trx, space, {
    ...(title !== undefined && { title }),
    ...(defaultLevel !== undefined && { default_level: levelOf(defaultLevel) }),
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
