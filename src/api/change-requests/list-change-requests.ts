import { sql } from "kysely";
import { isVisibleTo, type Membership } from "../../identity/roles/index.ts";
import { likePattern } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { type Call, type ListCall, readList } from "../http/index.ts";
import { presentChangeRequests } from "./mergeability.ts";
import type { OrganizationChangeRequestQuery } from "./schema.ts";
import { fromChangeRequests, withPresentedColumns } from "./store.ts";

/** `site`, `topic` and `styleguideRun` match nothing: they are origins of generated change requests. */
type Filters = Omit<OrganizationChangeRequestQuery, "page" | "limit" | "orderBy">;

export function listChangeRequests(
  call: ListCall & Call<unknown, { orderBy: "updatedAt" | "createdAt" }>,
  matching: ReturnType<typeof matchChangeRequests>,
) {
  const time = call.query.orderBy === "createdAt" ? "created_at" : "updated_at";
  const keys = [`change_requests.${time}`, "change_requests.id"] as const;
  return readList(call, {
    matching,
    // Rows are long: those of the page are found in an index first.
    select: (found) => {
      const ids = found.select("change_requests.id").limit(call.query.limit + 1);
      const rows = fromChangeRequests(call.context.database.read).where("change_requests.id", "in", ids);
      return withPresentedColumns(rows).orderBy(keys[0], "desc").orderBy(keys[1], "desc");
    },
    keys: [...keys],
    order: "desc",
    present: (rows) => presentChangeRequests(call.context, rows, call.caller.userId),
  });
}

/** Matches the change requests of all spaces that the member may read, except in deleted spaces. */
export function matchVisibleChangeRequests(db: Reader, member: Membership, filters: Filters) {
  return matchChangeRequests(db, member.organizationId, filters).where(
    sql<boolean>`exists (
      select 1 from contents
      where contents.id = change_requests.space_id and contents.deleted_at is null and ${isVisibleTo(member)}
    )`,
  );
}

export function matchChangeRequests(db: Reader, organizationId: string, filters: Filters) {
  const { status, space, creator, contributor, requestedReviewer, pendingReviewer, search } = filters;
  let query = fromChangeRequests(db)
    .where("change_requests.organization_id", "=", organizationId)
    .where("change_requests.status", "in", status);
  if (space !== undefined) query = query.where("change_requests.space_id", "=", space);
  if (search !== undefined && search.trim() !== "") query = query.where(matchesText(search.trim()));
  if (creator !== undefined) query = query.where("change_requests.created_by", "=", creator);
  if ([filters.site, filters.topic, filters.styleguideRun].some((origin) => origin !== undefined))
    query = query.where(sql<boolean>`1 = 0`);
  const involves = (table: "change_request_contributors" | "requested_reviewers", userId: string) =>
    sql<boolean>`change_requests.id in (
      select change_request_id from ${sql.table(table)}
      where organization_id = ${organizationId} and user_id = ${userId}
    )`;
  if (contributor !== undefined) query = query.where(involves("change_request_contributors", contributor));
  if (requestedReviewer !== undefined)
    query = query.where(involves("requested_reviewers", requestedReviewer));
  if (pendingReviewer !== undefined)
    query = query.where(sql<boolean>`change_requests.id in (
      select change_request_id from requested_reviewers
      where organization_id = ${organizationId} and user_id = ${pendingReviewer} and not exists (
        select 1 from reviews
        where reviews.change_request_id = requested_reviewers.change_request_id
          and reviews.reviewer_id = requested_reviewers.user_id
          and reviews.created_at >= requested_reviewers.created_at
          and reviews.status != 'commented'
      )
    )`);
  return query;
}

/** Whether a change request has the text in its subject, or the number. */
function matchesText(text: string) {
  const number = /^#?([1-9]\d{0,8})$/.exec(text)?.[1];
  const isFound = sql<boolean>`change_requests.search_text like ${likePattern(text)} escape '\\'`;
  return number === undefined
    ? isFound
    : sql<boolean>`(change_requests.number = ${Number(number)} or ${isFound})`;
}
