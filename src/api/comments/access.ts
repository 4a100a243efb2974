import { includesRole } from "../../identity/roles/index.ts";
import { badInput, forbidden, notFound } from "../../platform/index.ts";
import {
  type ChangeRequestRow,
  changeRequestPath,
  type OnChangeRequest,
  onActiveChangeRequest,
  onChangeRequest,
} from "../change-requests/index.ts";
import { type Access, type Call, refineAccess } from "../http/index.ts";
import { type OnSpace, onActiveSpace, onSpace, type SpaceRow } from "../spaces/index.ts";
import type { Comment } from "./schema.ts";
import { type CommentRow, findComment, findReply } from "./store.ts";
import type { StoredTarget } from "./target.ts";

export interface OnCommentable extends Pick<OnSpace, "space" | "role"> {
  readonly commentable: Commentable;
}

/** A comment or a reply on a commentable. */
export interface OnComment extends OnCommentable {
  readonly comment: CommentRow;
}

/** Spaces or change requests. Both have the same operations. */
export interface CommentableKind {
  readonly path: string;
  readonly readAccess: Access<OnCommentable, unknown>;
  /** For what a reader stores, which a deleted space does not take. */
  readonly markAccess: Access<OnCommentable, unknown>;
  readonly commentAccess: Access<OnCommentable, unknown>;
  readonly suffix: "InSpace" | "InChangeRequest";
  /** Its name in summaries; `suffix` is its name in operation ids. */
  readonly name: string;
}

export const spaceKind: CommentableKind = {
  path: "/spaces/:spaceId",
  readAccess: onCommentable(onSpace("read")),
  markAccess: onCommentable(onActiveSpace("read")),
  commentAccess: onCommentable(onActiveSpace("comment")),
  suffix: "InSpace",
  name: "a space",
};

export const changeRequestKind: CommentableKind = {
  path: "/spaces/:spaceId/change-requests/:changeRequestId",
  readAccess: onCommentable(onChangeRequest("read")),
  markAccess: onCommentable(onActiveChangeRequest("read")),
  commentAccess: onCommentable(onActiveChangeRequest("comment")),
  suffix: "InChangeRequest",
  name: "a change request",
};

function onCommentable<Params>(
  access: Access<OnSpace & Partial<Pick<OnChangeRequest, "changeRequest">>, Params>,
): Access<OnCommentable, unknown> {
  return refineAccess(access, ({ space, role, changeRequest }) => {
    const commentable = changeRequest ? commentableChangeRequest(changeRequest) : commentableSpace(space);
    return { space, role, commentable };
  });
}

export function onComment(access: Access<OnCommentable, unknown>): Access<OnComment, { commentId: string }> {
  return refineAccess(access, async (found, { context, params }) => {
    const comment = await findComment(context.database.read, found.commentable, params.commentId);
    if (comment === undefined) throw notFound("Comment");
    return { ...found, comment };
  });
}

type ReplyParams = { commentId: string; commentReplyId: string };

export function onReply(access: Access<OnCommentable, unknown>): Access<OnComment, ReplyParams> {
  return refineAccess(access, async (found, { context, params }) => {
    const { commentId, commentReplyId } = params;
    const comment = await findReply(context.database.read, found.commentable, commentId, commentReplyId);
    if (comment === undefined) throw notFound("Comment reply");
    return { ...found, comment };
  });
}

export function permissionsOn(
  { posted_by }: Pick<CommentRow, "posted_by">,
  { caller, role }: Call & Pick<OnCommentable, "role">,
): Comment["permissions"] {
  const canComment = includesRole(role, "comment");
  const isAuthor = canComment && posted_by === caller.userId;
  return { view: true, edit: isAuthor, reply: canComment, delete: isAuthor || role === "admin" };
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

export function requireSuggestion({ comment }: OnComment): void {
  const { suggestion } = JSON.parse(comment.target) as StoredTarget;
  if (suggestion === undefined) throw badInput("suggestionTaken", "the comment proposes no words");
}

/** A space or a change request that comments are posted on. */
export interface Commentable {
  readonly id: string;
  readonly organizationId: string;
  /** Its id, or that of the space of the change request. */
  readonly spaceId: string;
  /** The table that holds its comment counts. */
  readonly table: "spaces" | "change_requests";
  /** Its path below /v1. */
  readonly path: string;
  /** The revision that is commented on, and its root. */
  readonly revisionId: string;
  readonly root: string;
  readonly counts: { readonly open: number; readonly resolved: number };
  readonly changeRequest?: ChangeRequestRow;
}

function commentableSpace(space: SpaceRow): Commentable {
  return { ...commonFields(space), spaceId: space.id, table: "spaces", path: `/spaces/${space.id}` };
}

export function commentableChangeRequest(changeRequest: ChangeRequestRow): Commentable {
  const { space_id: spaceId } = changeRequest;
  const path = changeRequestPath(changeRequest);
  return { ...commonFields(changeRequest), spaceId, table: "change_requests", path, changeRequest };
}

function commonFields(row: SpaceRow | ChangeRequestRow) {
  return {
    id: row.id,
    organizationId: row.organization_id,
    revisionId: row.revision_id,
    root: row.root,
    counts: { open: row.comments, resolved: row.comments_resolved },
  };
}
