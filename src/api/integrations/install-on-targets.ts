import { sql } from "kysely";
import type { InstallationTable, Writer } from "../../storage/database/index.ts";

/** What an integration can be installed on inside of an organization, and the column that says so. */
export const targetColumns = { space: "space_id", site: "site_id" } as const;
export type TargetKind = keyof typeof targetColumns;

type Installed = Pick<InstallationTable, "id" | "organization_id" | "integration">;

/** Installs on what is new in an organization whatever is meant for all of its kind. */
export async function installOnNew(
  trx: Writer,
  kind: TargetKind,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const everywhere = await trx
    .selectFrom("installations")
    .where("organization_id", "=", organizationId)
    .where(kind === "space" ? "space_selection" : "site_selection", "=", "all")
    .select(["id", "organization_id", "integration"])
    .execute();
  if (everywhere.length === 0) return;
  const places =
    kind === "site"
      ? ids
      : // Among what is transferred, there are collections as well.
        (await trx.selectFrom("spaces").where("id", "in", ids).select("id").execute()).map(({ id }) => id);
  for (const installation of everywhere) await installOn(trx, kind, installation, places);
}

/** Installs an integration wherever it is not yet, among all that there is of a kind; what is in the trash may come back. */
export async function installOnAll(
  trx: Writer,
  kind: TargetKind,
  { id, organization_id, integration }: Installed,
): Promise<void> {
  const column = sql.ref(targetColumns[kind]);
  const all =
    kind === "site"
      ? sql`sites where organization_id = ${organization_id}`
      : sql`contents where organization_id = ${organization_id} and kind = 'space'`;
  await sql`
    insert into placed_installations
      (installation_id, organization_id, integration, ${column}, external_ids, configuration)
    select ${id}, ${organization_id}, ${integration}, id, '', '{}' from ${all}
    and id not in (
      select ${column} from placed_installations where installation_id = ${id} and ${column} is not null
    )
  `.execute(trx);
}

/** How many rows one statement writes. */
const batchSize = 500;

export async function installOn(
  trx: Writer,
  kind: TargetKind,
  { id, organization_id, integration }: Installed,
  places: readonly string[],
): Promise<void> {
  const rows = places.map((place) => ({
    installation_id: id,
    organization_id,
    integration,
    space_id: kind === "space" ? place : null,
    site_id: kind === "site" ? place : null,
    external_ids: "",
    configuration: "{}",
  }));
  for (let at = 0; at < rows.length; at += batchSize)
    await trx
      .insertInto("placed_installations")
      .values(rows.slice(at, at + batchSize))
      .execute();
}
