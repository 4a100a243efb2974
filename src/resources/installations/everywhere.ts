import type { Reader, Writer } from "../../database/database.ts";
import type { InstallationRow, PlaceKind } from "./store.ts";

type Installed = Pick<InstallationRow, "id" | "organization_id" | "integration">;

/** Installs on what is new in an organization whatever is meant for all of its kind. */
export async function installOnNew(
  trx: Writer,
  kind: PlaceKind,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const everywhere = await trx
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .where("installations.organization_id", "=", organizationId)
    .where(kind === "space" ? "space_selection" : "site_selection", "=", "all")
    // A later version may be for something else.
    .where("integrations.target", "in", ["all", kind])
    .select(["installations.id", "installations.organization_id", "installations.integration"])
    .execute();
  if (everywhere.length === 0) return;
  const places =
    kind === "site"
      ? ids
      : // Among what is transferred, there are collections as well.
        (await trx.selectFrom("spaces").where("id", "in", ids).select("id").execute()).map(({ id }) => id);
  for (const installation of everywhere) await installOn(trx, kind, installation, places);
}

/** Installs an integration wherever it is not yet, among all that there is of a kind. */
export async function installOnAll(trx: Writer, kind: PlaceKind, installation: Installed): Promise<void> {
  const known = new Set(await selectInstalled(trx, kind, installation.id));
  const all = await selectAll(trx, kind, installation.organization_id);
  await installOn(
    trx,
    kind,
    installation,
    all.filter((id) => !known.has(id)),
  );
}

async function selectInstalled(db: Reader, kind: PlaceKind, installationId: string) {
  const rows = await db
    .selectFrom("placed_installations")
    .where("installation_id", "=", installationId)
    .select(["space_id", "site_id"])
    .execute();
  return rows.map(({ space_id, site_id }) => (kind === "space" ? space_id : site_id));
}

/** What is in the trash as well: it may come back. */
async function selectAll(db: Reader, kind: PlaceKind, organizationId: string): Promise<string[]> {
  const rows =
    kind === "site"
      ? await db.selectFrom("sites").where("organization_id", "=", organizationId).select("id").execute()
      : await db
          .selectFrom("contents")
          .where("organization_id", "=", organizationId)
          .where("kind", "=", "space")
          .select("id")
          .execute();
  return rows.map(({ id }) => id);
}

/** How many rows one statement writes. */
const batchSize = 500;

export async function installOn(
  trx: Writer,
  kind: PlaceKind,
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
