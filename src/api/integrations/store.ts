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

const columns = [
  "name",
  "organization_id",
  "version",
  "visibility",
  "target",
  "verified",
  "title",
  "details",
] as const;

export type IntegrationRow = Pick<IntegrationTable, (typeof columns)[number]>;
export const integrationColumns = columns.map((name) => `integrations.${name}` as const);

/** Limits the total length of one page: integrations vary greatly in size. */
export const integrationWeight = { of: sql<number>`length(integrations.details)`, max: 4_000_000 };

function selectPublished(db: Reader) {
  return db.selectFrom("integrations").where("integrations.published", "=", 1);
}

/** An integration with the role of a user in the organization that owns it. */
export interface IntegrationWithRole extends IntegrationRow {
  role: Role | null;
}

/** The published integration with this name, if the user can see it. */
export async function findIntegrationFor(
  db: Reader,
  name: string,
  userId: string,
): Promise<IntegrationWithRole | undefined> {
  const found = await selectPublished(db)
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

/** The published integrations with these names. */
export function findIntegrations(db: Reader, names: readonly string[]): Promise<IntegrationRow[]> {
  return inBatches(names, (batch) =>
    selectPublished(db).where("integrations.name", "in", batch).select(integrationColumns).execute(),
  );
}

/** The public integrations, and the private ones of the organizations in which the user has a role: guests have none. */
export function selectForUser(db: Reader, userId: string, filters: IntegrationFilters) {
  const organizations = db
    .selectFrom("members")
    .where("members.user_id", "=", userId)
    .where("members.disabled", "=", 0)
    .where("members.role", "is not", null)
    .select("members.organization_id");
  return withFilters(selectPublished(db), filters).where(({ or, and, eb }) => {
    const isOwn = eb("integrations.organization_id", "in", organizations);
    const isPrivate = eb("integrations.visibility", "=", "private");
    return or([eb("integrations.visibility", "=", "public"), and([isPrivate, isOwn])]);
  });
}

/** The public integrations, and all integrations of an organization. */
export function selectForOrganization(db: Reader, organizationId: string, filters: IntegrationFilters) {
  return withFilters(selectPublished(db), filters).where((eb) =>
    eb.or([
      eb("integrations.visibility", "=", "public"),
      eb("integrations.organization_id", "=", organizationId),
    ]),
  );
}

function withFilters(query: ReturnType<typeof selectPublished>, filters: IntegrationFilters) {
  const { search, category, scope, blockDomain, blocks, contentSources, owner, target } = filters;
  let filtered = query;
  if (search) filtered = filtered.where(matchesSearch(search));
  if (category !== undefined) filtered = filtered.where(hasTrait("category", [category]));
  if (scope !== undefined) filtered = filtered.where(hasTrait("scope", [scope]));
  if (blockDomain !== undefined) filtered = filtered.where(hasTrait("domain", matchingDomains(blockDomain)));
  if (blocks !== undefined) filtered = filtered.where("integrations.has_blocks", "=", toFlag(blocks));
  if (contentSources !== undefined)
    filtered = filtered.where("integrations.has_content_sources", "=", toFlag(contentSources));
  if (owner !== undefined) filtered = filtered.where("integrations.organization_id", "=", owner);
  if (target !== undefined) filtered = filtered.where("integrations.target", "=", target);
  return filtered;
}

/** A condition on `integrations`: whether the name or the title contains the text. */
export function matchesSearch(search: string) {
  return sql<boolean>`integrations.search_text like ${likePattern(search)} escape '\\'`;
}

export function hasTrait(kind: IntegrationTraitTable["kind"], values: readonly string[]) {
  return sql<boolean>`integrations.name in (
    select integration from integration_traits where kind = ${kind} and value in (${sql.join(values)})
  )`;
}

/** The stored domains that match a domain: the same domain, and patterns with a wildcard for its first labels. */
export function matchingDomains(domain: string): string[] {
  const labels = normalizeDomain(domain).split(".");
  const wildcards = labels.map((_, i) => ["*", ...labels.slice(i + 1)].join("."));
  return [...new Set([labels.join("."), `*.${labels.join(".")}`, ...wildcards])];
}

/** Converts a domain to lower case, without a leading `www`. */
export function normalizeDomain(domain: string): string {
  return domain.toLowerCase().replace(/^www\./, "");
}
