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

/** An installation with the role of a user in its organization. */
export interface InstallationRow extends InstallationTable {
  role: Role;
}

/** A condition on the integration of an installation. One that became private is hidden from other organizations. */
function isIntegrationVisible(table: "installations" | "placed_installations") {
  return sql<boolean>`integrations.published = 1 and (
    integrations.visibility <> 'private' or integrations.organization_id = ${sql.ref(`${table}.organization_id`)}
  )`;
}

/** Limits the total length of one page: configurations vary greatly in size. Replies include the defaults. */
export function configurationWeight(
  table: "installations" | "placed_installations",
  declaration: IntegrationConfiguration | undefined,
) {
  const defaultsLength = JSON.stringify(withDefaults({}, declaration)).length;
  return {
    of: sql<number>`length(${sql.ref(`${table}.configuration`)}) + ${sql.lit(defaultsLength)}`,
    max: 4_000_000,
  };
}

interface InstallationFilters {
  readonly id?: string;
  readonly integration?: string;
  readonly organizationId?: string;
  readonly externalId?: string;
  /** Part of the name or title of the integration. */
  readonly search?: string;
}

/** The installations on the organizations of a user. */
export function selectInstallations(db: Reader, userId: string, filters: InstallationFilters) {
  const { id, integration, organizationId, externalId, search } = filters;
  let query = db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .innerJoin("members", "members.organization_id", "installations.organization_id")
    .where("members.user_id", "=", userId)
    .where("members.disabled", "=", 0)
    .where("members.role", "is not", null)
    .where(isIntegrationVisible("installations"));
  if (id !== undefined) query = query.where("installations.id", "=", id);
  if (integration !== undefined) query = query.where("installations.integration", "=", integration);
  if (organizationId !== undefined) query = query.where("installations.organization_id", "=", organizationId);
  if (externalId !== undefined) query = query.where(hasExternalId("installations", externalId));
  return search ? query.where(matchesSearch(search)) : query;
}

/** Selects installations with the role of the user, who is a member of each organization. */
export function selectInstallationColumns(query: ReturnType<typeof selectInstallations>) {
  return query.selectAll("installations").select(sql<Role>`members.role`.as("role"));
}

export type InstallationWithIntegration = InstallationRow & Pick<IntegrationRow, "target" | "details">;

export function findInstallation(
  db: Reader,
  userId: string,
  filters: InstallationFilters,
): Promise<InstallationWithIntegration | undefined> {
  return selectInstallationColumns(selectInstallations(db, userId, filters))
    .select(["integrations.target", "integrations.details"])
    .executeTakeFirst();
}

/** Counts the spaces of each installation, without those in the trash. */
export async function countSpaces(
  db: Reader,
  installationIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await inBatches(installationIds, (batch) =>
    selectPlaced(db, "space", batch)
      .groupBy("placed_installations.installation_id")
      .select(["placed_installations.installation_id", sql<number>`count(*)`.as("spaces")])
      .execute(),
  );
  return new Map(rows.map(({ installation_id, spaces }) => [installation_id, spaces]));
}

/** The installations on sites, or on spaces that are not in the trash. */
export function selectPlaced(
  db: Reader,
  kind: TargetKind,
  installationIds: readonly string[],
  externalId?: string,
) {
  let query = db
    .selectFrom("placed_installations")
    // A list in SQL must not be empty, and no id is the empty string.
    .where("placed_installations.installation_id", "in", ["", ...installationIds])
    .where(`placed_installations.${targetColumns[kind]}`, "is not", null);
  if (externalId !== undefined) query = query.where(hasExternalId("placed_installations", externalId));
  if (kind === "site") return query;
  return query.where(
    sql<boolean>`not exists (
      select 1 from contents
      where contents.id = placed_installations.space_id and contents.deleted_at is not null
    )`,
  );
}

export function findPlaced(
  db: Reader,
  kind: TargetKind,
  { id }: Pick<InstallationRow, "id">,
  targetId: string,
): Promise<PlacedInstallationTable | undefined> {
  return selectPlaced(db, kind, [id])
    .where(`placed_installations.${targetColumns[kind]}`, "=", targetId)
    .selectAll()
    .executeTakeFirst();
}

/** A space or a site, with the role of the caller in its organization. */
export interface TargetWithRole {
  readonly id: string;
  readonly organizationId: string;
  /** Null for guests, who do not see private integrations. */
  readonly role: Role | null;
}

/** The integrations that are installed on a space or a site. */
export function selectInstalledOn(
  db: Reader,
  kind: TargetKind,
  { id, organizationId, role }: TargetWithRole,
  search?: string,
) {
  let query = db
    .selectFrom("placed_installations")
    .innerJoin("integrations", "integrations.name", "placed_installations.integration")
    .where(`placed_installations.${targetColumns[kind]}`, "=", id)
    .where("placed_installations.organization_id", "=", organizationId)
    .where(isIntegrationVisible("placed_installations"));
  if (role === null) query = query.where("integrations.visibility", "<>", "private");
  return search ? query.where(matchesSearch(search)) : query;
}

/** The stored form of external ids: a line break around each, so that a search only finds whole ids. */
export function joinExternalIds(ids: readonly string[]): string {
  return ids.length === 0 ? "" : `\n${ids.join("\n")}\n`;
}

export function splitExternalIds(text: string): string[] {
  return text.split("\n").filter((id) => id !== "");
}

/** Does not use LIKE, which ignores case on SQLite. */
function hasExternalId(table: "installations" | "placed_installations", externalId: string) {
  const ids = sql.ref(`${table}.external_ids`);
  // No id is empty or contains a line break: these match nothing.
  const needle = externalId.includes("\n") || externalId === "" ? "\n\n" : `\n${externalId}\n`;
  return sql<boolean>`replace(${ids}, ${needle}, '') <> ${ids}`;
}
