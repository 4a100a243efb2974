import { sql } from "kysely";
import type { Role } from "../../identity/roles/index.ts";
import {
  type InstallationTable,
  inBatches,
  type PlacedInstallationTable,
  type Reader,
} from "../../storage/database/index.ts";
import {
  type IntegrationConfiguration,
  type IntegrationRow,
  matchesSearch,
  type TargetKind,
  targetColumns,
  withDefaults,
} from "../integrations/index.ts";

/** An installation as a member of its organization sees it. */
export interface InstallationRow extends InstallationTable {
  role: Role;
}

/** The installations that a user sees: of what is there for their organizations. */
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
  sql<Role>`members.role`.as("role"),
] as const;

/**
 * Configurations are of very different size, so the text of one page of them is bounded; what the integration has by
 * default is shown with each.
 */
export function weightOf(
  table: "installations" | "placed_installations",
  wanted: IntegrationConfiguration | undefined,
) {
  const byDefault = JSON.stringify(withDefaults({}, wanted)).length;
  return {
    of: sql<number>`length(${sql.ref(`${table}.configuration`)}) + ${sql.lit(byDefault)}`,
    most: 4_000_000,
  };
}

/** Of one integration: an organization has it once, so that it is their order. */
export function matchInstallations(
  db: Reader,
  userId: string,
  { integration, externalId }: { integration: string; externalId?: string },
) {
  const query = fromInstallations(db, userId).where("installations.integration", "=", integration);
  return externalId === undefined ? query : query.where(isKnownAs("installations", externalId));
}

/** Where an integration is installed, among the organizations of a user. */
export function listOwnInstallations(db: Reader, userId: string, integration: string) {
  return matchInstallations(db, userId, { integration })
    .select(["installations.id", "installations.organization_id", sql<Role>`members.role`.as("role")])
    .execute();
}

/** Of one organization, in the order of the integrations. */
export function matchInstallationsIn(
  db: Reader,
  userId: string,
  { organizationId, search }: { organizationId: string; search?: string },
) {
  const query = fromInstallations(db, userId).where("installations.organization_id", "=", organizationId);
  return search ? query.where(matchesSearch(search)) : query;
}

/** An installation, and what its integration says. */
export type FoundInstallation = InstallationRow & Pick<IntegrationRow, "target" | "details">;

export function findInstallation(
  db: Reader,
  userId: string,
  integration: string,
  id: string,
): Promise<FoundInstallation | undefined> {
  return matchInstallations(db, userId, { integration })
    .where("installations.id", "=", id)
    .select(installationColumns)
    .select(["integrations.target", "integrations.details"])
    .executeTakeFirst();
}

/** How many living spaces each of these installations is on. */
export async function countSpaces(
  db: Reader,
  installationIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await inBatches(installationIds, (batch) =>
    fromPlaced(db, "space", batch)
      .groupBy("placed_installations.installation_id")
      .select(["placed_installations.installation_id", sql<number>`count(*)`.as("spaces")])
      .execute(),
  );
  return new Map(rows.map(({ installation_id, spaces }) => [installation_id, spaces]));
}

/** What these installations are on: living spaces, or sites. */
function fromPlaced(db: Reader, kind: TargetKind, installationIds: readonly string[]) {
  const query = db
    .selectFrom("placed_installations")
    .where("placed_installations.installation_id", "in", installationIds)
    .where(`placed_installations.${targetColumns[kind]}`, "is not", null);
  if (kind === "site") return query;
  return query.where(
    sql<boolean>`not exists (
      select 1 from contents
      where contents.id = placed_installations.space_id and contents.deleted_at is not null
    )`,
  );
}

export type PlacedRow = PlacedInstallationTable;

export function matchPlaced(
  db: Reader,
  kind: TargetKind,
  installations: readonly Pick<InstallationRow, "id">[],
  externalId?: string,
) {
  // No list in SQL is empty, and no id is.
  const query = fromPlaced(db, kind, ["", ...installations.map(({ id }) => id)]);
  return externalId === undefined ? query : query.where(isKnownAs("placed_installations", externalId));
}

export function findPlaced(
  db: Reader,
  kind: TargetKind,
  installation: Pick<InstallationRow, "id">,
  placeId: string,
): Promise<PlacedRow | undefined> {
  return matchPlaced(db, kind, [installation])
    .where(`placed_installations.${targetColumns[kind]}`, "=", placeId)
    .selectAll()
    .executeTakeFirst();
}

/** A space or a site, and who looks at it. */
export interface SeenPlace {
  readonly id: string;
  readonly organizationId: string;
  /** Guests do not know what is private in the organization. */
  readonly role: Role | null;
}

/** The integrations that are installed on a space or a site. */
export function matchInstalledOn(
  db: Reader,
  kind: TargetKind,
  { id, organizationId, role }: SeenPlace,
  search?: string,
) {
  let query = db
    .selectFrom("placed_installations")
    .innerJoin("integrations", "integrations.name", "placed_installations.integration")
    .where(`placed_installations.${targetColumns[kind]}`, "=", id)
    .where("placed_installations.organization_id", "=", organizationId)
    .where(isThereFor("placed_installations"));
  if (role === null) query = query.where("integrations.visibility", "<>", "private");
  return search ? query.where(matchesSearch(search)) : query;
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
  // No id is empty or has a line break in it, and so none is that.
  const wanted = externalId.includes("\n") || externalId === "" ? "\n\n" : `\n${externalId}\n`;
  return sql<boolean>`replace(${ids}, ${wanted}, '') <> ${ids}`;
}
