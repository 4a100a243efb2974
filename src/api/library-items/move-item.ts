import type { Membership } from "../../identity/roles/index.ts";
import { badInput, concurrentlyChanged, conflict } from "../../platform/index.ts";
import type { LibraryItemTable, Writer } from "../../storage/database/index.ts";
import type { Call } from "../http/index.ts";
import { requireCreateIn } from "./access.ts";
import { endPosition, findNeighbour, type ParentRef, positionBeside } from "./positions.ts";
import type { LibraryItemMove, LibraryItemPointer } from "./schema.ts";
import { findLibraryItem, findSubtreeIds, updateLibraryItem } from "./store.ts";

type MoveCall = Call<unknown, unknown, LibraryItemMove> & { member: Membership };

/** Moves a space or collection to another collection, to another position among its siblings, or both. */
export async function moveLibraryItem({ context, member, body }: MoveCall, id: string): Promise<void> {
  await context.database.write(async (trx) => {
    const moved = await findLibraryItem(trx, member.organizationId, id);
    if (moved === undefined) throw concurrentlyChanged();
    const { parent: parentId = moved.parent_id } = body;
    await requireCreateIn(trx, member, parentId);
    if (parentId !== null && parentId !== moved.parent_id && moved.kind === "collection") {
      const subtree = await findSubtreeIds(trx, moved);
      if (subtree.includes(parentId)) throw conflict("A collection cannot be moved below itself");
    }
    const parent = { organizationId: moved.organization_id, parentId };
    const position = await findPosition(trx, parent, moved, body.position ?? {});
    if (position === undefined)
      throw conflict("It is at that position already: this move would change nothing");
    await updateLibraryItem(trx, moved, { parent_id: parentId, position });
  });
}

/** The new position; undefined if the item is there already. */
async function findPosition(
  trx: Writer,
  parent: ParentRef,
  moved: LibraryItemTable,
  { before, after }: NonNullable<LibraryItemMove["position"]>,
): Promise<string | undefined> {
  if (before !== undefined && after !== undefined)
    throw badInput("position", "must be either before or after");
  const keepsParent = parent.parentId === moved.parent_id;
  const pointer = before ?? after;
  if (pointer === undefined) {
    const isLast = keepsParent && (await findNeighbour(trx, parent, moved, "after")) === undefined;
    return isLast ? undefined : endPosition(trx, parent);
  }
  const side = before === undefined ? "after" : "before";
  const anchor = await findAnchor(trx, parent, pointer, `position.${side}`);
  if (anchor.id === moved.id) throw badInput(`position.${side}`, "must not name the item that is moved");
  const neighbour = await findNeighbour(trx, parent, anchor, side);
  return keepsParent && neighbour?.id === moved.id ? undefined : positionBeside(trx, parent, anchor, side);
}

async function findAnchor(trx: Writer, parent: ParentRef, pointer: LibraryItemPointer, field: string) {
  const id = pointer.type === "space" ? pointer.space : pointer.collection;
  const anchor = await findLibraryItem(trx, parent.organizationId, id);
  const isSibling = anchor?.kind === pointer.type && anchor.parent_id === parent.parentId;
  if (!isSibling || anchor.deleted_at !== null)
    throw badInput(field, `names no ${pointer.type} in the place that this is moved to`);
  return anchor;
}
