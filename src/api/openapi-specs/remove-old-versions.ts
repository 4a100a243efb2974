import type { Clock } from "../../platform/index.ts";
import { type Database, noteRemoval, stepSize, type Writer } from "../../storage/database/index.ts";

/** The number of versions of a spec that are kept, besides those that generated pages are in step with. */
const maxVersions = 100;

/** Removes old versions of specs. Their files are garbage afterwards. Returns the number of removed versions. */
export async function removeOldVersions(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  isDryRun = false,
): Promise<number> {
  const specs = await database.read
    .selectFrom("openapi_versions")
    .groupBy("spec_id")
    .having(({ fn }) => fn.countAll(), ">", maxVersions)
    .select("spec_id")
    .execute();
  let count = 0;
  for (const { spec_id } of specs) {
    const numbers = await findOld(database, spec_id);
    count += numbers.length;
    for (let start = 0; start < numbers.length && !isDryRun; start += stepSize)
      await database.write((trx) =>
        removeVersions(trx, spec_id, numbers.slice(start, start + stepSize), clock.now()),
      );
  }
  return count;
}

async function findOld({ read }: Database, specId: string): Promise<number[]> {
  const newest = await read
    .selectFrom("openapi_versions")
    .where("spec_id", "=", specId)
    .orderBy("number", "desc")
    .limit(maxVersions)
    .select("number")
    .execute();
  const rows = await read
    .selectFrom("openapi_versions")
    .where("spec_id", "=", specId)
    .where("number", "<", newest.at(-1)?.number ?? 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("openapi_page_sets as pages")
            .where("pages.spec_id", "=", specId)
            .where((eb) =>
              eb.or([
                eb("pages.version_id", "=", eb.ref("openapi_versions.id")),
                eb("pages.proposed_version_id", "=", eb.ref("openapi_versions.id")),
              ]),
            )
            .select("pages.id"),
        ),
      ),
    )
    .select("number")
    .execute();
  return rows.map(({ number }) => number);
}

async function removeVersions(trx: Writer, specId: string, numbers: readonly number[], now: string) {
  const spec = await trx
    .selectFrom("openapi_specs")
    .where("id", "=", specId)
    .select("repository_id")
    .executeTakeFirst();
  if (spec === undefined) return;
  await trx
    .deleteFrom("openapi_versions")
    .where("spec_id", "=", specId)
    .where("number", "in", numbers)
    .execute();
  await noteRemoval(trx, [spec.repository_id], now);
}
