import { notFound } from "../../platform/index.ts";
import { maxListedTextBytes } from "../content/index.ts";
import {
  type Call,
  type DocumentFormat,
  ListOf,
  listReply,
  nothingToDo,
  type Operation,
  operation,
  readPage,
} from "../http/index.ts";
import { type CommentableKind, type OnCommentable, onComment, onReply } from "./access.ts";
import { presentReplies } from "./present.ts";
import { CommentQuery, CommentReply, ReplyCreate, ReplyListQuery, ReplyUpdate } from "./schema.ts";
import { findReply, matchReplies, presentedSize, withPresentedColumns } from "./store.ts";
import { deleteComment, postReply, readBody, readChanges, updateComment } from "./write-comments.ts";

export function replyOperations({
  path: parent,
  reading,
  commenting,
  suffix,
  name,
}: CommentableKind): Operation[] {
  const path = `${parent}/comments/:commentId/replies` as const;
  const one = `${path}/:commentReplyId` as const;
  return [
    operation(`listCommentReplies${suffix}`, `GET ${path}`, {
      summary: `List the replies to a comment on ${name}, the earliest first`,
      access: onComment(reading),
      query: ReplyListQuery,
      reply: { 200: ListOf(CommentReply) },
      handle: async (call) => {
        const { context, comment, query } = call;
        const page = await readPage(call, {
          matching: matchReplies(context.database.read, comment),
          select: withPresentedColumns,
          keys: ["comments.id"],
          order: "asc",
          count: comment.replies,
          weight: { of: presentedSize, most: maxListedTextBytes[query.format] },
        });
        return listReply(page, await presentReplies(call, page.rows, query.format));
      },
    }),

    operation(`postCommentReply${suffix}`, `POST ${path}`, {
      summary: `Reply to a comment on ${name}`,
      access: onComment(commenting),
      query: CommentQuery,
      body: ReplyCreate,
      reply: { 200: CommentReply },
      handle: async (call) => {
        const id = await postReply(call, await readBody(call.body.body));
        return readReply(call, call.comment.id, id, call.query.format);
      },
    }),

    operation(`getCommentReply${suffix}`, `GET ${one}`, {
      summary: `Read a reply to a comment on ${name}`,
      access: reading,
      query: CommentQuery,
      reply: { 200: CommentReply },
      handle: (call) => readReply(call, call.params.commentId, call.params.commentReplyId, call.query.format),
    }),

    operation(`updateCommentReply${suffix}`, `PUT ${one}`, {
      summary: `Edit a reply to a comment on ${name}, or react to it`,
      access: onReply(commenting),
      query: CommentQuery,
      body: ReplyUpdate,
      reply: { 200: CommentReply },
      handle: async (call) => {
        await updateComment(call, await readChanges(call));
        return readReply(call, call.params.commentId, call.comment.id, call.query.format);
      },
    }),

    operation(`deleteCommentReply${suffix}`, `DELETE ${one}`, {
      summary: `Delete a reply to a comment on ${name}`,
      access: commenting,
      reply: { 205: null },
      noopStatus: 204,
      handle: async (call) => {
        const { commentId, commentReplyId } = call.params;
        const reply = await findReply(
          call.context.database.read,
          call.commentable,
          commentId,
          commentReplyId,
        );
        return (await deleteComment(call, reply)) ? undefined : nothingToDo;
      },
    }),
  ];
}

async function readReply(
  call: Call & OnCommentable,
  commentId: string,
  id: string,
  format: DocumentFormat,
): Promise<CommentReply> {
  const row = await findReply(call.context.database.read, call.commentable, commentId, id);
  const [reply] = row === undefined ? [] : await presentReplies(call, [row], format);
  if (reply === undefined) throw notFound("Comment reply");
  return reply;
}
