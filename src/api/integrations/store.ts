import { sql } from "kysely";
import type { Role } from "../../identity/roles/index.ts";
import { likePattern } from "../../platform/index.ts";
import {
  type IntegrationTable,
  type IntegrationTraitTable,
  inBatches,
  type Reader,
  toFlag,
} from "../../storage/database/index.ts";
import type { IntegrationFilters } from "./schema.ts";

/** What is shown of an integration. */
export type IntegrationRow = Pick<
  IntegrationTable,
  "name" | "organization_id" | "version" | "visibility" | "target" | "verified" | "title" | "details"
>;

export const integrationColumns = [
  "integrations.name",
  "integrations.organization_id",
  "integrations.version",
  "integrations.visibility",
  "integrations.target",
  "integrations.verified",
  "integrations.title",
  "integrations.details",
] as const;

/** An integration may be large: the text of one page of them is bounded. */
export const integrationWeight = { of: sql<number>`length(integrations.details)`, most: 4_000_000 };

/** All that is published. */
function fromIntegrations(db: Reader) {
  return db.selectFrom("integrations").where("integrations.published", "=", 1);
}

/** An integration as a user sees it: with their role in the organization that owns it. */
export interface IntegrationWithRole extends IntegrationRow {
  role: Role | null;
}

/** The integration of this name, if there is one for this user. */
export async function findIntegrationFor(
  db: Reader,
  name: string,
  userId: string,
): Promise<IntegrationWithRole | undefined> {
  const found = await fromIntegrations(db)
    .leftJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "integrations.organization_id")
        .on("members.user_id", "=", userId)
        .on("members.disabled", "=", 0),
    )
    .where("integrations.name", "=", name)
    .select(integrationColumns)
    .select("members.role")
    .executeTakeFirst();
  return found?.visibility === "private" && found.role === null ? undefined : found;
}

/** Those of these names that are published. */
export function findIntegrations(db: Reader, names: readonly string[]): Promise<IntegrationRow[]> {
  return inBatches(names, (batch) =>
    fromIntegrations(db).where("integrations.name", "in", batch).select(integrationColumns).execute(),
  );
}

/** The organizations that a user is a member of, and no guest. */
function organizationsOf(db: Reader, userId: string) {
  return db
    .selectFrom("members")
    .where("members.user_id", "=", userId)
    .where("members.disabled", "=", 0)
    .where("members.role", "is not", null)
    .select("members.organization_id");
}

/** Those that anybody may browse, and the private ones of a user's organizations. */
export function matchIntegrationsFor(db: Reader, userId: string, filters: IntegrationFilters) {
  return withFilters(fromIntegrations(db), filters).where((eb) =>
    eb.or([
      eb("integrations.visibility", "=", "public"),
      eb.and([
        eb("integrations.visibility", "=", "private"),
        eb("integrations.organization_id", "in", organizationsOf(db, userId)),
      ]),
    ]),
  );
}

/** Those that anybody may browse, and all that an organization has published itself. */
export function matchIntegrationsOf(db: Reader, organizationId: string, filters: IntegrationFilters) {
  return withFilters(fromIntegrations(db), filters).where((eb) =>
    eb.or([
      eb("integrations.visibility", "=", "public"),
      eb("integrations.organization_id", "=", organizationId),
    ]),
  );
}

function withFilters(query: ReturnType<typeof fromIntegrations>, filters: IntegrationFilters) {
  const { search, category, scope, blockDomain, blocks, contentSources, owner, target } = filters;
  let found = query;
  if (search) found = found.where(matchesSearch(search));
  if (category !== undefined) found = found.where(hasTrait("category", [category]));
  if (scope !== undefined) found = found.where(hasTrait("scope", [scope]));
  if (blockDomain !== undefined) found = found.where(hasTrait("domain", domainsCovering(blockDomain)));
  if (blocks !== undefined) found = found.where("integrations.has_blocks", "=", toFlag(blocks));
  if (contentSources !== undefined)
    found = found.where("integrations.has_content_sources", "=", toFlag(contentSources));
  if (owner !== undefined) found = found.where("integrations.organization_id", "=", owner);
  if (target !== undefined) found = found.where("integrations.target", "=", target);
  return found;
}

/** Of a row of `integrations`: whether its name or title contains this. */
export function matchesSearch(search: string) {
  return sql<boolean>`integrations.search_text like ${likePattern(search)} escape '\\'`;
}

function hasTrait(kind: IntegrationTraitTable["kind"], values: readonly string[]) {
  return sql<boolean>`integrations.name in (
    select integration from integration_traits where kind = ${kind} and value in (${sql.join(values)})
  )`;
}

/** How a pattern may name this domain: itself, or with a star for the parts before. */
function domainsCovering(domain: string): string[] {
  const parts = normalDomain(domain).split(".");
  const above = parts.map((_, i) => ["*", ...parts.slice(i + 1)].join("."));
  return [...new Set([parts.join("."), `*.${parts.join(".")}`, ...above])];
}

/** The same domain with and without `www`. */
export function normalDomain(domain: string): string {
  return domain.toLowerCase().replace(/^www\./, "");
}
