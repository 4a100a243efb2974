import { badInput, changedMeanwhile, newId, notFound } from "../../platform/index.ts";
import {
  type CommentStatus,
  type CommentTable,
  type Isolation,
  preparedChange,
  type Writer,
} from "../../storage/database/index.ts";
import { type MarkdownOrBlocksInput, readAsMarkdown } from "../content/index.ts";
import type { Call } from "../http/index.ts";
import { type OnComment, type OnCommentable, requireAuthor, requireDeletable } from "./access.ts";
import type { Commentable } from "./commentable.ts";
import { type Reactions, react, readReactions } from "./reactions.ts";
import { maxBodyBytes, type ReplyUpdate } from "./schema.ts";
import { type CommentRow, keyOf } from "./store.ts";
import type { StoredTarget } from "./target.ts";

interface NewComment {
  readonly body: string;
  readonly target?: StoredTarget;
  /** The review that it is submitted with. */
  readonly reviewId?: string;
  /** The content that the author saw, where it is not the one that the commentable was found with. */
  readonly revisionId?: string;
}

/** Puts a comment on a space or on a change request; its id. */
export async function postComment(
  trx: Writer,
  commentable: Commentable,
  { body, target = {}, reviewId, revisionId = commentable.revisionId }: NewComment,
  by: Actor,
): Promise<string> {
  await countComment(trx, commentable, undefined, "open");
  return insert(trx, commentable, by, {
    comment_id: null,
    review_id: reviewId ?? null,
    revision_id: revisionId,
    page_id: target.page?.id ?? null,
    target: JSON.stringify(target),
    body,
  });
}

/** Replies to a comment; the id of the reply. */
export async function postReply(
  trx: Writer,
  commentable: Commentable,
  comment: CommentRow,
  body: string,
  by: Actor,
): Promise<string> {
  if (!(await countReplies(trx, commentable, comment.id, 1))) throw notFound("Comment");
  return insert(trx, commentable, by, {
    comment_id: comment.id,
    review_id: null,
    revision_id: commentable.revisionId,
    page_id: null,
    target: "{}",
    body,
  });
}

async function insert(
  trx: Writer,
  commentable: Commentable,
  { userId, now }: Actor,
  fields: Pick<CommentTable, "comment_id" | "review_id" | "revision_id" | "page_id" | "target" | "body">,
): Promise<string> {
  const id = newId();
  await insertRow(trx, {
    id,
    organization_id: commentable.organizationId,
    place_id: commentable.id,
    ...fields,
    posted_by: userId,
    posted_at: now,
  });
  return id;
}

type NewRow = Omit<CommentTable, "status" | "resolved_at" | "resolved_by" | "replies" | "edited_at">;

const insertRow = preparedChange<NewRow & Record<string, unknown>>((trx, value) =>
  trx.insertInto("comments").values({
    id: value("id"),
    organization_id: value("organization_id"),
    place_id: value("place_id"),
    comment_id: value("comment_id"),
    review_id: value("review_id"),
    revision_id: value("revision_id"),
    page_id: value("page_id"),
    target: value("target"),
    body: value("body"),
    status: "open",
    replies: 0,
    posted_by: value("posted_by"),
    posted_at: value("posted_at"),
  }),
);

/** Keeps the counts of a commentable right when a comment comes (no status before), goes (none after) or is resolved. */
export async function countComment(
  trx: Writer,
  { id, organizationId, table }: Pick<Commentable, "id" | "organizationId" | "table">,
  before: CommentStatus | undefined,
  after: CommentStatus | undefined,
): Promise<void> {
  const difference = (status: CommentStatus) => Number(after === status) - Number(before === status);
  const changes = { open: difference("open"), resolved: difference("resolved") };
  const changed = await addToCounts[table](trx, { id, organizationId, ...changes });
  // Purged, or transferred to another organization.
  if (changed === 0) throw changedMeanwhile();
}

const addToCounts = { spaces: addToCountsIn("spaces"), change_requests: addToCountsIn("change_requests") };

function addToCountsIn(table: Commentable["table"]) {
  return preparedChange<{ id: string; organizationId: string; open: number; resolved: number }>(
    (trx, value) =>
      trx
        .updateTable(table)
        .where("organization_id", "=", value("organizationId"))
        .where("id", "=", value("id"))
        .set((eb) => ({
          comments: eb("comments", "+", value("open")),
          comments_resolved: eb("comments_resolved", "+", value("resolved")),
        })),
  );
}

export async function countReplies(
  trx: Writer,
  { id: placeId, organizationId }: Commentable,
  commentId: string,
  difference: 1 | -1,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("comments")
    .where("organization_id", "=", organizationId)
    .where("place_id", "=", placeId)
    .where("id", "=", commentId)
    .set((eb) => ({ replies: eb("replies", "+", difference) }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What is to change of a comment or a reply. */
export interface Changes {
  readonly body?: string | undefined;
  readonly resolved?: boolean | undefined;
  readonly reactions: Reactions;
}

/** What the caller wants to change that comments and replies have in common: what was said, by its author only. */
export async function readChanges(call: Call<unknown, unknown, ReplyUpdate> & OnComment): Promise<Changes> {
  const { body } = call.body;
  if (body !== undefined) requireAuthor(call);
  return { body: body && (await readBody(body)), reactions: readReactions(call.body) };
}

/** How many reactions somebody has is in other rows than that of the comment. */
export function isolationFor({ reactions: { added, removed } }: Changes): Isolation {
  return added.size + removed.size === 0 ? "snapshot" : "serializable";
}

/** Changes what is given of a comment or a reply, and nothing else. */
export async function updateComment(
  trx: Writer,
  commentable: Commentable,
  comment: CommentRow,
  { body, resolved, reactions }: Changes,
  by: Actor,
): Promise<void> {
  // It may have been deleted since it was found, or transferred to another organization with its space.
  const present = await trx
    .selectFrom("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .select("status")
    .executeTakeFirst();
  if (present === undefined) throw notFound("Comment");
  const status = resolved === undefined ? present.status : resolved ? "resolved" : "open";
  if (body !== undefined) await change(trx, comment, { body, edited_at: by.now });
  if (status !== present.status) {
    await countComment(trx, commentable, present.status, status);
    const resolution = resolved ? { resolved_at: by.now, resolved_by: by.userId } : unresolved;
    await change(trx, comment, { status, ...resolution });
  }
  await react(trx, comment, reactions, by);
}

const unresolved = { resolved_at: null, resolved_by: null };

async function change(trx: Writer, comment: CommentRow, changes: Partial<CommentTable>): Promise<void> {
  await trx
    .updateTable("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .set(changes)
    .execute();
}

/** Deletes a comment with its replies, or a reply, if the caller may; whether there was one to delete. */
export async function deleteFound(
  call: Call & OnCommentable,
  comment: CommentRow | undefined,
): Promise<boolean> {
  if (comment === undefined) return false;
  requireDeletable(comment, call);
  return runCommentTransaction(call, (trx) => deleteComment(trx, call.commentable, comment));
}

async function deleteComment(trx: Writer, commentable: Commentable, comment: CommentRow): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .returning("status")
    .executeTakeFirst();
  if (deleted === undefined) return false;
  if (comment.comment_id === null) await countComment(trx, commentable, deleted.status, undefined);
  else await countReplies(trx, commentable, comment.comment_id, -1);
  return true;
}

/** Who says something, and when. */
export interface Actor {
  readonly userId: string;
  readonly now: string;
}

/**
 * Runs a transaction that changes what is said in a commentable. Most of them change its counts: within one process they take
 * turns, also with those who move its head, so that the database need not refuse all but one.
 */
export function runCommentTransaction<T>(
  { context, caller, commentable }: Call & Pick<OnCommentable, "commentable">,
  work: (trx: Writer, by: Actor) => Promise<T>,
  isolation: Isolation = "serializable",
): Promise<T> {
  const { userId } = caller;
  // The time is that of the attempt which succeeds, as it is of the ids that sort what was said.
  return context.database.write(
    (trx) => work(trx, { userId, now: context.clock.now() }),
    commentable.id,
    isolation,
  );
}

/** What someone wrote in a comment, as Markdown; undefined where they wrote nothing. */
export async function readOptionalBody(
  written: MarkdownOrBlocksInput,
  field: string,
): Promise<string | undefined> {
  const text = await readAsMarkdown(written, field, maxBodyBytes);
  if (text === undefined || text.trim() === "") return undefined;
  if (Buffer.byteLength(text) > maxBodyBytes)
    throw badInput(field, `must be at most ${maxBodyBytes / 1024} KB of Markdown`);
  return text;
}

/** The same where there must be something. */
export async function readBody(written: MarkdownOrBlocksInput): Promise<string> {
  const text = await readOptionalBody(written, "body");
  if (text === undefined) throw badInput("body", "must not be empty: give it markdown or a document");
  return text;
}
