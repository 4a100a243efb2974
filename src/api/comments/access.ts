import { includesRole } from "../../identity/roles/index.ts";
import { forbidden, notFound } from "../../platform/index.ts";
import { onActiveChangeRequest, onChangeRequest } from "../change-requests/index.ts";
import type { Access, Call } from "../http/index.ts";
import { type OnSpace, onActiveSpace, onSpace } from "../spaces/index.ts";
import { type Commentable, commentableChangeRequest, commentableSpace } from "./commentable.ts";
import type { Comment } from "./schema.ts";
import { type CommentRow, findComment, findReply } from "./store.ts";

/** A commentable, and the caller's role on its space. */
export interface OnCommentable extends Pick<OnSpace, "space" | "role"> {
  readonly commentable: Commentable;
}

/** A comment or a reply on a commentable. */
export interface OnComment extends OnCommentable {
  readonly comment: CommentRow;
}

/** A kind of commentable. Both kinds have the same operations. */
export interface CommentableKind {
  readonly path: string;
  readonly reading: Access<OnCommentable, unknown>;
  readonly commenting: Access<OnCommentable, unknown>;
  /** The suffix of its operation ids. */
  readonly suffix: "InSpace" | "InChangeRequest";
  /** Its name in summaries. */
  readonly name: string;
}

export const spaceKind: CommentableKind = {
  path: "/spaces/:spaceId",
  reading: asCommentable(onSpace("read"), ({ space }) => commentableSpace(space)),
  commenting: asCommentable(onActiveSpace("comment"), ({ space }) => commentableSpace(space)),
  suffix: "InSpace",
  name: "a space",
};

export const changeRequestKind: CommentableKind = {
  path: "/spaces/:spaceId/change-requests/:changeRequestId",
  reading: asCommentable(onChangeRequest("read"), ({ changeRequest }) =>
    commentableChangeRequest(changeRequest),
  ),
  commenting: asCommentable(onActiveChangeRequest("comment"), ({ changeRequest }) =>
    commentableChangeRequest(changeRequest),
  ),
  suffix: "InChangeRequest",
  name: "a change request",
};

function asCommentable<Resource extends OnSpace, Params>(
  access: Access<Resource, Params>,
  commentableOf: (resource: Resource) => Commentable,
): Access<OnCommentable, unknown> {
  return {
    rule: access.rule,
    resolve: async (call) => {
      // The operation's path has the parameters of this access, though its type does not say so.
      const resource = await access.resolve(call as Parameters<typeof access.resolve>[0]);
      return { space: resource.space, role: resource.role, commentable: commentableOf(resource) };
    },
  };
}

/** The comment that the path names. */
export function onComment(access: Access<OnCommentable, unknown>): Access<OnComment, { commentId: string }> {
  return {
    rule: access.rule,
    resolve: async (call) => {
      const found = await access.resolve(call);
      const comment = await findComment(call.context.database.read, found.commentable, call.params.commentId);
      if (comment === undefined) throw notFound("Comment");
      return { ...found, comment };
    },
  };
}

/** The reply that the path names. */
export function onReply(
  access: Access<OnCommentable, unknown>,
): Access<OnComment, { commentId: string; commentReplyId: string }> {
  return {
    rule: access.rule,
    resolve: async (call) => {
      const found = await access.resolve(call);
      const { commentId, commentReplyId } = call.params;
      const { read } = call.context.database;
      const comment = await findReply(read, found.commentable, commentId, commentReplyId);
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
  const canComment = includesRole(role, "comment");
  const isOwn = canComment && posted_by === caller.userId;
  return { view: true, edit: isOwn, reply: canComment, delete: isOwn || role === "admin" };
}

export function requireAuthor(call: Call & OnComment): void {
  if (!permissionsOn(call.comment, call).edit) throw forbidden("Only the author may edit a comment");
}

export function requireDeletable(comment: CommentRow, call: Call & OnCommentable): void {
  if (!permissionsOn(comment, call).delete)
    throw forbidden("Only the author or an admin of the space may delete a comment");
}

export function requireResolver({ role }: OnCommentable): void {
  if (!includesRole(role, "edit"))
    throw forbidden(`Resolving a comment needs the role edit on the space; yours is ${role}`);
}
