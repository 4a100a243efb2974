import { type Static, Type } from "@sinclair/typebox";
import { reviewStatuses } from "../../storage/database/index.ts";
import { ChangeRequest } from "../change-requests/index.ts";
import { Comment, CommentBody, CommentTarget } from "../comments/index.ts";
import { MarkdownOrBlocks } from "../content/index.ts";
import { DocumentFormat, HttpUrl, ListQuery, StringEnum, Timestamp } from "../http/index.ts";
import { User } from "../users/index.ts";

const Status = StringEnum(reviewStatuses);

export type Review = Static<typeof Review>;
export const Review = Type.Object(
  {
    object: Type.Literal("change-request-review"),
    id: Type.String(),
    revision: Type.String({ description: "The id of the revision that was reviewed." }),
    reviewer: User,
    requestedBy: Type.Optional(User),
    status: Status,
    outdated: Type.Boolean({ description: "Whether the reviewer has reviewed again, or was requested to." }),
    comment: Type.Optional({ ...Comment, description: "The summary." } as typeof Comment),
    comments: Type.Integer({ description: "The number of other comments that were sent with it." }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "Review" },
);

export const ReviewQuery = Type.Object({ format: DocumentFormat });
export const ReviewListQuery = Type.Object({ ...ListQuery, format: DocumentFormat });

export type ReviewCreate = Static<typeof ReviewCreate>;
export const ReviewCreate = Type.Object({
  status: {
    ...Status,
    description:
      "`commented` is no verdict: an earlier one of the reviewer stays, and so does a request for their review.",
  } as typeof Status,
  comment: Type.Optional({ ...CommentBody, description: "The summary." } as typeof CommentBody),
  pendingComments: Type.Optional(
    Type.Boolean({ description: "Whether the pending comments of the caller are sent with it." }),
  ),
});

/** The number of pending comments of a reviewer. */
export const maxPendingComments = 100;

export type PendingComment = Static<typeof PendingComment>;
export const PendingComment = Type.Object(
  {
    object: Type.Literal("pending-comment"),
    id: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    body: MarkdownOrBlocks,
    target: CommentTarget,
    suggestion: Type.Optional(Type.Object({ text: Type.String() })),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "PendingComment" },
);

export const PendingCommentUpdate = Type.Object({ body: CommentBody });

export type RequestedReviewer = Static<typeof RequestedReviewer>;
export const RequestedReviewer = Type.Object(
  {
    object: Type.Literal("change-request-requested-reviewer"),
    kind: Type.Literal("user"),
    user: User,
    revision: Type.String({ description: "The id of the revision to review." }),
    requestedBy: User,
    createdAt: Timestamp,
  },
  { title: "RequestedReviewer" },
);

export type ReviewersRequest = Static<typeof ReviewersRequest>;
export const ReviewersRequest = Type.Object({
  users: Type.Array(Type.String(), { maxItems: 1000, description: "The ids of the reviewers." }),
  subject: Type.Optional({
    ...ChangeRequest.properties.subject,
    description: "A new subject for the change request.",
  }),
});

export const RequestedReviewers = Type.Object({ users: Type.Array(RequestedReviewer) });
