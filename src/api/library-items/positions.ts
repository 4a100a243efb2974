import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import type { Membership } from "../../identity/roles/index.ts";
import { badInput, concurrentlyChanged, conflict } from "../../platform/index.ts";
import type { LibraryItemTable, Reader, Writer } from "../../storage/database/index.ts";
import type { Call } from "../http/index.ts";
import type { LibraryItemMove, LibraryItemPointer } from "./schema.ts";
import { findLibraryItem, findSubtreeIds, requireCreateIn, updateLibraryItem } from "./store.ts";

/** The parent of siblings: a collection or, for null, the top level of an organization. */
export interface ParentRef {
  readonly organizationId: string;
  readonly parentId: string | null;
}

interface Sibling {
  readonly id: string;
  readonly position: string;
}

type Side = "before" | "after";

/** Fractional indexes grow with repeated insertions at one position. Beyond this length, all siblings are renumbered. */
const maxPositionLength = 48;

export async function endPosition(db: Reader, parent: ParentRef): Promise<string> {
  const last = await selectSiblings(db, parent, "desc").limit(1).executeTakeFirst();
  return generateKeyBetween(last?.position ?? null, null);
}

export async function positionBeside(
  trx: Writer,
  parent: ParentRef,
  anchor: Sibling,
  side: Side,
): Promise<string> {
  const neighbour = await findNeighbour(trx, parent, anchor, side);
  const [from, to] = side === "before" ? [neighbour, anchor] : [anchor, neighbour];
  const isTied = from !== undefined && from.position === to?.position;
  const position = isTied ? "" : generateKeyBetween(from?.position ?? null, to?.position ?? null);
  if (!isTied && position.length <= maxPositionLength) return position;
  const renumbered = (await renumber(trx, parent)).find(({ id }) => id === anchor.id);
  if (renumbered === undefined) throw concurrentlyChanged();
  return positionBeside(trx, parent, renumbered, side);
}

function findNeighbour(db: Reader, parent: ParentRef, { id, position }: Sibling, side: Side) {
  return selectSiblings(db, parent, side === "before" ? "desc" : "asc")
    .where(sql<boolean>`(position, id) ${sql.raw(side === "before" ? "<" : ">")} (${position}, ${id})`)
    .limit(1)
    .executeTakeFirst();
}

/** Moves the children of a collection to its parent, to the positions after it, in their order. */
export async function moveChildrenUp(
  trx: Writer,
  collection: Sibling & { organization_id: string; parent_id: string | null },
): Promise<void> {
  const { id, position, organization_id: organizationId, parent_id: parentId } = collection;
  const parent = { organizationId, parentId };
  const children = await selectSiblings(trx, { organizationId, parentId: id }, "asc").execute();
  const next = await findNeighbour(trx, parent, collection, "after");
  const end = next === undefined || next.position === position ? null : next.position;
  await setPositions(trx, parent, children, generateNKeysBetween(position, end, children.length));
}

/** Gives all siblings new positions in their current order. */
async function renumber(trx: Writer, parent: ParentRef): Promise<Sibling[]> {
  const siblings = await selectSiblings(trx, parent, "asc").execute();
  return setPositions(trx, parent, siblings, generateNKeysBetween(null, null, siblings.length));
}

/** Databases limit the number of parameters of a statement. */
const rowsPerStatement = 5000;

async function setPositions(
  trx: Writer,
  { organizationId, parentId }: ParentRef,
  items: readonly Sibling[],
  positions: readonly string[],
): Promise<Sibling[]> {
  const repositioned = items.map(({ id, position }, i) => ({ id, position: positions[i] ?? position }));
  for (let start = 0; start < repositioned.length; start += rowsPerStatement) {
    const batch = repositioned.slice(start, start + rowsPerStatement);
    const rows = sql.join(batch.map(({ id, position }) => sql`(${id}, ${position})`));
    await sql`
      with repositioned(id, position) as (values ${rows})
      update contents set parent_id = ${parentId}, position = repositioned.position
      from repositioned where contents.id = repositioned.id and contents.organization_id = ${organizationId}
    `.execute(trx);
  }
  return repositioned;
}

function selectSiblings(db: Reader, { organizationId, parentId }: ParentRef, order: "asc" | "desc") {
  return db
    .selectFrom("contents")
    .where("organization_id", "=", organizationId)
    .where("parent_id", parentId === null ? "is" : "=", parentId)
    .orderBy("position", order)
    .orderBy("id", order)
    .select(["id", "position"]);
}

type MoveCall = Call<unknown, unknown, LibraryItemMove> & { member: Membership };

/** Moves a space or collection to another collection, to another position among its siblings, or both. */
export async function moveLibraryItem({ context, member, body }: MoveCall, id: string): Promise<void> {
  await context.database.write(async (trx) => {
    const moved = await findLibraryItem(trx, member.organizationId, id);
    if (moved === undefined || moved.deleted_at !== null) throw concurrentlyChanged();
    const { parent: parentId = moved.parent_id } = body;
    await requireCreateIn(trx, member, parentId);
    if (parentId !== null && parentId !== moved.parent_id && moved.kind === "collection") {
      const subtree = await findSubtreeIds(trx, moved);
      if (subtree.includes(parentId)) throw conflict("A collection cannot be moved below itself");
    }
    const parent = { organizationId: moved.organization_id, parentId };
    const position = await findPosition(trx, parent, moved, body.position ?? {});
    if (position === undefined) throw conflict("The item is already at that position");
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
    throw badInput("position", "must have either before or after");
  const keepsParent = parent.parentId === moved.parent_id;
  const pointer = before ?? after;
  if (pointer === undefined) {
    const isLast = keepsParent && (await findNeighbour(trx, parent, moved, "after")) === undefined;
    return isLast ? undefined : endPosition(trx, parent);
  }
  const side = before === undefined ? "after" : "before";
  const anchor = await findAnchor(trx, parent, pointer, `position.${side}`);
  if (anchor.id === moved.id) throw badInput(`position.${side}`, "must not be the moved item");
  const neighbour = await findNeighbour(trx, parent, anchor, side);
  return keepsParent && neighbour?.id === moved.id ? undefined : positionBeside(trx, parent, anchor, side);
}

async function findAnchor(trx: Writer, parent: ParentRef, pointer: LibraryItemPointer, field: string) {
  const id = pointer.type === "space" ? pointer.space : pointer.collection;
  const anchor = await findLibraryItem(trx, parent.organizationId, id);
  const isSibling = anchor?.kind === pointer.type && anchor.parent_id === parent.parentId;
  if (!isSibling || anchor.deleted_at !== null)
    throw badInput(field, `is not a ${pointer.type} with the same parent`);
  return anchor;
}
