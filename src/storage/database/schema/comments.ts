import type { Timestamp } from "./columns.ts";
import type { CommentStatus } from "./enumerations.ts";

/** A comment, or a reply to one. */
export interface CommentTable {
  id: string;
  organization_id: string;
  /** The space or change request; set for replies as well. */
  place_id: string;
  /** For a reply: the comment it replies to. */
  comment_id: string | null;
  /** The review that it belongs to. */
  review_id: string | null;
  /** The revision that its author saw. */
  revision_id: string;
  page_id: string | null;
  /** JSON: the page and block that it refers to, as its author saw them. */
  target: string;
  /** Markdown. */
  body: string;
  /** Replies are always open. */
  status: CommentStatus;
  resolved_at: Timestamp | null;
  resolved_by: string | null;
  /** The number of replies. */
  replies: number;
  posted_by: string;
  posted_at: Timestamp;
  edited_at: Timestamp | null;
}

/** A user's reaction to a comment or a reply. */
export interface CommentReactionTable {
  /** Sortable by time. */
  id: string;
  organization_id: string;
  /** The space or change request of the comment. */
  place_id: string;
  comment_id: string;
  user_id: string;
  /** The emoji in its fully qualified form. */
  emoji: string;
  /** The emoji as the user sent it. */
  spelling: string;
  reacted_at: Timestamp;
}
