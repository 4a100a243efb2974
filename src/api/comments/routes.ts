import { Type } from "@sinclair/typebox";
import { notFound } from "../../platform/index.ts";
import { maxListedTextBytes } from "../content/index.ts";
import {
  type Call,
  type Chapter,
  type DocumentFormat,
  ListOf,
  ListQuery,
  listReply,
  nothingToDo,
  type Operation,
  operation,
  presentList,
  readPage,
} from "../http/index.ts";
import { Member, memberColumns, presentMember } from "../members/index.ts";
import {
  type CommentableKind,
  changeRequestKind,
  type OnCommentable,
  onComment,
  requireResolver,
  spaceKind,
} from "./access.ts";
import { presentComments } from "./present.ts";
import { replyOperations } from "./reply-operations.ts";
import { Comment, CommentCreate, CommentListQuery, CommentQuery, CommentUpdate } from "./schema.ts";
import {
  findComment,
  matchCommenters,
  matchComments,
  presentedSize,
  storedCount,
  withPresentedColumns,
} from "./store.ts";
import { findTarget } from "./target.ts";
import {
  deleteComment,
  postComment,
  readBody,
  readChanges,
  runCommentTransaction,
  updateComment,
} from "./write-comments.ts";

function commentOperations({ path, reading, commenting, suffix, name }: CommentableKind): Operation[] {
  return [
    operation(`listComments${suffix}`, `GET ${path}/comments`, {
      summary: `List the comments on ${name}, the latest first`,
      access: reading,
      query: CommentListQuery,
      reply: { 200: ListOf(Comment) },
      handle: async (call) => {
        const { context, commentable, query } = call;
        const page = await readPage(call, {
          matching: matchComments(context.database.read, commentable, query),
          select: withPresentedColumns,
          keys: ["comments.id"],
          order: query.order,
          count: storedCount(commentable, query),
          weight: { of: presentedSize, most: maxListedTextBytes[query.format] },
        });
        return listReply(page, await presentComments(call, page.rows, query.format));
      },
    }),

    operation(`postComment${suffix}`, `POST ${path}/comments`, {
      summary: `Comment on ${name}, or on a page or block of it`,
      access: commenting,
      query: CommentQuery,
      body: CommentCreate,
      reply: { 200: Comment },
      handle: async (call) => {
        const { context, commentable } = call;
        const body = await readBody(call.body.body);
        const target = await findTarget(context, call, call.body);
        const id = await runCommentTransaction(
          call,
          (trx, actor) => postComment(trx, commentable, { body, target }, actor),
          "snapshot",
        );
        return readComment(call, id, call.query.format);
      },
    }),

    operation(`getComment${suffix}`, `GET ${path}/comments/:commentId`, {
      summary: `Read a comment on ${name}`,
      access: reading,
      query: CommentQuery,
      reply: { 200: Comment },
      handle: (call) => readComment(call, call.params.commentId, call.query.format),
    }),

    operation(`updateComment${suffix}`, `PUT ${path}/comments/:commentId`, {
      summary: `Edit a comment on ${name}, resolve it, or react to it`,
      access: onComment(commenting),
      query: CommentQuery,
      body: CommentUpdate,
      reply: { 200: Comment },
      handle: async (call) => {
        const { resolved } = call.body;
        if (resolved !== undefined) requireResolver(call);
        await updateComment(call, { ...(await readChanges(call)), resolved });
        return readComment(call, call.comment.id, call.query.format);
      },
    }),

    operation(`deleteComment${suffix}`, `DELETE ${path}/comments/:commentId`, {
      summary: `Delete a comment on ${name}, with its replies`,
      access: commenting,
      reply: { 205: null },
      noopStatus: 204,
      handle: async (call) => {
        const { context, commentable, params } = call;
        const comment = await findComment(context.database.read, commentable, params.commentId);
        return (await deleteComment(call, comment)) ? undefined : nothingToDo;
      },
    }),

    operation(`listCommenters${suffix}`, `GET ${path}/commenters`, {
      summary: `List the members who commented or replied on ${name}`,
      access: reading,
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(Member) },
      handle: async (call) => {
        const { context, commentable } = call;
        const page = await readPage(call, {
          matching: matchCommenters(context.database.read, commentable),
          select: (found) =>
            found
              .innerJoin("users", "users.id", "members.user_id")
              .select(memberColumns(commentable.organizationId)),
          keys: ["members.user_id"],
          order: "asc",
        });
        return presentList(page, (row) => presentMember(row, context.urls));
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

export const spaceComments: Chapter = {
  title: "Comments on spaces",
  operations: [...commentOperations(spaceKind), ...replyOperations(spaceKind)],
};

export const changeRequestComments: Chapter = {
  title: "Comments on change requests",
  operations: [...commentOperations(changeRequestKind), ...replyOperations(changeRequestKind)],
};
