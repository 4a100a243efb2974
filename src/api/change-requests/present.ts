import type { Urls } from "../../config/index.ts";
import { presentJoinedUser, presentOptionalUser } from "../users/index.ts";
import type { ChangeRequest } from "./schema.ts";
import type { ChangeRequestRow } from "./store.ts";

export function presentChangeRequest(row: ChangeRequestRow, urls: Urls): ChangeRequest {
  return {
    object: "change-request",
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    createdBy: presentJoinedUser(row, "creator", urls),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    mergedBy: presentOptionalUser(row, "merger", urls),
    mergedAt: row.merged_at ?? undefined,
    space: row.space_id,
    revision: row.revision_id,
    revisionInitial: row.initial_revision_id,
    revisionMergedAncestor: row.merged_ancestor_id ?? undefined,
    revisionMerged: row.merged_revision_id ?? undefined,
    comments: row.comments,
    outdated: isOutdated(row),
    urls: { location: urls.api(changeRequestPath(row)), app: urls.app(changeRequestPath(row)) },
  };
}

/** Its path below /v1, and in the app. */
export function changeRequestPath({ space_id, id }: Pick<ChangeRequestRow, "space_id" | "id">): string {
  return `/spaces/${space_id}/change-requests/${id}`;
}

/** Roots are content hashes: reverted changes do not count, unless they changed a timestamp. */
function isOutdated({ status, base_root, primary_root }: ChangeRequestRow): boolean {
  return status !== "merged" && base_root !== primary_root;
}
