import { later } from "../../clock.ts";
import type { Context } from "../../context.ts";
import type { Database, Writer } from "../../database/database.ts";
import { removeFromIndex } from "../../search/remove-from-index.ts";
import { placesWithin } from "../comments/place.ts";
import { removeFromSites } from "../site-structure/remove-spaces.ts";
import { trashLength } from "./access.ts";

/** How many rows one transaction takes away: it must not hold up others for long. */
const batchSize = 200;

/** Removes for good what has been in the trash long enough, and then what belonged to no other space. */
export async function purgeSpaces(context: Context): Promise<void> {
  const { database, clock } = context;
  const expired = await database.read
    .selectFrom("contents")
    .where("kind", "=", "space")
    .where("deleted_at", "<=", later(clock.now(), -trashLength))
    .select(["id", "organization_id"])
    .execute();
  for (const { id, organization_id } of expired) {
    // Replies first: with a comment go all that there are to it.
    await repeat(database, (trx) => removeComments(trx, id, "is not"));
    await repeat(database, (trx) => removeComments(trx, id, "is"));
    await repeat(database, (trx) => removeRows(trx, "change_requests", id));
    await repeat(database, (trx) => removeRows(trx, "revisions", id));
    await removeFromIndex(context, id);
    await database.write(async (trx) => {
      await removeFromSites(trx, [id]);
      await trx
        .deleteFrom("contents")
        .where("organization_id", "=", organization_id)
        .where("id", "=", id)
        .execute();
    });
  }
  const orphans = await database.read
    .selectFrom("repositories")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("spaces").whereRef("spaces.repository_id", "=", "repositories.id").select("spaces.id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("openapi_specs")
            .whereRef("openapi_specs.repository_id", "=", "repositories.id")
            .select("openapi_specs.id"),
        ),
      ),
    )
    .select("id")
    .execute();
  for (const { id } of orphans) {
    await repeat(database, (trx) => removeHashed(trx, "nodes", id));
    await repeat(database, (trx) => removeHashed(trx, "document_findings", id));
    await repeat(database, (trx) => removeChunks(trx, id));
    // What is left is small: the row of each file.
    await database.write((trx) => trx.deleteFrom("repositories").where("id", "=", id).execute());
  }
}

/** Again and again, a transaction each, until nothing is left. */
async function repeat(database: Database, remove: (trx: Writer) => Promise<number>): Promise<void> {
  while ((await database.write(remove)) === batchSize);
}

/** Those on the space and on its change requests that reply to nothing, or to something. */
async function removeComments(trx: Writer, spaceId: string, toNothing: "is" | "is not"): Promise<number> {
  const places = placesWithin(trx, [spaceId]);
  const rows = await trx
    .selectFrom("comments")
    .where("place_id", "in", places)
    .where("comment_id", toNothing, null)
    .select("id")
    .limit(batchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx.deleteFrom("comments").where("place_id", "in", places).where("id", "in", ids).execute();
  return ids.length;
}

/** With what hangs on them. */
async function removeRows(
  trx: Writer,
  table: "revisions" | "change_requests",
  spaceId: string,
): Promise<number> {
  const rows = await trx
    .selectFrom(table)
    .where("space_id", "=", spaceId)
    .select("id")
    .limit(batchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx.deleteFrom(table).where("space_id", "=", spaceId).where("id", "in", ids).execute();
  return ids.length;
}

async function removeHashed(
  trx: Writer,
  table: "nodes" | "document_findings",
  repositoryId: string,
): Promise<number> {
  const own = trx.selectFrom(table).where("repository_id", "=", repositoryId);
  const hashes = (await own.select("hash").limit(batchSize).execute()).map(({ hash }) => hash);
  if (hashes.length > 0)
    await trx
      .deleteFrom(table)
      .where("repository_id", "=", repositoryId)
      .where("hash", "in", hashes)
      .execute();
  return hashes.length;
}

async function removeChunks(trx: Writer, repositoryId: string): Promise<number> {
  const own = trx.selectFrom("blob_chunks").where("repository_id", "=", repositoryId);
  const rows = await own.select(["hash", "sequence"]).limit(batchSize).execute();
  for (const [hash, chunks] of Map.groupBy(rows, (row) => row.hash)) {
    const sequences = chunks.map(({ sequence }) => sequence);
    await trx
      .deleteFrom("blob_chunks")
      .where("repository_id", "=", repositoryId)
      .where("hash", "=", hash)
      .where("sequence", "in", sequences)
      .execute();
  }
  return rows.length;
}
