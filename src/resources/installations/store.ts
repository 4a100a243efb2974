import { sql } from "kysely";
import type { Role } from "../../access/roles.ts";
import type { Reader } from "../../database/database.ts";
import type { InstallationTable, PlacedInstallationTable } from "../../database/tables.ts";
import type { IntegrationTarget } from "../../enumerations.ts";
import { isNamed } from "../integrations/store.ts";

/** What an integration can be installed on inside of an organization, and the column that says so. */
export const placeColumns = { space: "space_id", site: "site_id" } as const;
export type PlaceKind = keyof typeof placeColumns;

/** What belongs to the integration, beside each installation of it. */
interface OfIntegration {
  target: IntegrationTarget;
  details: string;
}

/** An installation as a member of its organization sees it. */
export interface InstallationRow extends InstallationTable, OfIntegration {
  role: Role;
  /** How many living spaces it is installed on. */
  spaces: number;
}

export interface PlacedRow extends PlacedInstallationTable, OfIntegration {
  role: Role;
}

/** The installations that a user sees: of what is published for their organizations. */
function fromInstallations(db: Reader, userId: string) {
  return db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .innerJoin("members", "members.organization_id", "installations.organization_id")
    .where("members.user_id", "=", userId)
    .where("members.disabled", "=", 0)
    .where("members.role", "is not", null)
    .where(isThereFor("installations"));
}

/** What has become private is not there for other organizations. */
function isThereFor(table: "installations" | "placed_installations") {
  return sql<boolean>`integrations.published = 1 and (
    integrations.visibility <> 'private' or integrations.organization_id = ${sql.ref(`${table}.organization_id`)}
  )`;
}

export const installationColumns = [
  "installations.id",
  "installations.organization_id",
  "installations.integration",
  "installations.space_selection",
  "installations.site_selection",
  "installations.external_ids",
  "installations.created_at",
  "installations.updated_at",
  "installations.configuration",
  "integrations.target",
  "integrations.details",
  sql<Role>`members.role`.as("role"),
  sql<number>`(
    select count(*) from placed_installations
    join contents on contents.id = placed_installations.space_id
    where placed_installations.installation_id = installations.id and placed_installations.space_id is not null
    and contents.deleted_at is null
  )`.as("spaces"),
] as const;

export function matchInstallations(
  db: Reader,
  userId: string,
  { integration, externalId }: { integration: string; externalId?: string },
) {
  const query = fromInstallations(db, userId).where("installations.integration", "=", integration);
  return externalId === undefined ? query : query.where(isKnownAs("installations", externalId));
}

export function matchInstallationsIn(
  db: Reader,
  userId: string,
  { organizationId, search }: { organizationId: string; search?: string },
) {
  const query = fromInstallations(db, userId).where("installations.organization_id", "=", organizationId);
  return search ? query.where(isNamed(search)) : query;
}

export function findInstallation(
  db: Reader,
  userId: string,
  integration: string,
  id: string,
): Promise<InstallationRow | undefined> {
  return matchInstallations(db, userId, { integration })
    .where("installations.id", "=", id)
    .select(installationColumns)
    .executeTakeFirst();
}

/** The installations on living spaces, or on sites, that a user sees. */
function fromPlaced(db: Reader, userId: string, kind: PlaceKind) {
  const query = db
    .selectFrom("placed_installations")
    .innerJoin("integrations", "integrations.name", "placed_installations.integration")
    .innerJoin("members", "members.organization_id", "placed_installations.organization_id")
    .where("members.user_id", "=", userId)
    .where("members.disabled", "=", 0)
    .where("members.role", "is not", null)
    .where(isThereFor("placed_installations"))
    .where(`placed_installations.${placeColumns[kind]}`, "is not", null);
  if (kind === "site") return query;
  return query.where(
    sql<boolean>`(select deleted_at from contents where contents.id = placed_installations.space_id) is null`,
  );
}

export const placedColumns = [
  "placed_installations.installation_id",
  "placed_installations.organization_id",
  "placed_installations.integration",
  "placed_installations.space_id",
  "placed_installations.site_id",
  "placed_installations.external_ids",
  "placed_installations.configuration",
  "integrations.target",
  "integrations.details",
  sql<Role>`members.role`.as("role"),
] as const;

export function matchPlaced(
  db: Reader,
  userId: string,
  kind: PlaceKind,
  filter: { integration: string; installationId?: string; externalId?: string },
) {
  let query = fromPlaced(db, userId, kind).where("placed_installations.integration", "=", filter.integration);
  if (filter.installationId !== undefined)
    query = query.where("placed_installations.installation_id", "=", filter.installationId);
  if (filter.externalId !== undefined)
    query = query.where(isKnownAs("placed_installations", filter.externalId));
  return query;
}

export function findPlaced(
  db: Reader,
  userId: string,
  kind: PlaceKind,
  { id, integration }: Pick<InstallationRow, "id" | "integration">,
  placeId: string,
): Promise<PlacedRow | undefined> {
  return matchPlaced(db, userId, kind, { integration, installationId: id })
    .where(`placed_installations.${placeColumns[kind]}`, "=", placeId)
    .select(placedColumns)
    .executeTakeFirst();
}

/** The integrations that are installed on a space or a site. */
export function matchInstalledOn(
  db: Reader,
  kind: PlaceKind,
  { organizationId, id, search }: { organizationId: string; id: string; search?: string },
) {
  const query = db
    .selectFrom("placed_installations")
    .innerJoin("integrations", "integrations.name", "placed_installations.integration")
    .where(`placed_installations.${placeColumns[kind]}`, "=", id)
    .where("placed_installations.organization_id", "=", organizationId)
    .where(isThereFor("placed_installations"));
  return search ? query.where(isNamed(search)) : query;
}

/** External ids as they are kept: each between two line breaks, so that none is found as a part of another. */
export function joinExternalIds(ids: readonly string[]): string {
  return ids.length === 0 ? "" : `\n${ids.join("\n")}\n`;
}

export function splitExternalIds(text: string): string[] {
  return text.split("\n").filter((id) => id !== "");
}

/** Not by LIKE, which on SQLite takes small letters for capital ones. */
function isKnownAs(table: "installations" | "placed_installations", externalId: string) {
  const ids = sql.ref(`${table}.external_ids`);
  // No id has a line break in it, and so none is that.
  const wanted = externalId.includes("\n") || externalId === "" ? "\n\n" : `\n${externalId}\n`;
  return sql<boolean>`replace(${ids}, ${wanted}, '') <> ${ids}`;
}
