import {
  mentionedUsers,
  notifyCommented,
  notifyMentioned,
  removeReply,
  removeThread,
} from "../../notifications/index.ts";
import { badInput, concurrentlyChanged, conflict, newId } from "../../platform/index.ts";
import {
  type CommentStatus,
  type CommentTable,
  type Isolation,
  preparedChange,
  together,
  type Writer,
} from "../../storage/database/index.ts";
import { isActive } from "../../storage/repositories/index.ts";
import { type MarkdownOrBlocksInput, readAsMarkdown } from "../content/index.ts";
import type { Call } from "../http/index.ts";
import { lockLibraryItems } from "../library-items/index.ts";
import {
  type Commentable,
  type OnComment,
  type OnCommentable,
  requireAuthor,
  requireDeletable,
} from "./access.ts";
import { type Reactions, react, readReactions } from "./reactions.ts";
import { maxBodyBytes, type ReplyUpdate } from "./schema.ts";
import { type CommentRow, keyOf } from "./store.ts";
import type { StoredTarget } from "./target.ts";

/** The user who makes a change, and the time. */
export interface Actor {
  readonly userId: string;
  readonly now: string;
}

/**
 * Runs a transaction that writes comments, and usually updates the counts of the commentable. It holds the mutex of the
 * commentable, as moves of its head do: concurrent transactions of one process would fail to serialize. Its first statement
 * requires that the space is active.
 */
export function runCommentTransaction<T>(
  { context, caller, commentable }: Call & Pick<OnCommentable, "commentable">,
  work: (trx: Writer, actor: Actor) => Promise<T>,
  isolation: Isolation = "serializable",
): Promise<T> {
  const { userId } = caller;
  // The time is read in each attempt, so that times and ids sort comments in the same order.
  const attempt = (trx: Writer) => work(trx, { userId, now: context.clock.now() });
  return context.database.write(attempt, commentable.id, isolation);
}

/** The Markdown of a comment; undefined if it is blank. */
export async function readOptionalBody(input: MarkdownOrBlocksInput, field: string) {
  const text = await readAsMarkdown(input, field, maxBodyBytes);
  if (text === undefined || text.trim() === "") return undefined;
  if (Buffer.byteLength(text) > maxBodyBytes)
    throw badInput(field, `must be at most ${maxBodyBytes / 1024} KB of Markdown`);
  return text;
}

export async function readBody(input: MarkdownOrBlocksInput): Promise<string> {
  const text = await readOptionalBody(input, "body");
  if (text === undefined) throw badInput("body", "must not be empty: markdown or document is required");
  return text;
}

/** The Markdown of a comment, and the users whom it mentions. */
export interface CommentText {
  readonly body: string;
  readonly mentions: readonly string[];
}

/** Reads a text before the transaction that posts it. */
export async function withMentions(body: string): Promise<CommentText> {
  return { body, mentions: await mentionedUsers(body) };
}

/** Reads a text that replaces another one, whose mentions are known already. */
async function withNewMentions(body: string, previous: string): Promise<CommentText> {
  const known = new Set(await mentionedUsers(previous));
  return { body, mentions: (await mentionedUsers(body)).filter((user) => !known.has(user)) };
}

interface NewComment extends CommentText {
  /** The comment that is replied to. */
  readonly parentId?: string;
  readonly target?: StoredTarget;
  /** The review whose summary the comment is. */
  readonly reviewId?: string;
  /** The review that the comment is sent with, beside its summary. */
  readonly sentWith?: string;
  /** The revision that the author saw. */
  readonly revisionId?: string;
}

/** Posts a comment and returns its id. */
export async function postComment(
  trx: Writer,
  commentable: Commentable,
  comment: Omit<NewComment, "parentId">,
  actor: Actor,
): Promise<string> {
  const [, id] = await together([
    countComment(trx, commentable, undefined, "open"),
    insertComment(trx, commentable, comment, actor),
  ]);
  if (comment.sentWith !== undefined)
    await trx
      .insertInto("review_comments")
      .values({ place_id: commentable.id, comment_id: id, review_id: comment.sentWith })
      .execute();
  return id;
}

/** Posts a reply and returns its id. */
export async function postReply(call: Call & OnComment, body: string): Promise<string> {
  const { commentable, comment } = call;
  const text = await withMentions(body);
  const post = async (trx: Writer, actor: Actor) => {
    const [, , id] = await together([
      countReplies(trx, commentable, comment.id, 1),
      addReplier(trx, comment, actor),
      insertComment(trx, commentable, { ...text, parentId: comment.id }, actor, comment.page_id),
    ]);
    return id;
  };
  return runCommentTransaction(call, post, "snapshot");
}

async function insertComment(
  trx: Writer,
  commentable: Commentable,
  {
    body,
    mentions,
    parentId,
    target = {},
    reviewId,
    sentWith,
    revisionId = commentable.revisionId,
  }: NewComment,
  { userId, now }: Actor,
  pageId = target.page?.id ?? null,
): Promise<string> {
  const id = newId();
  await insertRow(trx, {
    id,
    organization_id: commentable.organizationId,
    place_id: commentable.id,
    comment_id: parentId ?? null,
    review_id: reviewId ?? null,
    revision_id: revisionId,
    page_id: target.page?.id ?? null,
    target: JSON.stringify(target),
    body,
    posted_by: userId,
    posted_at: now,
  });
  const comment = { id, threadId: parentId ?? id, pageId };
  const event = { place: commentable, comment, actorId: userId, now, mentions };
  await notifyCommented(trx, event, reviewId !== undefined || sentWith !== undefined);
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

interface CommentChanges {
  readonly text?: CommentText | undefined;
  readonly resolved?: boolean | undefined;
  /** Whether the caller has taken the proposed words. */
  readonly isTaken?: boolean | undefined;
  readonly reactions: Reactions;
}

/** The changes that comments and replies have in common. Only the author may change the body. */
export async function readChanges(call: Call<unknown, unknown, ReplyUpdate> & OnComment) {
  const { body } = call.body;
  if (body !== undefined) requireAuthor(call);
  const text = body && (await withNewMentions(await readBody(body), call.comment.body));
  return { text, reactions: readReactions(call.body) };
}

/** Changes a comment or a reply. */
export function updateComment(call: Call & OnComment, changes: CommentChanges): Promise<void> {
  const { added, removed } = changes.reactions;
  // The count of reactions includes rows that the transaction does not write.
  const isolation = added.size + removed.size === 0 ? "snapshot" : "serializable";
  return runCommentTransaction(call, (trx, actor) => applyUpdate(trx, call, changes, actor), isolation);
}

async function applyUpdate(
  trx: Writer,
  { commentable, comment }: OnComment,
  { text, resolved, isTaken = false, reactions }: CommentChanges,
  actor: Actor,
): Promise<void> {
  const update = (changes: Partial<CommentTable>) =>
    trx
      .updateTable("comments")
      .where((eb) => eb.and(keyOf(comment)))
      .set(changes)
      .execute();
  // The comment may have been deleted since, or its space deleted or transferred.
  const current = await trx
    .selectFrom("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .where(isActive(commentable.spaceId))
    .select("status")
    .executeTakeFirst();
  if (current === undefined) throw concurrentlyChanged();
  const status = resolved === undefined ? current.status : resolved ? "resolved" : "open";
  if (text !== undefined) {
    await update({ body: text.body, edited_at: actor.now });
    if (text.mentions.length > 0) await notifyOfEdit(trx, commentable, comment, text, actor);
  }
  if (isTaken) await recordTaken(trx, comment, actor);
  if (status !== current.status) {
    await countComment(trx, commentable, current.status, status);
    await update({
      status,
      resolved_at: resolved ? actor.now : null,
      resolved_by: resolved ? actor.userId : null,
    });
  }
  await react(trx, comment, reactions, actor);
}

/** Tells those whom an edited comment or reply newly mentions. A reply is about the page of its thread. */
async function notifyOfEdit(
  trx: Writer,
  commentable: Commentable,
  { organization_id, place_id, id, comment_id }: CommentRow,
  { mentions }: CommentText,
  { userId: actorId, now }: Actor,
): Promise<void> {
  const threadId = comment_id ?? id;
  const thread = await trx
    .selectFrom("comments")
    .where((eb) => eb.and({ organization_id, place_id, id: threadId }))
    .select("page_id")
    .executeTakeFirst();
  const comment = { id, threadId, pageId: thread?.page_id ?? null };
  await notifyMentioned(trx, { place: commentable, comment, actorId, now, mentions });
}

/** Records who has taken the words that a comment proposes. */
async function recordTaken(trx: Writer, { place_id, id }: CommentRow, { userId, now }: Actor) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("taken_suggestions")
    .values({ place_id, comment_id: id, taken_at: now, taken_by: userId })
    .onConflict((inserted) => inserted.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw conflict("The proposed words were taken already");
}

/** Deletes a comment with its replies, or a reply. Returns false if it does not exist. */
export async function deleteComment(call: Call & OnCommentable, comment: CommentRow | undefined) {
  if (comment === undefined) return false;
  requireDeletable(comment, call);
  const { organizationId, spaceId } = call.commentable;
  return runCommentTransaction(call, async (trx) => {
    await lockLibraryItems(trx, organizationId, [spaceId]);
    const deleted = await trx
      .deleteFrom("comments")
      .where((eb) => eb.and(keyOf(comment)))
      .returning("status")
      .executeTakeFirst();
    if (deleted === undefined) return false;
    if (comment.comment_id === null) {
      await countComment(trx, call.commentable, deleted.status, undefined);
      await removeThread(trx, call.commentable, comment.id);
    } else {
      await countReplies(trx, call.commentable, comment.comment_id, -1);
      await subtractReplier(trx, comment, comment.comment_id);
      await removeReply(trx, call.commentable, { id: comment.id, threadId: comment.comment_id });
    }
    return true;
  });
}

/** Updates the counts of a commentable for a comment that is posted (no status before), deleted (none after) or resolved. */
async function countComment(
  trx: Writer,
  { id, organizationId, spaceId, table }: Commentable,
  before: CommentStatus | undefined,
  after: CommentStatus | undefined,
): Promise<void> {
  const delta = (status: CommentStatus) => Number(after === status) - Number(before === status);
  const changes = { open: delta("open"), resolved: delta("resolved") };
  const updated = await addToCounts[table](trx, { id, organizationId, spaceId, ...changes });
  // The space was deleted, or transferred to another organization.
  if (updated === 0) throw concurrentlyChanged();
}

const addToCounts = { spaces: addToCountsIn("spaces"), change_requests: addToCountsIn("change_requests") };

type CountChange = Record<"id" | "organizationId" | "spaceId", string> & Record<CommentStatus, number>;

function addToCountsIn(table: Commentable["table"]) {
  return preparedChange<CountChange>((trx, value) =>
    trx
      .updateTable(table)
      .where("organization_id", "=", value("organizationId"))
      .where("id", "=", value("id"))
      .where(isActive(value("spaceId")))
      .set((eb) => ({
        comments: eb("comments", "+", value("open")),
        comments_resolved: eb("comments_resolved", "+", value("resolved")),
      })),
  );
}

async function countReplies(
  trx: Writer,
  { id, organizationId, spaceId }: Commentable,
  commentId: string,
  delta: 1 | -1,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("comments")
    .where("organization_id", "=", organizationId)
    .where("place_id", "=", id)
    .where("id", "=", commentId)
    .where(isActive(spaceId))
    .set((eb) => ({ replies: eb("replies", "+", delta) }))
    .executeTakeFirst();
  // The comment was deleted, or its space was deleted or transferred.
  if (numUpdatedRows === 0n) throw concurrentlyChanged();
}

/** Counts a new reply of a user. */
async function addReplier(trx: Writer, { place_id, id }: CommentRow, { userId, now }: Actor): Promise<void> {
  await trx
    .insertInto("comment_repliers")
    .values({ place_id, comment_id: id, user_id: userId, replies: 1, replied_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["place_id", "comment_id", "user_id"])
        .doUpdateSet((eb) => ({ replies: eb("comment_repliers.replies", "+", 1), replied_at: now })),
    )
    .execute();
}

/** Subtracts a deleted reply from those of its author. */
async function subtractReplier(
  trx: Writer,
  { place_id, posted_by }: CommentRow,
  commentId: string,
): Promise<void> {
  const key = { place_id, comment_id: commentId, user_id: posted_by };
  await trx
    .updateTable("comment_repliers")
    .where((eb) => eb.and(key))
    .set((eb) => ({ replies: eb("replies", "-", 1) }))
    .execute();
  await trx
    .deleteFrom("comment_repliers")
    .where((eb) => eb.and(key))
    .where("replies", "=", 0)
    .execute();
}
