import type { Membership } from "../../identity/roles/index.ts";
import { isVisibleTo } from "../../identity/roles/index.ts";
import type { ChangeRequestStatus, OpenAPIPageSetTable, Reader } from "../../storage/database/index.ts";
import type { SpecRow } from "../openapi-specs/index.ts";
import { type JoinedUser, userColumns } from "../users/index.ts";

/** A page set without its generated pages, which may be large. */
export type PageSetRow = Omit<OpenAPIPageSetTable, "pages" | "proposed_pages"> &
  JoinedUser<"author"> & {
    readonly space_title: string;
    readonly change_request_number: number | null;
    readonly change_request_status: ChangeRequestStatus | null;
  };

const pageSetColumns = [
  "openapi_page_sets.id",
  "openapi_page_sets.organization_id",
  "openapi_page_sets.spec_id",
  "openapi_page_sets.space_id",
  "openapi_page_sets.parent_id",
  "openapi_page_sets.page_grouping",
  "openapi_page_sets.has_models",
  "openapi_page_sets.delivery",
  "openapi_page_sets.user_id",
  "openapi_page_sets.state",
  "openapi_page_sets.error",
  "openapi_page_sets.sync_number",
  "openapi_page_sets.synced_at",
  "openapi_page_sets.revision_id",
  "openapi_page_sets.version_id",
  "openapi_page_sets.page_count",
  "openapi_page_sets.deleted_count",
  "openapi_page_sets.change_request_id",
  "openapi_page_sets.proposed_version_id",
  "openapi_page_sets.created_by",
  "openapi_page_sets.created_at",
  "openapi_page_sets.updated_at",
] as const;

export function fromPageSets(db: Reader, spec: Pick<SpecRow, "id" | "organization_id">) {
  return db
    .selectFrom("openapi_page_sets")
    .innerJoin("contents", "contents.id", "openapi_page_sets.space_id")
    .where("openapi_page_sets.organization_id", "=", spec.organization_id)
    .where("openapi_page_sets.spec_id", "=", spec.id);
}

/** The page sets of a spec in spaces outside of the trash that a member may see. */
export function matchPageSets(db: Reader, spec: SpecRow, member: Membership) {
  return fromPageSets(db, spec).where("contents.deleted_at", "is", null).where(isVisibleTo(member));
}

/** Adds the columns that a presented page set needs. */
export function withPresentedColumns(query: ReturnType<typeof fromPageSets>) {
  return query
    .innerJoin("users as author", "author.id", "openapi_page_sets.user_id")
    .leftJoin("change_requests", "change_requests.id", "openapi_page_sets.change_request_id")
    .select(pageSetColumns)
    .select([
      "contents.title as space_title",
      "change_requests.number as change_request_number",
      "change_requests.status as change_request_status",
    ])
    .select(userColumns("author"));
}

export function findPageSet(db: Reader, spec: SpecRow, id: string): Promise<PageSetRow | undefined> {
  return withPresentedColumns(fromPageSets(db, spec))
    .where("openapi_page_sets.id", "=", id)
    .executeTakeFirst();
}
