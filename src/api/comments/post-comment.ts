import { newId, notFound } from "../../platform/index.ts";
import { type CommentTable, preparedChange, type Writer } from "../../storage/database/index.ts";
import { countComment, countReplies } from "./counters.ts";
import type { Place } from "./place.ts";
import type { CommentRow } from "./store.ts";
import type { WrittenTarget } from "./target.ts";
import type { By } from "./write-in-turn.ts";

interface NewComment {
  readonly body: string;
  readonly target?: WrittenTarget;
  /** The review that it is submitted with. */
  readonly reviewId?: string;
  /** The content that the author saw, where it is not the one that the place was found with. */
  readonly revisionId?: string;
}

/** Puts a comment on a space or on a change request; its id. */
export async function postComment(
  trx: Writer,
  place: Place,
  { body, target = {}, reviewId, revisionId = place.revisionId }: NewComment,
  by: By,
): Promise<string> {
  await countComment(trx, place, undefined, "open");
  return insert(trx, place, by, {
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
  place: Place,
  comment: CommentRow,
  body: string,
  by: By,
): Promise<string> {
  if (!(await countReplies(trx, place, comment.id, 1))) throw notFound("Comment");
  return insert(trx, place, by, {
    comment_id: comment.id,
    review_id: null,
    revision_id: place.revisionId,
    page_id: null,
    target: "{}",
    body,
  });
}

async function insert(
  trx: Writer,
  place: Place,
  { userId, now }: By,
  fields: Pick<CommentTable, "comment_id" | "review_id" | "revision_id" | "page_id" | "target" | "body">,
): Promise<string> {
  const id = newId();
  await insertRow(trx, {
    id,
    organization_id: place.organizationId,
    place_id: place.id,
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
