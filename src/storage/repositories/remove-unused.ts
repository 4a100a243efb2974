import { inSteps, stepSize, type Writer } from "../database/index.ts";
import { scheduleObjectChecks } from "../files/index.ts";
import type { StorageContext } from "../index.ts";

/** The tables that refer to repositories. */
const owners = ["spaces", "openapi_specs", "integrations", "pdfs", "font_files"] as const;

/** Removes repositories without an owner, and everything they contain. */
export async function removeUnusedRepositories({ database, clock }: StorageContext): Promise<void> {
  const unused = await database.read
    .selectFrom("repositories")
    .where((eb) => eb.or([eb("kept_until", "is", null), eb("kept_until", "<=", clock.now())]))
    .where((eb) =>
      eb.and(
        owners.map((owner) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom(owner)
                .whereRef(`${owner}.repository_id`, "=", "repositories.id")
                .select(`${owner}.repository_id`),
            ),
          ),
        ),
      ),
    )
    .select("id")
    .execute();
  for (const { id } of unused) {
    await inSteps(database, (trx) => removeHashed(trx, "nodes", id));
    await inSteps(database, (trx) => removeHashed(trx, "document_findings", id));
    await inSteps(database, (trx) => removeChunks(trx, id));
    await inSteps(database, (trx) => removeObjects(trx, id, clock.now()));
    // The remaining rows, one for each file in chunks, are removed by cascade.
    await database.write((trx) => trx.deleteFrom("repositories").where("id", "=", id).execute());
  }
}

async function removeHashed(trx: Writer, table: "nodes" | "document_findings", repositoryId: string) {
  const query = trx.selectFrom(table).where("repository_id", "=", repositoryId);
  const hashes = (await query.select("hash").limit(stepSize).execute()).map(({ hash }) => hash);
  if (hashes.length > 0)
    await trx
      .deleteFrom(table)
      .where("repository_id", "=", repositoryId)
      .where("hash", "in", hashes)
      .execute();
  return hashes.length;
}

async function removeChunks(trx: Writer, repositoryId: string): Promise<number> {
  const query = trx.selectFrom("blob_chunks").where("repository_id", "=", repositoryId);
  const rows = await query.select(["hash", "sequence"]).limit(stepSize).execute();
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

/** Removes files in the object storage. A job removes their objects. */
async function removeObjects(trx: Writer, repositoryId: string, now: string): Promise<number> {
  const rows = await trx
    .selectFrom("blobs")
    .where("repository_id", "=", repositoryId)
    .where("object", "is not", null)
    .limit(stepSize)
    .select(["hash", "object"])
    .execute();
  if (rows.length === 0) return 0;
  const objects = rows.map(({ object }) => object).filter((object) => object !== null);
  await scheduleObjectChecks(trx, objects, now);
  const hashes = rows.map(({ hash }) => hash);
  await trx
    .deleteFrom("blobs")
    .where("repository_id", "=", repositoryId)
    .where("hash", "in", hashes)
    .execute();
  return rows.length;
}
