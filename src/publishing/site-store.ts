import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { fold, likePattern } from "../platform/index.ts";
import {
  inBatches,
  prepared,
  type Reader,
  type SiteTable,
  type SiteType,
  toFlag,
  type Writer,
} from "../storage/database/index.ts";
import type { SiteRef } from "./structure-store.ts";

/** Columns that may be large. They are read on demand. */
type LargeColumn = "customization" | "adaptive_schema";

/** The content of a change request that a preview shows instead of the primary content of its space. */
export interface PreviewedContent {
  readonly changeRequestId: string;
  readonly spaceId: string;
  readonly number: number;
  readonly subject: string;
  readonly revisionId: string;
  readonly root: string;
  /** Whether the primary content has changes that the change request does not have. */
  readonly isOutdated: boolean;
}

/** The columns of a site that every request reads. */
export interface SiteRow
  extends Omit<SiteTable, LargeColumn | "search_text" | "source" | "structure_version"> {
  /** Set if the site is shown as it would be after the merge of a change request. */
  preview?: PreviewedContent;
  organization_hostname: string | null;
  /** The key of the oldest active share link, if the visibility is share-link. */
  share_key: string | null;
}

export interface SiteDetailsRow extends SiteRow {
  customization: string;
  site_spaces: number;
  sections: number;
}

/** The columns of a SiteRow, for `fromSites`. */
export const siteColumns = [
  "sites.id",
  "sites.organization_id",
  "sites.type",
  "sites.title",
  "sites.visibility",
  "sites.published",
  "sites.basename",
  "sites.hostname",
  "sites.proxy",
  "sites.adaptive_content",
  "sites.agents_context",
  "sites.adaptive_schema_at",
  "sites.auth_backend",
  "sites.auth_key",
  "sites.auth_fallback_url",
  "sites.created_at",
  "organizations.hostname as organization_hostname",
  sql<string | null>`case when sites.visibility = 'share-link' then (
    select key from site_share_links where site_id = sites.id and active = 1 order by id limit 1
  ) end`.as("share_key"),
] as const;

/** The columns of a SiteDetailsRow, for `fromSites`. Spaces in the trash are not counted. */
export const siteDetailColumns = [
  ...siteColumns,
  "sites.customization",
  sql<number>`(
    select count(*) from site_spaces where site_spaces.site_id = sites.id
    and (select deleted_at from contents where contents.id = site_spaces.space_id) is null
  )`.as("site_spaces"),
  sql<number>`(select count(*) from site_sections where site_id = sites.id)`.as("sections"),
] as const;

export function fromSites(db: Reader) {
  return db.selectFrom("sites").innerJoin("organizations", "organizations.id", "sites.organization_id");
}

const findById = prepared<{ organizationId: string; id: string }, SiteRow>((db, value) =>
  fromSites(db)
    .where("sites.organization_id", "=", value("organizationId"))
    .where("sites.id", "=", value("id"))
    .select(siteColumns),
);

export async function findSite(db: Reader, organizationId: string, id: string): Promise<SiteRow | undefined> {
  const [found] = await findById(db, { organizationId, id });
  return found;
}

export function findSiteDetails(db: Reader, organizationId: string, id: string) {
  return fromSites(db)
    .where("sites.organization_id", "=", organizationId)
    .where("sites.id", "=", id)
    .select(siteDetailColumns)
    .executeTakeFirst();
}

/** Sites of any organization. */
export function findDetailsOfSites(db: Reader, ids: readonly string[]): Promise<SiteDetailsRow[]> {
  return inBatches(ids, (batch) =>
    fromSites(db).where("sites.id", "in", batch).select(siteDetailColumns).execute(),
  );
}

export async function readLargeColumn(db: Reader, { id, organization_id }: SiteRef, column: LargeColumn) {
  const found = await db
    .selectFrom("sites")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .select(sql<string | null>`${sql.ref(column)}`.as("text"))
    .executeTakeFirst();
  return found?.text ?? null;
}

interface SiteFilter {
  readonly space?: string;
  readonly title?: string;
  readonly published?: boolean;
  readonly type?: readonly SiteType[];
}

export function selectSites(db: Reader, organizationId: string, filter: SiteFilter) {
  let query = db.selectFrom("sites").where("sites.organization_id", "=", organizationId);
  const { space, title, published, type } = filter;
  if (space !== undefined)
    query = query.where("sites.id", "in", (inner) =>
      inner.selectFrom("site_spaces").where("space_id", "=", space).select("site_id"),
    );
  if (title !== undefined && title !== "")
    query = query.where(sql<boolean>`sites.search_text like ${likePattern(title)} escape '\\'`);
  if (published !== undefined) query = query.where("sites.published", "=", toFlag(published));
  if (type !== undefined && type.length > 0) query = query.where("sites.type", "in", type);
  return query;
}

export async function updateSiteRow(
  trx: Writer,
  { id, organization_id }: SiteRef,
  changes: Partial<Omit<SiteTable, "id" | "organization_id">>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await trx
    .updateTable("sites")
    .set({ ...changes, ...(changes.title !== undefined && { search_text: fold(changes.title) }) })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

/** A key to sign visitor tokens with. */
export function newAuthKey(): string {
  return randomBytes(32).toString("base64url");
}

/** Deletes a site with its structure, share links and redirects; false if it does not exist. */
export async function deleteSite(trx: Writer, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("sites")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  await trx
    .updateTable("organizations")
    .set({ default_site_id: null })
    .where("id", "=", organizationId)
    .where("default_site_id", "=", id)
    .execute();
  return numDeletedRows > 0;
}
