import { notFound } from "../../platform/index.ts";
import { mostShown } from "../content/index.ts";
import {
  type Call,
  type Format,
  ListOf,
  listOf,
  nothingToDo,
  type Operation,
  operation,
  readPage,
} from "../http/index.ts";
import { type OnPlace, onComment, onReply } from "./access.ts";
import { presentReplies } from "./present.ts";
import type { PlaceKind } from "./routes.ts";
import { CommentQuery, CommentReply, ReplyCreate, ReplyListQuery, ReplyUpdate } from "./schema.ts";
import { findReply, matchReplies, shownSize, withAllShown } from "./store.ts";
import {
  deleteFound,
  postReply,
  reachOf,
  readBody,
  readChanges,
  updateComment,
  writeInTurn,
} from "./write-comments.ts";

export function replyOperations({ path: placePath, access, suffix, name }: PlaceKind): Operation[] {
  const path = `${placePath}/comments/:commentId/replies` as const;
  const one = `${path}/:commentReplyId` as const;
  return [
    operation({
      id: `listCommentReplies${suffix}`,
      method: "GET",
      path,
      summary: `List the replies to a comment on ${name}, the earliest first`,
      access: onComment(access.reading),
      query: ReplyListQuery,
      reply: { 200: ListOf(CommentReply) },
      handle: async (call) => {
        const { context, comment, query } = call;
        const page = await readPage(call, {
          matching: matchReplies(context.database.read, comment),
          select: withAllShown,
          keys: ["comments.id"],
          order: "asc",
          count: comment.replies,
          weight: { of: shownSize, most: mostShown[query.format] },
        });
        return listOf(page, await presentReplies(call, page.rows, query.format));
      },
    }),

    operation({
      id: `postCommentReply${suffix}`,
      method: "POST",
      path,
      summary: `Reply to a comment on ${name}`,
      access: onComment(access.commenting),
      query: CommentQuery,
      body: ReplyCreate,
      reply: { 200: CommentReply },
      handle: async (call) => {
        const { place, comment } = call;
        const body = await readBody(call.body.body);
        const id = await writeInTurn(call, (trx, by) => postReply(trx, place, comment, body, by), "snapshot");
        return readReply(call, comment.id, id, call.query.format);
      },
    }),

    operation({
      id: `getCommentReply${suffix}`,
      method: "GET",
      path: one,
      summary: `Read a reply to a comment on ${name}`,
      access: access.reading,
      query: CommentQuery,
      reply: { 200: CommentReply },
      handle: (call) => readReply(call, call.params.commentId, call.params.commentReplyId, call.query.format),
    }),

    operation({
      id: `updateCommentReply${suffix}`,
      method: "PUT",
      path: one,
      summary: `Edit a reply to a comment on ${name}, or react to it`,
      access: onReply(access.commenting),
      query: CommentQuery,
      body: ReplyUpdate,
      reply: { 200: CommentReply },
      handle: async (call) => {
        const { place, comment: reply } = call;
        const changes = await readChanges(call);
        await writeInTurn(call, (trx, by) => updateComment(trx, place, reply, changes, by), reachOf(changes));
        return readReply(call, call.params.commentId, reply.id, call.query.format);
      },
    }),

    operation({
      id: `deleteCommentReply${suffix}`,
      method: "DELETE",
      path: one,
      summary: `Delete a reply to a comment on ${name}`,
      access: access.commenting,
      reply: { 205: null },
      idleStatus: 204,
      handle: async (call) => {
        const { commentId, commentReplyId } = call.params;
        const reply = await findReply(call.context.database.read, call.place, commentId, commentReplyId);
        return (await deleteFound(call, reply)) ? undefined : nothingToDo;
      },
    }),
  ];
}

async function readReply(
  call: Call & OnPlace,
  commentId: string,
  id: string,
  format: Format,
): Promise<CommentReply> {
  const row = await findReply(call.context.database.read, call.place, commentId, id);
  const [reply] = row === undefined ? [] : await presentReplies(call, [row], format);
  if (reply === undefined) throw notFound("Comment reply");
  return reply;
}
