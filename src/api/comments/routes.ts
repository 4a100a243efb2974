import { Type } from "@sinclair/typebox";
import { notFound } from "../../platform/index.ts";
import { maxListedTextBytes } from "../content/index.ts";
import {
  type Call,
  type DocumentFormat,
  ListOf,
  ListQuery,
  nothingToDo,
  type Operation,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { Member, memberColumns, presentMember } from "../members/index.ts";
import {
  type CommentableKind,
  changeRequestKind,
  type OnCommentable,
  onComment,
  onReply,
  requireResolver,
  requireSuggestion,
  spaceKind,
} from "./access.ts";
import { presentComments, presentReplies } from "./present.ts";
import { hasActivity, markRead } from "./read-marks.ts";
import {
  Comment,
  CommentCreate,
  CommentListQuery,
  CommentQuery,
  CommentReply,
  CommentsRead,
  CommentUpdate,
  ReplyCreate,
  ReplyListQuery,
  ReplyUpdate,
} from "./schema.ts";
import {
  findComment,
  findReply,
  matchCommenters,
  matchComments,
  matchReplies,
  presentedSize,
  storedCount,
  withPresentedColumns,
} from "./store.ts";
import { findTarget } from "./target.ts";
import {
  deleteComment,
  postComment,
  postReply,
  readBody,
  readChanges,
  runCommentTransaction,
  updateComment,
  withMentions,
} from "./write-comments.ts";

function commentOperations(kind: CommentableKind): Operation[] {
  const { path, readAccess, markAccess, commentAccess, suffix, name } = kind;
  return [
    operation(`listComments${suffix}`, `GET ${path}/comments`, {
      summary: `List the comments on ${name}, the latest first`,
      isRepeatable: true,
      // Users who have neither written nor read any see the same as others of their role.
      sharedBy: async ({ context, commentable, caller, role }) =>
        (await hasActivity(context.database.read, commentable, caller.userId)) ? undefined : role,
      access: readAccess,
      query: CommentListQuery,
      reply: { 200: ListOf(Comment) },
      handle: (call) => {
        const { context, commentable, query } = call;
        return readList(call, {
          matching: matchComments(context.database.read, commentable, query),
          select: withPresentedColumns,
          keys: ["comments.id"],
          order: query.order,
          count: storedCount(commentable, query),
          weight: { of: presentedSize, max: maxListedTextBytes[query.format] },
          present: (rows) => presentComments(call, rows, query.format),
        });
      },
    }),

    operation(`postComment${suffix}`, `POST ${path}/comments`, {
      summary: `Comment on ${name}, or on a page or block of it`,
      access: commentAccess,
      query: CommentQuery,
      body: CommentCreate,
      reply: { 200: Comment },
      handle: async (call) => {
        const text = await withMentions(await readBody(call.body.body));
        const target = await findTarget(call.context, call, call.body);
        const id = await runCommentTransaction(
          call,
          (trx, actor) => postComment(trx, call.commentable, { ...text, target }, actor),
          "snapshot",
        );
        return readComment(call, id, call.query.format);
      },
    }),

    operation(`getComment${suffix}`, `GET ${path}/comments/:commentId`, {
      summary: `Read a comment on ${name}`,
      isRepeatable: true,
      access: readAccess,
      query: CommentQuery,
      reply: { 200: Comment },
      handle: (call) => readComment(call, call.params.commentId, call.query.format),
    }),

    operation(`updateComment${suffix}`, `PUT ${path}/comments/:commentId`, {
      summary: `Edit a comment on ${name}, resolve it, or react to it`,
      access: onComment(commentAccess),
      query: CommentQuery,
      body: CommentUpdate,
      reply: { 200: Comment },
      handle: async (call) => {
        const { resolved } = call.body;
        const isTaken = call.body.suggestionTaken;
        if (resolved !== undefined || isTaken) requireResolver(call);
        if (isTaken) requireSuggestion(call);
        await updateComment(call, { ...(await readChanges(call)), resolved, isTaken });
        return readComment(call, call.comment.id, call.query.format);
      },
    }),

    operation(`deleteComment${suffix}`, `DELETE ${path}/comments/:commentId`, {
      summary: `Delete a comment on ${name}, with its replies`,
      access: commentAccess,
      reply: { 205: null },
      noopStatus: 204,
      handle: async (call) => {
        const { context, commentable, params } = call;
        const comment = await findComment(context.database.read, commentable, params.commentId);
        return (await deleteComment(call, comment)) ? undefined : nothingToDo;
      },
    }),

    operation(`markCommentsRead${suffix}`, `POST ${path}/comments/read`, {
      summary: `Mark the comments on a page of ${name} as read by the caller`,
      access: markAccess,
      body: CommentsRead,
      reply: { 204: null },
      handle: (call) => markRead(call, call.body),
    }),

    operation(`listCommenters${suffix}`, `GET ${path}/commenters`, {
      summary: `List the members who commented or replied on ${name}`,
      isRepeatable: true,
      sharedBy: () => "everyone",
      access: readAccess,
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(Member) },
      handle: (call) => {
        const { context, commentable } = call;
        return readList(call, {
          matching: matchCommenters(context.database.read, commentable),
          select: (found) =>
            found
              .innerJoin("users", "users.id", "members.user_id")
              .select(memberColumns(commentable.organizationId)),
          keys: ["members.user_id"],
          isLong: true,
          present: (rows) => rows.map((row) => presentMember(row, context.urls)),
        });
      },
    }),
  ];
}

async function readComment(call: Call & OnCommentable, id: string, format: DocumentFormat): Promise<Comment> {
  const row = await findComment(call.context.database.read, call.commentable, id);
  const [comment] = row === undefined ? [] : await presentComments(call, [row], format);
  if (comment === undefined) throw notFound("Comment");
  return comment;
}

function replyOperations({ path: parent, readAccess, commentAccess, suffix, name }: CommentableKind) {
  const path = `${parent}/comments/:commentId/replies` as const;
  const replyPath = `${path}/:commentReplyId` as const;
  return [
    operation(`listCommentReplies${suffix}`, `GET ${path}`, {
      summary: `List the replies to a comment on ${name}, the earliest first`,
      isRepeatable: true,
      access: onComment(readAccess),
      query: ReplyListQuery,
      reply: { 200: ListOf(CommentReply) },
      handle: (call) => {
        const { context, comment, query } = call;
        return readList(call, {
          matching: matchReplies(context.database.read, comment),
          select: withPresentedColumns,
          keys: ["comments.id"],
          count: comment.replies,
          weight: { of: presentedSize, max: maxListedTextBytes[query.format] },
          present: (rows) => presentReplies(call, comment, rows, query.format),
        });
      },
    }),

    operation(`postCommentReply${suffix}`, `POST ${path}`, {
      summary: `Reply to a comment on ${name}`,
      access: onComment(commentAccess),
      query: CommentQuery,
      body: ReplyCreate,
      reply: { 200: CommentReply },
      handle: async (call) => {
        const id = await postReply(call, await readBody(call.body.body));
        return readReply(call, call.comment.id, id, call.query.format);
      },
    }),

    operation(`getCommentReply${suffix}`, `GET ${replyPath}`, {
      summary: `Read a reply to a comment on ${name}`,
      isRepeatable: true,
      access: readAccess,
      query: CommentQuery,
      reply: { 200: CommentReply },
      handle: (call) => readReply(call, call.params.commentId, call.params.commentReplyId, call.query.format),
    }),

    operation(`updateCommentReply${suffix}`, `PUT ${replyPath}`, {
      summary: `Edit a reply to a comment on ${name}, or react to it`,
      access: onReply(commentAccess),
      query: CommentQuery,
      body: ReplyUpdate,
      reply: { 200: CommentReply },
      handle: async (call) => {
        await updateComment(call, await readChanges(call));
        return readReply(call, call.params.commentId, call.comment.id, call.query.format);
      },
    }),

    operation(`deleteCommentReply${suffix}`, `DELETE ${replyPath}`, {
      summary: `Delete a reply to a comment on ${name}`,
      access: commentAccess,
      reply: { 205: null },
      noopStatus: 204,
      handle: async (call) => {
        const { context, commentable, params } = call;
        const { read } = context.database;
        const reply = await findReply(read, commentable, params.commentId, params.commentReplyId);
        return (await deleteComment(call, reply)) ? undefined : nothingToDo;
      },
    }),
  ];
}

async function readReply(call: Call & OnCommentable, commentId: string, id: string, format: DocumentFormat) {
  const row = await findReply(call.context.database.read, call.commentable, commentId, id);
  const comment = await findComment(call.context.database.read, call.commentable, commentId);
  const [reply] = row && comment ? await presentReplies(call, comment, [row], format) : [];
  if (reply === undefined) throw notFound("Comment reply");
  return reply;
}

export const spaceComments: OperationGroup = {
  title: "Comments on spaces",
  operations: [...commentOperations(spaceKind), ...replyOperations(spaceKind)],
};

export const changeRequestComments: OperationGroup = {
  title: "Comments on change requests",
  operations: [...commentOperations(changeRequestKind), ...replyOperations(changeRequestKind)],
};
