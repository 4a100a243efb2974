import type { Context } from "../../context.ts";
import type { IntegrationRow } from "./store.ts";

/** Takes all that is published away, and with it all installations. The name stays with its organization. */
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
        verified: 0,
        // What is published next says anew who may see it.
        visibility: "private",
        details: "{}",
        secrets: null,
        updated_at: clock.now(),
      })
      .where("organization_id", "=", organization_id)
      .where("name", "=", name)
      .execute();
    for (const table of ["integration_traits", "integration_versions", "installations"] as const)
      await trx.deleteFrom(table).where("integration", "=", name).execute();
  }, `integration ${name}`);
}
