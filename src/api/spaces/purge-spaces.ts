import { type RawBuilder, sql } from "kysely";
import { addMilliseconds } from "../../platform/index.ts";
import { removeSpacesFromSites } from "../../publishing/index.ts";
import { removeFromIndex } from "../../search/index.ts";
import { type Database, inSteps, noteRemoval, stepSize } from "../../storage/database/index.ts";
import { removeUnusedRepositories } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import { selectPlaceIds } from "../library-items/index.ts";
import { trashRetention } from "./store.ts";

/** Deletes the spaces whose time in the trash is over, and then the repositories that no space uses. */
export async function purgeSpaces(context: Context): Promise<void> {
  const { database, clock } = context;
  const expired = await database.read
    .selectFrom("contents")
    .where("kind", "=", "space")
    .where("deleted_at", "<=", addMilliseconds(clock.now(), -trashRetention))
    .select(["id", "organization_id"])
    .execute();
  for (const { id, organization_id } of expired) {
    if (!(await isInTrash(database, id))) continue;
    const inPlace = sql<boolean>`place_id in ${selectPlaceIds(database.read, [id])}`;
    const inSpace = sql<boolean>`space_id = ${id}`;
    // Deleting a comment cascades to its replies, so the replies are deleted first, in steps.
    await deleteRows(database, "comments", sql`${inPlace} and comment_id is not null`);
    await deleteRows(database, "comments", inPlace);
    for (const table of ["notifications", "change_requests", "revisions", "pdfs"] as const)
      await deleteRows(database, table, inSpace);
    await removeFromIndex(context, id);
    await database.write(async (trx) => {
      await removeSpacesFromSites(trx, [id]);
      // Copies of the space may use the same repository.
      const space = await trx
        .selectFrom("spaces")
        .where("id", "=", id)
        .select("repository_id")
        .executeTakeFirst();
      if (space !== undefined) await noteRemoval(trx, [space.repository_id], clock.now());
      await trx
        .deleteFrom("contents")
        .where("organization_id", "=", organization_id)
        .where("id", "=", id)
        .execute();
    });
  }
  await removeUnusedRepositories(context);
}

/** Waits for a restoration that has begun. Later ones are refused, since the time in the trash is over. */
async function isInTrash(database: Database, id: string): Promise<boolean> {
  const locked = await database.write((trx) =>
    trx
      .selectFrom("contents")
      .where("id", "=", id)
      .where("deleted_at", "is not", null)
      .select("id")
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
  return locked !== undefined;
}

/** Deletes rows and their dependent rows in steps, so that no transaction takes long. */
async function deleteRows(
  database: Database,
  table: "comments" | "notifications" | "change_requests" | "revisions" | "pdfs",
  condition: RawBuilder<boolean>,
): Promise<void> {
  await inSteps(database, async (trx) => {
    const rows = await trx.selectFrom(table).where(condition).select("id").limit(stepSize).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await trx.deleteFrom(table).where(condition).where("id", "in", ids).execute();
    return ids.length;
  });
}
