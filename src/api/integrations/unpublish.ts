import { inSteps, type Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import type { IntegrationRow } from "./store.ts";

/** How many installations one transaction removes: each may be on thousands of spaces. */
const installationsAtOnce = 10;

/** Takes all that is published away, and then all installations. The name stays with its organization. */
export async function unpublishIntegration(
  { database, clock }: Context,
  { name, organization_id }: IntegrationRow,
): Promise<void> {
  await database.write(async (trx) => {
    // Its files go with their repository, which nothing has any more.
    await trx
      .updateTable("integrations")
      .set({
        published: 0,
        repository_id: null,
        // What is published next says anew who may see it.
        visibility: "private",
        details: "{}",
        secrets: null,
        updated_at: clock.now(),
      })
      .where("organization_id", "=", organization_id)
      .where("name", "=", name)
      .execute();
    for (const table of ["integration_traits", "integration_versions"] as const)
      await trx.deleteFrom(table).where("integration", "=", name).execute();
  }, `integration ${name}`);
  await inSteps(database, (trx) => removeInstallations(trx, name, installationsAtOnce), installationsAtOnce);
}

/** Removes installations of what is not published, with all that they are on; how many. Nobody sees them any more. */
export async function removeInstallations(trx: Writer, name: string, most: number): Promise<number> {
  const rows = await trx
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .where("installations.integration", "=", name)
    // It may have been published again meanwhile, and installed.
    .where("integrations.published", "=", 0)
    .select("installations.id")
    .limit(most)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx.deleteFrom("installations").where("integration", "=", name).where("id", "in", ids).execute();
  return ids.length;
}
