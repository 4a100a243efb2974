import { inBatches, type Reader, type Writer } from "../database/index.ts";

/** Finds the active spaces of an organization that were imported from these spaces in GitBook; of several the newest. */
export async function findSpacesByOrigin(
  db: Reader,
  organizationId: string,
  originIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await inBatches(originIds, (batch) =>
    db
      .selectFrom("space_origins")
      .innerJoin("contents", "contents.id", "space_origins.space_id")
      .where("space_origins.origin_id", "in", batch)
      .where("contents.organization_id", "=", organizationId)
      .where("contents.deleted_at", "is", null)
      .select(["space_origins.origin_id", "space_origins.space_id"])
      .execute(),
  );
  // Ids sort by creation.
  const sorted = rows.toSorted((a, b) => (a.space_id < b.space_id ? -1 : 1));
  return new Map(sorted.map(({ origin_id, space_id }) => [origin_id, space_id]));
}

/** The ids that a space had in GitBook. */
export async function readOrigins(db: Reader, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("space_origins")
    .where("space_id", "=", spaceId)
    .select("origin_id")
    .execute();
  return rows.map(({ origin_id }) => origin_id);
}

export async function addOrigin(trx: Writer, spaceId: string, originId: string): Promise<void> {
  await trx
    .insertInto("space_origins")
    .values({ space_id: spaceId, origin_id: originId })
    .onConflict((conflict) => conflict.columns(["origin_id", "space_id"]).doNothing())
    .execute();
}
