import { type Static, Type } from "@sinclair/typebox";
import { reviewStatuses } from "../../enumerations.ts";
import { Format } from "../../http/format.ts";
import { Address, ListQuery, oneOf, Timestamp } from "../../http/schemas.ts";
import { ChangeRequest } from "../change-requests/schema.ts";
import { ShownDocument, WrittenDocument } from "../content/written-document.ts";
import { User } from "../users/schema.ts";

/** How long the comment of a review may be. */
export const longestComment = 65_536;

const Status = oneOf(reviewStatuses);

/** The comment that a review was submitted with. */
const ReviewComment = Type.Object(
  {
    object: Type.Literal("comment"),
    id: Type.String(),
    postedBy: User,
    postedAt: Timestamp,
    reactions: Type.Array(Type.Unknown()),
    replies: Type.Integer(),
    body: ShownDocument,
    target: Type.Object({
      space: Type.String(),
      changeRequest: Type.String(),
      review: Type.String(),
      revision: Type.String(),
    }),
    status: Type.Literal("open"),
    urls: Type.Object({ location: Address }),
    permissions: Type.Object({
      view: Type.Boolean(),
      edit: Type.Boolean(),
      reply: Type.Boolean(),
      delete: Type.Boolean(),
    }),
  },
  { title: "ReviewComment" },
);

export type Review = Static<typeof Review>;
export const Review = Type.Object(
  {
    object: Type.Literal("change-request-review"),
    id: Type.String(),
    revision: Type.String({ description: "The id of the revision that was reviewed." }),
    reviewer: User,
    requestedBy: Type.Optional(User),
    status: Status,
    outdated: Type.Boolean({ description: "Whether its reviewer has reviewed again, or was asked to." }),
    comment: Type.Optional(ReviewComment),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Address }),
  },
  { title: "Review" },
);

export const ReviewQuery = Type.Object({ format: Format });
export const ReviewListQuery = Type.Object({ ...ListQuery, format: Format });

export type ReviewCreate = Static<typeof ReviewCreate>;
export const ReviewCreate = Type.Object({
  status: Status,
  comment: Type.Optional(WrittenDocument(longestComment)),
});

export type RequestedReviewer = Static<typeof RequestedReviewer>;
export const RequestedReviewer = Type.Object(
  {
    object: Type.Literal("change-request-requested-reviewer"),
    kind: Type.Literal("user"),
    user: User,
    revision: Type.String({ description: "The id of the revision that there was when they were asked." }),
    requestedBy: User,
    createdAt: Timestamp,
  },
  { title: "RequestedReviewer" },
);

export type ReviewersRequest = Static<typeof ReviewersRequest>;
export const ReviewersRequest = Type.Object({
  users: Type.Array(Type.String(), { maxItems: 1000, description: "The ids of the users to ask." }),
  subject: Type.Optional({
    ...ChangeRequest.properties.subject,
    description: "A new subject for the change request.",
  }),
});

export const RequestedReviewers = Type.Object({ users: Type.Array(RequestedReviewer) });
