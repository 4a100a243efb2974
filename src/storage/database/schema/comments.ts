import type { Timestamp } from "./columns.ts";
import type { CommentStatus } from "./enumerations.ts";

/** A comment, or a reply to one. */
export interface CommentTable {
  id: string;
  organization_id: string;
  /** The space or the change request that it is on; also of a reply. */
  place_id: string;
  /** Of a reply: what it replies to. */
  comment_id: string | null;
  /** The review that it was submitted with. */
  review_id: string | null;
  /** The content that its author saw. */
  revision_id: string;
  page_id: string | null;
  /** What it is about, as its author saw it: JSON, see `resources/comments/target.ts`. */
  target: string;
  /** In Markdown. */
  body: string;
  /** A reply stays open. */
  status: CommentStatus;
  resolved_at: Timestamp | null;
  resolved_by: string | null;
  /** How many replies there are to it. */
  replies: number;
  posted_by: string;
  posted_at: Timestamp;
  edited_at: Timestamp | null;
}

/** One user's reaction to a comment or to a reply. */
export interface CommentReactionTable {
  /** Sorts reactions by their time. */
  id: string;
  organization_id: string;
  /** Where the comment or reply is. */
  place_id: string;
  comment_id: string;
  user_id: string;
  /** The character, in its one full spelling. */
  emoji: string;
  /** The same as the user wrote it. */
  spelling: string;
  reacted_at: Timestamp;
}
