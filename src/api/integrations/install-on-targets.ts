import { sql } from "kysely";
import type { InstallationTable, Writer } from "../../storage/database/index.ts";

/** The kinds of targets within an organization, with their columns in `placed_installations`. */
export const targetColumns = { space: "space_id", site: "site_id" } as const;
export type TargetKind = keyof typeof targetColumns;

type InstallationRef = Pick<InstallationTable, "id" | "organization_id" | "integration">;

/** Installs on new spaces or sites every integration with the selection `all` for that kind. */
export async function installOnNew(
  trx: Writer,
  kind: TargetKind,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const installations = await trx
    .selectFrom("installations")
    .where("organization_id", "=", organizationId)
    .where(kind === "space" ? "space_selection" : "site_selection", "=", "all")
    .select(["id", "organization_id", "integration"])
    .execute();
  if (installations.length === 0) return;
  const targetIds =
    kind === "site"
      ? ids
      : // The ids of a transfer include collections.
        (await trx.selectFrom("spaces").where("id", "in", ids).select("id").execute()).map(({ id }) => id);
  for (const installation of installations) await installOn(trx, kind, installation, targetIds);
}

/** Installs an integration on all targets of a kind that lack it, including spaces in the trash, which may be restored. */
export async function installOnAll(
  trx: Writer,
  kind: TargetKind,
  { id, organization_id, integration }: InstallationRef,
): Promise<void> {
  const column = sql.ref(targetColumns[kind]);
  const targets =
    kind === "site"
      ? sql`sites where organization_id = ${organization_id}`
      : sql`contents where organization_id = ${organization_id} and kind = 'space'`;
  await sql`
    insert into placed_installations
      (installation_id, organization_id, integration, ${column}, external_ids, configuration)
    select ${id}, ${organization_id}, ${integration}, id, '', '{}' from ${targets}
    and id not in (
      select ${column} from placed_installations where installation_id = ${id} and ${column} is not null
    )
  `.execute(trx);
}

const batchSize = 500;

export async function installOn(
  trx: Writer,
  kind: TargetKind,
  { id, organization_id, integration }: InstallationRef,
  targetIds: readonly string[],
): Promise<void> {
  const rows = targetIds.map((target) => ({
    installation_id: id,
    organization_id,
    integration,
    space_id: kind === "space" ? target : null,
    site_id: kind === "site" ? target : null,
    external_ids: "",
    configuration: "{}",
  }));
  for (let i = 0; i < rows.length; i += batchSize) {
    const batch = rows.slice(i, i + batchSize);
    await trx.insertInto("placed_installations").values(batch).execute();
  }
}
