import { later } from "../../clock.ts";
import type { Context } from "../../context.ts";
import type { Writer } from "../../database/database.ts";
import { trashLength } from "./access.ts";

/** How many rows one transaction takes away: it must not hold up others for long. */
const batchSize = 500;

/** Removes for good what has been in the trash long enough, and then what belonged to no other space. */
export async function purgeSpaces({ database, clock }: Context): Promise<void> {
  const before = later(clock.now(), -trashLength);
  await database.write((trx) =>
    trx.deleteFrom("contents").where("kind", "=", "space").where("deleted_at", "<=", before).execute(),
  );
  const orphans = await database.read
    .selectFrom("repositories")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("spaces").whereRef("spaces.repository_id", "=", "repositories.id").select("spaces.id"),
        ),
      ),
    )
    .select("id")
    .execute();
  for (const { id } of orphans) {
    for (const table of ["nodes", "blob_chunks", "blobs"] as const) {
      while ((await database.write((trx) => removeSome(trx, table, id))) === batchSize);
    }
    await database.write((trx) => trx.deleteFrom("repositories").where("id", "=", id).execute());
  }
}

async function removeSome(
  trx: Writer,
  table: "nodes" | "blob_chunks" | "blobs",
  repositoryId: string,
): Promise<number> {
  const hashes = await trx
    .selectFrom(table)
    .where("repository_id", "=", repositoryId)
    .select("hash")
    .limit(batchSize)
    .execute();
  if (hashes.length === 0) return 0;
  await trx
    .deleteFrom(table)
    .where("repository_id", "=", repositoryId)
    .where(
      "hash",
      "in",
      hashes.map(({ hash }) => hash),
    )
    .execute();
  return hashes.length;
}
