import { type Static, Type } from "@sinclair/typebox";
import { reviewStatuses } from "../../storage/database/index.ts";
import { ChangeRequest } from "../change-requests/index.ts";
import { Comment, CommentBody } from "../comments/index.ts";
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
    comment: Type.Optional(Comment),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "Review" },
);

export const ReviewQuery = Type.Object({ format: DocumentFormat });
export const ReviewListQuery = Type.Object({ ...ListQuery, format: DocumentFormat });

export type ReviewCreate = Static<typeof ReviewCreate>;
export const ReviewCreate = Type.Object({ status: Status, comment: Type.Optional(CommentBody) });

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
