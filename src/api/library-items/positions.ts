import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import { concurrentlyChanged } from "../../platform/index.ts";
import type { Reader, Writer } from "../../storage/database/index.ts";

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

/** Fractional indexes grow with repeated insertions at one place. Beyond this length, all siblings are renumbered. */
const maxPositionLength = 48;

/** A position after all siblings. */
export async function endPosition(db: Reader, parent: ParentRef): Promise<string> {
  const last = await selectSiblings(db, parent, "desc").limit(1).executeTakeFirst();
  return generateKeyBetween(last?.position ?? null, null);
}

/** A position directly before or after a sibling. */
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

/** The nearest sibling on one side. */
export function findNeighbour(db: Reader, parent: ParentRef, { id, position }: Sibling, side: Side) {
  return selectSiblings(db, parent, side === "before" ? "desc" : "asc")
    .where(sql<boolean>`(position, id) ${sql.raw(side === "before" ? "<" : ">")} (${position}, ${id})`)
    .limit(1)
    .executeTakeFirst();
}

/** Moves the children of a collection to its parent, right after it and in their order. */
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

/** Gives all siblings new positions in their present order. */
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
  const placed = items.map(({ id, position }, i) => ({ id, position: positions[i] ?? position }));
  for (let start = 0; start < placed.length; start += rowsPerStatement) {
    const batch = placed.slice(start, start + rowsPerStatement);
    const rows = sql.join(batch.map(({ id, position }) => sql`(${id}, ${position})`));
    await sql`
      with placed(id, position) as (values ${rows})
      update contents set parent_id = ${parentId}, position = placed.position
      from placed where contents.id = placed.id and contents.organization_id = ${organizationId}
    `.execute(trx);
  }
  return placed;
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
