import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Reader, Writer } from "../../database/database.ts";
import { prepared } from "../../database/prepared.ts";
import type { SiteTable } from "../../database/tables.ts";
import type { SiteType } from "../../enumerations.ts";
import { containsPattern, fold } from "../../search-text.ts";

/** A site with what its row does not tell. */
export interface SiteRow extends SiteTable {
  organization_hostname: string | null;
  site_spaces: number;
  sections: number;
  /** Of the oldest share link that is active. */
  share_key: string | null;
}

/** What a site shows, of `sites` joined with `organizations`. */
export function siteColumns() {
  return [
    "organizations.hostname as organization_hostname",
    sql<number>`(
      select count(*) from site_spaces join contents on contents.id = site_spaces.space_id
      where site_spaces.site_id = sites.id and contents.deleted_at is null
    )`.as("site_spaces"),
    sql<number>`(select count(*) from site_sections where site_id = sites.id)`.as("sections"),
    sql<string | null>`(
      select key from site_share_links where site_id = sites.id and active = 1 order by id limit 1
    )`.as("share_key"),
  ] as const;
}

export function fromSites(db: Reader) {
  return db.selectFrom("sites").innerJoin("organizations", "organizations.id", "sites.organization_id");
}

const findById = prepared<{ organizationId: string; id: string }, SiteRow>((db, value) =>
  fromSites(db)
    .where("sites.organization_id", "=", value("organizationId"))
    .where("sites.id", "=", value("id"))
    .selectAll("sites")
    .select(siteColumns()),
);

export async function findSite(db: Reader, organizationId: string, id: string): Promise<SiteRow | undefined> {
  const [found] = await findById(db, { organizationId, id });
  return found;
}

export async function findSites(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<SiteRow[]> {
  if (ids.length === 0) return [];
  return fromSites(db)
    .where("sites.organization_id", "=", organizationId)
    .where("sites.id", "in", ids)
    .selectAll("sites")
    .select(siteColumns())
    .execute();
}

export interface SiteFilter {
  readonly space?: string;
  readonly title?: string;
  readonly published?: boolean;
  readonly type?: readonly SiteType[];
}

/** The sites of an organization that pass these filters. */
export function matchSites(db: Reader, organizationId: string, filter: SiteFilter) {
  let query = db.selectFrom("sites").where("sites.organization_id", "=", organizationId);
  const { space, title, published, type } = filter;
  if (space !== undefined)
    query = query.where("sites.id", "in", (inner) =>
      inner.selectFrom("site_spaces").where("space_id", "=", space).select("site_id"),
    );
  if (title !== undefined && title !== "")
    query = query.where(sql<boolean>`sites.search_text like ${containsPattern(title)} escape '\\'`);
  if (published !== undefined) query = query.where("sites.published", "=", published ? 1 : 0);
  if (type !== undefined && type.length > 0) query = query.where("sites.type", "in", type);
  return query;
}

/** Changes what is given, and nothing else. */
export async function updateSiteRow(
  trx: Writer,
  { id, organization_id }: Pick<SiteTable, "id" | "organization_id">,
  changes: Partial<Omit<SiteTable, "id" | "organization_id">>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx
    .updateTable("sites")
    .set({ ...changes, ...(changes.title !== undefined && { search_text: fold(changes.title) }) })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

/** A new key for the tokens of a site's visitors. */
export function newAuthKey(): string {
  return randomBytes(32).toString("base64url");
}
