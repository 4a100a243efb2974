import type { Membership } from "../../identity/roles/index.ts";
import { badInput, concurrentlyChanged, conflict } from "../../platform/index.ts";
import type { LibraryItemTable, Writer } from "../../storage/database/index.ts";
import { requireCreateIn } from "./access.ts";
import { endPosition, neighbourOf, type ParentRef, positionBeside } from "./positions.ts";
import type { LibraryItemMove, LibraryItemPointer } from "./schema.ts";
import { findLibraryItem, findSubtreeIds, updateLibraryItem } from "./store.ts";

/** Gives a space or a collection another place: in another collection, or among its siblings, or both. */
export async function moveLibraryItem(
  trx: Writer,
  member: Membership,
  id: string,
  { parent, position = {} }: LibraryItemMove,
): Promise<void> {
  const moved = await findLibraryItem(trx, member.organizationId, id);
  if (moved === undefined) throw concurrentlyChanged();
  const level: ParentRef = {
    organizationId: moved.organization_id,
    parentId: parent === undefined ? moved.parent_id : parent,
  };
  await requireCreateIn(trx, member, level.parentId);
  const isElsewhere = level.parentId !== moved.parent_id;
  if (isElsewhere && level.parentId !== null && moved.kind === "collection") {
    const inside = await findSubtreeIds(trx, moved.organization_id, moved.id);
    if (inside.includes(level.parentId)) throw conflict("A collection cannot be moved below itself");
  }
  const found = await findPosition(trx, level, moved, position);
  if (found === undefined) throw conflict("It stands there already: this move would change nothing");
  await updateLibraryItem(trx, moved, { parent_id: level.parentId, position: found });
}

/** The new position; undefined where it is at that place already. */
async function findPosition(
  trx: Writer,
  level: ParentRef,
  moved: LibraryItemTable,
  { before, after }: NonNullable<LibraryItemMove["position"]>,
): Promise<string | undefined> {
  if (before !== undefined && after !== undefined)
    throw badInput("position", "must be either before or after");
  const isElsewhere = level.parentId !== moved.parent_id;
  const pointer = before ?? after;
  if (pointer === undefined) {
    const isLast = !isElsewhere && (await neighbourOf(trx, level, moved, "after")) === undefined;
    return isLast ? undefined : endPosition(trx, level);
  }
  const side = before === undefined ? "after" : "before";
  const anchor = await findAnchor(trx, level, pointer, `position.${side}`);
  if (anchor.id === moved.id) throw badInput(`position.${side}`, "must be something else than what is moved");
  const neighbour = await neighbourOf(trx, level, anchor, side);
  return !isElsewhere && neighbour?.id === moved.id ? undefined : positionBeside(trx, level, anchor, side);
}

async function findAnchor(
  trx: Writer,
  level: ParentRef,
  pointer: LibraryItemPointer,
  field: string,
): Promise<LibraryItemTable> {
  const id = pointer.type === "space" ? pointer.space : pointer.collection;
  const anchor = await findLibraryItem(trx, level.organizationId, id);
  const isThere =
    anchor?.kind === pointer.type && anchor.parent_id === level.parentId && anchor.deleted_at === null;
  if (anchor === undefined || !isThere)
    throw badInput(field, `names no ${pointer.type} in the place that this is moved to`);
  return anchor;
}
