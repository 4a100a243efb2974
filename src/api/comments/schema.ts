import { type Static, Type } from "@sinclair/typebox";
import { commentStatuses } from "../../storage/database/index.ts";
import { MarkdownOrBlocks, MarkdownOrBlocksInput } from "../content/index.ts";
import { DocumentFormat, HttpUrl, ListQuery, Order, StringEnum, Timestamp } from "../http/index.ts";
import { User } from "../users/index.ts";

/** The maximum size of a comment's Markdown. */
export const maxBodyBytes = 100 * 1024;

export type Reaction = Static<typeof Reaction>;
const Reaction = Type.Object({
  emoji: Type.String({ description: "The emoji, in the spelling of the first reaction." }),
  count: Type.Integer(),
  users: Type.Array(Type.Object({ user: User, reactedAt: Timestamp })),
});

/** The properties that comments and replies have in common. */
const postFields = {
  id: Type.String(),
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Type.Optional(Timestamp),
  reactions: Type.Array(Reaction),
  body: MarkdownOrBlocks,
  unread: Type.Boolean({
    description:
      "Whether another user posted it after the caller last read the comments on its page. A comment is also unread if a reply to it is.",
  }),
  urls: Type.Object({ location: HttpUrl }),
  permissions: Type.Object({
    view: Type.Boolean(),
    edit: Type.Boolean(),
    reply: Type.Boolean(),
    delete: Type.Boolean(),
  }),
};

const Replier = Type.Object({
  user: User,
  count: Type.Integer({ description: "The number of the user's replies." }),
  updatedAt: { ...Timestamp, description: "When the user last replied, even if that reply was deleted." },
});

const TableCell = Type.Object({ record: Type.String(), definition: Type.String() });

/** The number of characters of quoted or proposed words. */
const maxQuote = 2000;
const maxContext = 200;

const Quote = Type.Object({
  text: Type.String({ minLength: 1, maxLength: maxQuote, description: "The words." }),
  prefix: Type.Optional(Type.String({ maxLength: maxContext, description: "The text before them." })),
  suffix: Type.Optional(Type.String({ maxLength: maxContext, description: "The text after them." })),
});

export const CommentTarget = Type.Object({
  space: Type.String(),
  changeRequest: Type.Optional(Type.String()),
  review: Type.Optional(
    Type.String({ description: "The id of the review that the comment was submitted with." }),
  ),
  revision: Type.String({ description: "The id of the revision that was commented on." }),
  page: Type.Optional(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      emoji: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      createdAt: Type.Optional(Timestamp),
      updatedAt: Type.Optional(Timestamp),
      path: Type.String(),
      outdated: Type.Boolean({ description: "Whether the page is no longer in the primary content." }),
    }),
  ),
  node: Type.Optional(
    Type.Object({
      id: Type.String({ description: "The key of a block." }),
      preview: Type.Optional(
        Type.String({ description: "The beginning of the block's text when the comment was posted." }),
      ),
    }),
  ),
  tableCell: Type.Optional(TableCell),
  quote: Type.Optional({
    ...Quote,
    description: "The words of the block that the comment is about, as its author saw them.",
  }),
});

export type Comment = Static<typeof Comment>;
export const Comment = Type.Object(
  {
    object: Type.Literal("comment"),
    ...postFields,
    replies: Type.Integer({ description: "The number of replies." }),
    repliers: Type.Array(Replier, { description: "The users who replied, the latest first." }),
    target: CommentTarget,
    status: StringEnum(commentStatuses),
    resolvedAt: Type.Optional(Timestamp),
    resolvedBy: Type.Optional(User),
    suggestion: Type.Optional(
      Type.Object(
        {
          text: Type.String(),
          takenAt: Type.Optional(Timestamp),
          takenBy: Type.Optional(User),
        },
        { description: "The words that the comment proposes for the quoted ones, and who took them." },
      ),
    ),
  },
  { title: "Comment" },
);

export type CommentReply = Static<typeof CommentReply>;
export const CommentReply = Type.Object(
  { object: Type.Literal("comment-reply"), ...postFields },
  { title: "CommentReply" },
);

export type CommentListQuery = Static<typeof CommentListQuery>;
export const CommentListQuery = Type.Object({
  ...ListQuery,
  order: Order,
  status: StringEnum(["all", ...commentStatuses], { default: "all" }),
  format: DocumentFormat,
  targetPage: Type.Optional(Type.String({ description: "The id of the page that the comments are about." })),
  review: Type.Optional(
    Type.String({ description: "The id of the review that the comments were sent with." }),
  ),
  authors: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 1000,
      description: "The ids of the authors, as a repeated parameter or separated by commas.",
    }),
  ),
});

export const CommentQuery = Type.Object({ format: DocumentFormat });
export const ReplyListQuery = Type.Object({ ...ListQuery, format: DocumentFormat });

export const CommentBody = MarkdownOrBlocksInput(maxBodyBytes);
const Id = Type.String({ minLength: 1, maxLength: 256 });

export type CommentCreate = Static<typeof CommentCreate>;
export const CommentCreate = Type.Object({
  body: CommentBody,
  page: Type.Optional({ ...Id, description: "The id of the page that the comment is about." }),
  node: Type.Optional({ ...Id, description: "The key of the block of that page that the comment is about." }),
  tableCell: Type.Optional({ ...TableCell, description: "The cell, if the block is a table." }),
  quote: Type.Optional({ ...Quote, description: "The words of that block that the comment is about." }),
  suggestion: Type.Optional(
    Type.String({ maxLength: maxQuote, description: "Words that the comment proposes for the quoted ones." }),
  ),
});

export type CommentsRead = Static<typeof CommentsRead>;
export const CommentsRead = Type.Object({
  page: Type.Optional({
    ...Id,
    description: "The id of the page whose comments were read. Without it, the comments on no page.",
  }),
  until: Type.Optional({
    ...Timestamp,
    description: "When the latest comment or reply that was read was posted. By default, now.",
  }),
});

export const ReplyCreate = Type.Object({ body: CommentBody });

const Emojis = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: 100,
  description: "Emoji, as characters or as hexadecimal code points joined by hyphens.",
});

export type ReplyUpdate = Static<typeof ReplyUpdate>;
export const ReplyUpdate = Type.Object({
  body: Type.Optional(CommentBody),
  addedReactions: Type.Optional(Emojis),
  removedReactions: Type.Optional(Emojis),
});

export type CommentUpdate = Static<typeof CommentUpdate>;
export const CommentUpdate = Type.Object({
  resolved: Type.Optional(Type.Boolean()),
  suggestionTaken: Type.Optional(
    Type.Literal(true, { description: "Records that the caller has taken the proposed words." }),
  ),
  ...ReplyUpdate.properties,
});
