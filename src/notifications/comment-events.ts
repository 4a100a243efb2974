import type { Writer } from "../storage/database/index.ts";
import { ownersAs, participantsAs, usersAs } from "./candidates.ts";
import { type CommentRef, type Place, recordNotifications } from "./record.ts";

interface CommentEvent {
  readonly place: Place;
  readonly comment: CommentRef;
  readonly actorId: string;
  readonly now: string;
  /** The ids of the users whom the comment mentions. */
  readonly mentions: readonly string[];
}

/**
 * Tells about a new comment or reply: those who are mentioned, those who take part in the thread, and the owners of the change
 * request. Owners are told about the comments of a review by the review.
 */
export function notifyCommented(
  trx: Writer,
  { mentions, ...event }: CommentEvent,
  isPartOfReview: boolean,
): Promise<void> {
  const { place, comment } = event;
  const isReply = comment.id !== comment.threadId;
  const isOnChangeRequest = place.id !== place.spaceId;
  const candidates = [
    ...usersAs("mentioned", mentions),
    ...(isReply ? participantsAs("replied", place, comment) : []),
    ...(isOnChangeRequest && !isPartOfReview ? ownersAs("commented", place) : []),
  ];
  return candidates.length === 0 ? Promise.resolve() : recordNotifications(trx, event, candidates);
}

/** Tells users who are mentioned by a change of a comment. */
export function notifyMentioned(trx: Writer, { mentions, ...event }: CommentEvent): Promise<void> {
  const candidates = usersAs("mentioned", mentions);
  return candidates.length === 0 ? Promise.resolve() : recordNotifications(trx, event, candidates);
}
