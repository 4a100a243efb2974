import { type RawBuilder, sql } from "kysely";
import { isVisibleTo, type Membership } from "../../identity/roles/index.ts";
import type { ChangeRequestStatus } from "../../storage/database/index.ts";
import { type Call, presentList, readPage } from "../http/index.ts";
import { presentChangeRequest } from "./present.ts";
import { fromChangeRequests, withPresentedColumns } from "./store.ts";

interface Filters {
  readonly statuses: readonly ChangeRequestStatus[];
  readonly creator?: string | undefined;
  readonly contributor?: string | undefined;
  readonly requestedReviewer?: string | undefined;
  readonly space?: string | undefined;
  /** Origins of machine-made change requests. There are none here, so these match nothing. */
  readonly site?: string | undefined;
  readonly topic?: string | undefined;
  readonly styleguideRun?: string | undefined;
}

type ListCall = Call<unknown, { page?: string; limit: number; orderBy: "updatedAt" | "createdAt" }>;

export function listChangeRequests(
  call: ListCall,
  organizationId: string,
  filters: Filters & { space: string },
) {
  return listMatching(call, match(call, organizationId, filters));
}

/** Lists the change requests of all spaces that the member may read, without those of deleted spaces. */
export function listOrganizationChangeRequests(call: ListCall, member: Membership, filters: Filters) {
  const matching = match(call, member.organizationId, filters).where(
    sql<boolean>`exists (
      select 1 from contents
      where contents.id = change_requests.space_id and contents.deleted_at is null and ${isVisibleTo(member)}
    )`,
  );
  return listMatching(call, matching);
}

async function listMatching(call: ListCall, matching: ReturnType<typeof match>) {
  const time =
    call.query.orderBy === "createdAt" ? "change_requests.created_at" : "change_requests.updated_at";
  const page = await readPage(call, {
    matching,
    select: withPresentedColumns,
    keys: [time, "change_requests.id"],
    order: "desc",
  });
  return presentList(page, (row) => presentChangeRequest(row, call.context.urls));
}

function match({ context }: Call, organizationId: string, filters: Filters) {
  const { statuses, space, creator, contributor, requestedReviewer } = filters;
  let query = fromChangeRequests(context.database.read)
    .where("change_requests.organization_id", "=", organizationId)
    .where("change_requests.status", "in", statuses);
  if (space !== undefined) query = query.where("change_requests.space_id", "=", space);
  if (creator !== undefined) query = query.where("change_requests.created_by", "=", creator);
  if ([filters.site, filters.topic, filters.styleguideRun].some((origin) => origin !== undefined))
    query = query.where(sql<boolean>`1 = 0`);
  if (contributor !== undefined)
    query = query.where(involves("change_request_contributors", organizationId, contributor));
  if (requestedReviewer !== undefined)
    query = query.where(involves("requested_reviewers", organizationId, requestedReviewer));
  return query;
}

function involves(
  table: "change_request_contributors" | "requested_reviewers",
  organizationId: string,
  userId: string,
): RawBuilder<boolean> {
  return sql<boolean>`change_requests.id in (
    select change_request_id from ${sql.table(table)}
    where organization_id = ${organizationId} and user_id = ${userId}
  )`;
}
