import type { Urls } from "../../config/index.ts";
import { changeRequestPath, type OnChangeRequest } from "../change-requests/index.ts";
import { commentableChangeRequest, findReviewComments, presentComments } from "../comments/index.ts";
import type { Call, DocumentFormat } from "../http/index.ts";
import { presentJoinedUser, presentOptionalUser } from "../users/index.ts";
import type { RequestedReviewer, Review } from "./schema.ts";
import type { RequestedReviewerRow, ReviewRow } from "./store.ts";

export async function presentReviews(
  call: Call & OnChangeRequest,
  rows: readonly ReviewRow[],
  format: DocumentFormat,
): Promise<Review[]> {
  const { context, changeRequest } = call;
  const { database, urls } = context;
  const commentable = commentableChangeRequest(changeRequest);
  const ids = rows.map(({ id }) => id);
  const comments = await findReviewComments(database.read, commentable, ids);
  const shown = await presentComments({ ...call, commentable }, comments, format);
  const commentOf = new Map(shown.map((comment) => [comment.target.review, comment]));
  return rows.map((row) => ({
    object: "change-request-review",
    id: row.id,
    revision: row.revision_id,
    reviewer: presentJoinedUser(row, "reviewer", urls),
    requestedBy: presentOptionalUser(row, "requester", urls),
    status: row.status,
    outdated: row.superseded === 1,
    comment: commentOf.get(row.id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: urls.api(`${changeRequestPath(changeRequest)}/reviews/${row.id}`) },
  }));
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
