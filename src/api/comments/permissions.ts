import { includesRole } from "../../identity/roles/index.ts";
import { forbidden } from "../../platform/index.ts";
import type { Call } from "../http/index.ts";
import type { OnComment, OnPlace } from "./access.ts";
import type { Comment } from "./schema.ts";
import type { CommentRow } from "./store.ts";

/** What the caller may do with a comment or a reply. */
export function permissionsOn(
  { posted_by }: Pick<CommentRow, "posted_by">,
  { caller, role }: Call & Pick<OnPlace, "role">,
): Comment["permissions"] {
  const comments = includesRole(role, "comment");
  const isOwn = comments && posted_by === caller.userId;
  return { view: true, edit: isOwn, reply: comments, delete: isOwn || role === "admin" };
}

export function requireAuthor(call: Call & OnComment): void {
  if (!permissionsOn(call.comment, call).edit)
    throw forbidden("What someone wrote is edited by themselves only");
}

export function requireDeletable(comment: CommentRow, call: Call & OnPlace): void {
  if (!permissionsOn(comment, call).delete)
    throw forbidden("What someone wrote is deleted by themselves, or by an admin of the space");
}

export function requireResolver({ role }: OnPlace): void {
  if (!includesRole(role, "edit"))
    throw forbidden(`Resolving a comment needs the role edit on the space; yours is ${role}`);
}
