import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import { concurrentlyChanged } from "../../platform/index.ts";
import type { Reader, Writer } from "../../storage/database/index.ts";

/** Between which siblings something stands: below a collection, or at the top of its organization. */
export interface ParentRef {
  readonly organizationId: string;
  readonly parentId: string | null;
}

interface Sibling {
  readonly id: string;
  readonly position: string;
}

/** Positions grow when things are put in between again and again; beyond this, all siblings get fresh ones. */
const longestPosition = 48;

/** A position behind all that stand there. */
export async function endPosition(db: Reader, level: ParentRef): Promise<string> {
  const last = await siblings(db, level, "desc").limit(1).executeTakeFirst();
  return generateKeyBetween(last?.position ?? null, null);
}

/** A position right before or right after one of those that stand there. */
export async function positionBeside(
  trx: Writer,
  level: ParentRef,
  anchor: Sibling,
  side: "before" | "after",
): Promise<string> {
  const neighbour = await neighbourOf(trx, level, anchor, side);
  const [from, to] = side === "before" ? [neighbour, anchor] : [anchor, neighbour];
  const isTied = from !== undefined && from.position === to?.position;
  const position = isTied ? "" : generateKeyBetween(from?.position ?? null, to?.position ?? null);
  if (!isTied && position.length <= longestPosition) return position;
  const spread = await spreadOut(trx, level);
  const moved = spread.find(({ id }) => id === anchor.id);
  if (moved === undefined) throw concurrentlyChanged();
  return positionBeside(trx, level, moved, side);
}

/** The nearest sibling on one side. */
export function neighbourOf(
  db: Reader,
  level: ParentRef,
  { id, position }: Sibling,
  side: "before" | "after",
): Promise<Sibling | undefined> {
  const isBefore = side === "before";
  return siblings(db, level, isBefore ? "desc" : "asc")
    .where(
      isBefore
        ? sql<boolean>`(position, id) < (${position}, ${id})`
        : sql<boolean>`(position, id) > (${position}, ${id})`,
    )
    .limit(1)
    .executeTakeFirst();
}

/** Puts all that is in a collection in the place of the collection itself, in its order. */
export async function moveChildrenUp(
  trx: Writer,
  collection: Sibling & { organization_id: string; parent_id: string | null },
): Promise<void> {
  const { id, organization_id: organizationId, parent_id: parentId } = collection;
  const above = { organizationId, parentId };
  const children = await siblings(trx, { organizationId, parentId: id }, "asc").execute();
  const next = await neighbourOf(trx, above, collection, "after");
  const isTied = next?.position === collection.position;
  const positions = generateNKeysBetween(
    collection.position,
    isTied ? null : (next?.position ?? null),
    children.length,
  );
  await setPlaces(
    trx,
    above,
    children.map((child, i) => ({ id: child.id, position: positions[i] ?? child.position })),
  );
}

/** Gives all siblings fresh positions, in the order they have. */
async function spreadOut(trx: Writer, level: ParentRef): Promise<Sibling[]> {
  const all = await siblings(trx, level, "asc").execute();
  const positions = generateNKeysBetween(null, null, all.length);
  const spread = all.map(({ id }, i) => ({ id, position: positions[i] ?? "" }));
  await setPlaces(trx, level, spread);
  return spread;
}

/** A statement takes so many values, and no more. */
const placesAtOnce = 5000;

async function setPlaces(
  trx: Writer,
  { organizationId, parentId }: ParentRef,
  places: readonly Sibling[],
): Promise<void> {
  const [some, rest] = [places.slice(0, placesAtOnce), places.slice(placesAtOnce)];
  if (some.length === 0) return;
  const rows = sql.join(some.map(({ id, position }) => sql`(${id}, ${position})`));
  await sql`
    with placed(id, position) as (values ${rows})
    update contents set parent_id = ${parentId}, position = placed.position
    from placed where contents.id = placed.id and contents.organization_id = ${organizationId}
  `.execute(trx);
  await setPlaces(trx, { organizationId, parentId }, rest);
}

function siblings(db: Reader, { organizationId, parentId }: ParentRef, order: "asc" | "desc") {
  return db
    .selectFrom("contents")
    .where("organization_id", "=", organizationId)
    .where("parent_id", parentId === null ? "is" : "=", parentId)
    .orderBy("position", order)
    .orderBy("id", order)
    .select(["id", "position"]);
}
