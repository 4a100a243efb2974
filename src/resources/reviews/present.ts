import type { Urls } from "../../http/urls.ts";
import { pathOf } from "../change-requests/present.ts";
import type { ChangeRequestRow } from "../change-requests/store.ts";
import type { ShowText } from "../content/written-document.ts";
import { presentJoinedUser, presentMaybeUser } from "../users/joined-users.ts";
import type { RequestedReviewer, Review } from "./schema.ts";
import type { RequestedReviewerRow, ReviewRow } from "./store.ts";

export function presentReview(
  row: ReviewRow,
  changeRequest: ChangeRequestRow,
  urls: Urls,
  show: ShowText,
): Review {
  return {
    object: "change-request-review",
    id: row.id,
    revision: row.revision_id,
    reviewer: presentJoinedUser(row, "reviewer", urls),
    requestedBy: presentMaybeUser(row, "requester", urls),
    status: row.status,
    outdated: row.superseded === 1,
    comment: presentComment(row, changeRequest, urls, show),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: urls.api(`${pathOf(changeRequest)}/reviews/${row.id}`) },
  };
}

function presentComment(
  row: ReviewRow,
  changeRequest: ChangeRequestRow,
  urls: Urls,
  show: ShowText,
): Review["comment"] {
  if (row.comment === null) return undefined;
  return {
    object: "comment",
    id: row.id,
    postedBy: presentJoinedUser(row, "reviewer", urls),
    postedAt: row.created_at,
    reactions: [],
    replies: 0,
    body: show(row.comment),
    target: {
      space: changeRequest.space_id,
      changeRequest: changeRequest.id,
      review: row.id,
      revision: row.revision_id,
    },
    status: "open",
    urls: { location: urls.api(`${pathOf(changeRequest)}/comments/${row.id}`) },
    // There is no way yet to do anything with it but to read it.
    permissions: { view: true, edit: false, reply: false, delete: false },
  };
}

export function presentRequestedReviewer(row: RequestedReviewerRow, urls: Urls): RequestedReviewer {
  return {
    object: "change-request-requested-reviewer",
    kind: "user",
    user: presentJoinedUser(row, "reviewer", urls),
    revision: row.revision_id,
    requestedBy: presentJoinedUser(row, "requester", urls),
    createdAt: row.created_at,
  };
}
