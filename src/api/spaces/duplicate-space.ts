import { copyGrants, type Membership } from "../../identity/roles/index.ts";
import { changedMeanwhile } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { positionBeside, requireCreateIn } from "../library-items/index.ts";
import { insertSpace } from "./create-space.ts";
import { findSpaces } from "./store.ts";

/**
 * Makes a copy of a space, right after it, with the same people in it. The copy shares the nodes of the original, so
 * it costs the same whatever the size; it begins a history of its own.
 */
export async function duplicateSpace(
  trx: Writer,
  member: Membership,
  spaceId: string,
  now: string,
): Promise<string> {
  const original = (await findSpaces(trx, member.organizationId, [spaceId])).get(spaceId);
  if (original === undefined || original.deleted_at !== null) throw changedMeanwhile();
  const level = { organizationId: original.organization_id, parentId: original.parent_id };
  await requireCreateIn(trx, member, level.parentId);
  const { repository_id, root, emoji, edit_mode, icon_url, language, default_level } = original;
  const position = await positionBeside(trx, level, original, "after");
  const id = await insertSpace(
    trx,
    level,
    { title: copyTitle(original.title), position, default_level },
    { repository_id, root, emoji, edit_mode, icon_url, language },
    { userId: member.userId, now },
  );
  await copyGrants(trx, original.id, id);
  return id;
}

/** Within the 50 characters that a title may have. */
function copyTitle(title: string): string {
  const suffix = " (copy)";
  return [...title].slice(0, 50 - suffix.length).join("") + suffix;
}
