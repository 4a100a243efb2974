import { includesRole } from "../../identity/roles/index.ts";
import { forbidden, notFound } from "../../platform/index.ts";
import { onChangeRequest, onLivingChangeRequest } from "../change-requests/index.ts";
import type { Access, Call } from "../http/index.ts";
import { type OnSpace, onActiveSpace, onSpace } from "../spaces/index.ts";
import { type Commentable, commentableChangeRequest, commentableSpace } from "./commentable.ts";
import type { Comment } from "./schema.ts";
import { type CommentRow, findComment, findReply } from "./store.ts";

/** A commentable for comments, and what the caller is to it. */
export interface OnCommentable extends Pick<OnSpace, "space" | "role"> {
  readonly commentable: Commentable;
}

/** A comment or a reply, where it stands. */
export interface OnComment extends OnCommentable {
  readonly comment: CommentRow;
}

/** How a kind of commentable is reached: to read what was said there, and to say something. */
export interface CommentableAccess {
  readonly reading: Access<OnCommentable, unknown>;
  readonly commenting: Access<OnCommentable, unknown>;
}

export const onCommentableSpace: CommentableAccess = {
  reading: asPlace(onSpace("read"), ({ space }) => commentableSpace(space)),
  commenting: asPlace(onActiveSpace("comment"), ({ space }) => commentableSpace(space)),
};

export const onCommentableChangeRequest: CommentableAccess = {
  reading: asPlace(onChangeRequest("read"), ({ changeRequest }) => commentableChangeRequest(changeRequest)),
  commenting: asPlace(onLivingChangeRequest("comment"), ({ changeRequest }) =>
    commentableChangeRequest(changeRequest),
  ),
};

function asPlace<Found extends OnSpace, Params>(
  onIt: Access<Found, Params>,
  placeOf: (found: Found) => Commentable,
): Access<OnCommentable, unknown> {
  return {
    rule: onIt.rule,
    resolve: async (call) => {
      // The parameters that name the commentable are read by its own access alone.
      const found = await onIt.resolve(call as Parameters<typeof onIt.resolve>[0]);
      return { space: found.space, role: found.role, commentable: placeOf(found) };
    },
  };
}

/** The comment that the path names. */
export function onComment(onPlace: Access<OnCommentable, unknown>): Access<OnComment, { commentId: string }> {
  return {
    rule: onPlace.rule,
    resolve: async (call) => {
      const found = await onPlace.resolve(call);
      const comment = await findComment(call.context.database.read, found.commentable, call.params.commentId);
      if (comment === undefined) throw notFound("Comment");
      return { ...found, comment };
    },
  };
}

/** The reply that the path names. */
export function onReply(
  onPlace: Access<OnCommentable, unknown>,
): Access<OnComment, { commentId: string; commentReplyId: string }> {
  return {
    rule: onPlace.rule,
    resolve: async (call) => {
      const found = await onPlace.resolve(call);
      const { commentId, commentReplyId } = call.params;
      const { database } = call.context;
      const comment = await findReply(database.read, found.commentable, commentId, commentReplyId);
      if (comment === undefined) throw notFound("Comment reply");
      return { ...found, comment };
    },
  };
}

/** What the caller may do with a comment or a reply. */
export function permissionsOn(
  { posted_by }: Pick<CommentRow, "posted_by">,
  { caller, role }: Call & Pick<OnCommentable, "role">,
): Comment["permissions"] {
  const comments = includesRole(role, "comment");
  const isOwn = comments && posted_by === caller.userId;
  return { view: true, edit: isOwn, reply: comments, delete: isOwn || role === "admin" };
}

export function requireAuthor(call: Call & OnComment): void {
  if (!permissionsOn(call.comment, call).edit)
    throw forbidden("What someone wrote is edited by themselves only");
}

export function requireDeletable(comment: CommentRow, call: Call & OnCommentable): void {
  if (!permissionsOn(comment, call).delete)
    throw forbidden("What someone wrote is deleted by themselves, or by an admin of the space");
}

export function requireResolver({ role }: OnCommentable): void {
  if (!includesRole(role, "edit"))
    throw forbidden(`Resolving a comment needs the role edit on the space; yours is ${role}`);
}
