import { addMilliseconds } from "../../platform/index.ts";
import { removeSpacesFromSites } from "../../publishing/index.ts";
import { removeFromIndex } from "../../search/index.ts";
import { inSteps, stepSize, type Writer } from "../../storage/database/index.ts";
import { removeUnusedRepositories } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import { selectPlaceIds } from "../library-items/index.ts";
import { trashRetention } from "./access.ts";

/** Removes for good what has been in the trash long enough, and then what belonged to nothing else. */
export async function purgeSpaces(context: Context): Promise<void> {
  const { database, clock } = context;
  const expired = await database.read
    .selectFrom("contents")
    .where("kind", "=", "space")
    .where("deleted_at", "<=", addMilliseconds(clock.now(), -trashRetention))
    .select(["id", "organization_id"])
    .execute();
  for (const { id, organization_id } of expired) {
    // Replies first: with a comment go all that there are to it.
    await inSteps(database, (trx) => removeComments(trx, id, "is not"));
    await inSteps(database, (trx) => removeComments(trx, id, "is"));
    await inSteps(database, (trx) => removeRows(trx, "change_requests", id));
    await inSteps(database, (trx) => removeRows(trx, "revisions", id));
    await inSteps(database, (trx) => removeRows(trx, "pdfs", id));
    await removeFromIndex(context, id);
    await database.write(async (trx) => {
      await removeSpacesFromSites(trx, [id]);
      await trx
        .deleteFrom("contents")
        .where("organization_id", "=", organization_id)
        .where("id", "=", id)
        .execute();
    });
  }
  await removeUnusedRepositories(context);
}

/** Those on the space and on its change requests that reply to nothing, or to something. */
async function removeComments(trx: Writer, spaceId: string, toNothing: "is" | "is not"): Promise<number> {
  const places = selectPlaceIds(trx, [spaceId]);
  const rows = await trx
    .selectFrom("comments")
    .where("place_id", "in", places)
    .where("comment_id", toNothing, null)
    .select("id")
    .limit(stepSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx.deleteFrom("comments").where("place_id", "in", places).where("id", "in", ids).execute();
  return ids.length;
}

/** With what hangs on them. */
async function removeRows(
  trx: Writer,
  table: "revisions" | "change_requests" | "pdfs",
  spaceId: string,
): Promise<number> {
  const rows = await trx
    .selectFrom(table)
    .where("space_id", "=", spaceId)
    .select("id")
    .limit(stepSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx.deleteFrom(table).where("space_id", "=", spaceId).where("id", "in", ids).execute();
  return ids.length;
}
