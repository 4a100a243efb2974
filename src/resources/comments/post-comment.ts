import type { Writer } from "../../database/database.ts";
import type { CommentTable } from "../../database/tables.ts";
import { notFound } from "../../errors.ts";
import { newId } from "../../ids.ts";
import { countReplies, countStatus } from "./counters.ts";
import type { Place } from "./place.ts";
import type { CommentRow } from "./store.ts";
import type { WrittenTarget } from "./target.ts";

interface Author {
  readonly userId: string;
  readonly now: string;
}

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
  by: Author,
): Promise<string> {
  await countStatus(trx, place, undefined, "open");
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
  by: Author,
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
  { userId, now }: Author,
  fields: Pick<CommentTable, "comment_id" | "review_id" | "revision_id" | "page_id" | "target" | "body">,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto("comments")
    .values({
      id,
      organization_id: place.organizationId,
      place_id: place.id,
      ...fields,
      status: "open",
      resolved_at: null,
      resolved_by: null,
      replies: 0,
      posted_by: userId,
      posted_at: now,
      edited_at: null,
    })
    .execute();
  return id;
}
