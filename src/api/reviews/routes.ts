import { Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { notFound } from "../../platform/index.ts";
import {
  changeRequestPath,
  type OnChangeRequest,
  onActiveChangeRequest,
  onChangeRequest,
} from "../change-requests/index.ts";
import {
  commentableChangeRequest,
  findReviewComments,
  presentComments,
  readOptionalBody,
  runCommentTransaction,
  withMentions,
} from "../comments/index.ts";
import { maxListedTextBytes } from "../content/index.ts";
import {
  type Call,
  type DocumentFormat,
  ListOf,
  ListQuery,
  nothingToDo,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { presentJoinedUser, presentOptionalUser } from "../users/index.ts";
import { findPendingMentions } from "./pending-comments.ts";
import {
  RequestedReviewer,
  RequestedReviewers,
  Review,
  ReviewCreate,
  ReviewersRequest,
  ReviewListQuery,
  ReviewQuery,
} from "./schema.ts";
import {
  commentSize,
  matchRequestedReviewers,
  matchReviews,
  type RequestedReviewerRow,
  type ReviewRow,
  removeRequestedReviewer,
  requestReviewers,
  submitReview,
  withRequestColumns,
  withReviewColumns,
} from "./store.ts";

const path = "/spaces/:spaceId/change-requests/:changeRequestId";

export const reviews: OperationGroup = {
  title: "Reviews of change requests",
  operations: [
    operation("getReviewsByChangeRequestId", `GET ${path}/reviews`, {
      summary: "List the reviews of a change request, the latest first",
      isRepeatable: true,
      access: onChangeRequest("read"),
      query: ReviewListQuery,
      reply: { 200: ListOf(Review) },
      handle: (call) => {
        const { context, changeRequest, query } = call;
        return readList(call, {
          matching: matchReviews(context.database.read, changeRequest),
          select: withReviewColumns,
          keys: ["reviews.id"],
          order: "desc",
          weight: { of: commentSize, max: maxListedTextBytes[query.format] },
          present: (rows) => presentReviews(call, rows, query.format),
        });
      },
    }),

    operation("submitChangeRequestReview", `POST ${path}/reviews`, {
      summary: "Approve the current revision of a change request, or request changes",
      access: onActiveChangeRequest("review"),
      body: ReviewCreate,
      reply: { 201: Review },
      handle: async (call) => {
        const { changeRequest, body } = call;
        const text = await readOptionalBody(body.comment ?? {}, "comment");
        const sendsPending = body.pendingComments === true;
        const review = {
          status: body.status,
          comment: text === undefined ? undefined : await withMentions(text),
          sendsPending,
          pendingMentions: sendsPending ? await findPendingMentions(call) : new Map(),
        };
        const commentable = commentableChangeRequest(changeRequest);
        const id = await runCommentTransaction({ ...call, commentable }, (trx, actor) =>
          submitReview(trx, changeRequest, review, actor),
        );
        return readReview(call, id, "markdown");
      },
    }),

    operation("getChangeRequestReviewById", `GET ${path}/reviews/:reviewId`, {
      summary: "Read a review of a change request",
      isRepeatable: true,
      access: onChangeRequest("read"),
      query: ReviewQuery,
      reply: { 200: Review },
      handle: (call) => readReview(call, call.params.reviewId, call.query.format),
    }),

    operation("getRequestedReviewersByChangeRequestId", `GET ${path}/requested-reviewers`, {
      summary: "List the requested reviewers of a change request",
      isRepeatable: true,
      access: onChangeRequest("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(RequestedReviewer) },
      handle: (call) =>
        readList(call, {
          matching: matchRequestedReviewers(call.context.database.read, call.changeRequest),
          select: withRequestColumns,
          keys: ["requested_reviewers.user_id"],
          present: (rows) => rows.map((row) => presentRequestedReviewer(row, call.context.urls)),
        }),
    }),

    operation("requestReviewersForChangeRequest", `POST ${path}/requested-reviewers`, {
      summary: "Request reviews of the current revision of a change request",
      access: onActiveChangeRequest("edit"),
      body: ReviewersRequest,
      reply: { 200: RequestedReviewers },
      handle: async ({ context, caller, changeRequest, body }) => {
        const actor = { userId: caller.userId, now: context.clock.now() };
        await context.database.write((trx) => requestReviewers(trx, changeRequest, body, actor));
        if (body.users.length === 0) return { users: [] };
        const requested = matchRequestedReviewers(context.database.read, changeRequest)
          .where("requested_reviewers.user_id", "in", body.users)
          .orderBy("requested_reviewers.user_id");
        const rows = await withRequestColumns(requested).execute();
        return { users: rows.map((row) => presentRequestedReviewer(row, context.urls)) };
      },
    }),

    operation("removeRequestedReviewerFromChangeRequest", `DELETE ${path}/requested-reviewers/:userId`, {
      summary: "Withdraw the request for a review of a change request",
      access: onActiveChangeRequest("edit"),
      reply: { 205: null },
      noopStatus: 204,
      handle: async ({ context, changeRequest, params }) => {
        const isRemoved = await context.database.write((trx) =>
          removeRequestedReviewer(trx, changeRequest, params.userId),
        );
        return isRemoved ? undefined : nothingToDo;
      },
    }),
  ],
};

async function readReview(call: Call & OnChangeRequest, id: string, format: DocumentFormat): Promise<Review> {
  const { context, changeRequest } = call;
  const found = matchReviews(context.database.read, changeRequest).where("reviews.id", "=", id);
  const row = await withReviewColumns(found).executeTakeFirst();
  const [review] = row === undefined ? [] : await presentReviews(call, [row], format);
  if (review === undefined) throw notFound("Review");
  return review;
}

async function presentReviews(
  call: Call & OnChangeRequest,
  rows: readonly ReviewRow[],
  format: DocumentFormat,
): Promise<Review[]> {
  const { context, changeRequest } = call;
  const { database, urls } = context;
  const commentable = commentableChangeRequest(changeRequest);
  const ids = rows.map(({ id }) => id);
  const comments = await findReviewComments(database.read, commentable, ids);
  const presented = await presentComments({ ...call, commentable }, comments, format);
  const commentOf = new Map(presented.map((comment) => [comment.target.review, comment]));
  return rows.map((row) => ({
    object: "change-request-review",
    id: row.id,
    revision: row.revision_id,
    reviewer: presentJoinedUser(row, "reviewer", urls),
    requestedBy: presentOptionalUser(row, "requester", urls),
    status: row.status,
    outdated: row.superseded === 1,
    comment: commentOf.get(row.id),
    comments: Number(row.comments),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: urls.api(`${changeRequestPath(changeRequest)}/reviews/${row.id}`) },
  }));
}

function presentRequestedReviewer(row: RequestedReviewerRow, urls: Urls): RequestedReviewer {
  return {
    object: "change-request-requested-reviewer",
    kind: "user",
    user: presentJoinedUser(row, "reviewer", urls),
    revision: row.revision_id,
    requestedBy: presentJoinedUser(row, "requester", urls),
    createdAt: row.created_at,
  };
}
