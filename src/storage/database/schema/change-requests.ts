import type {
  ChangeRequestStatus,
  CommentStatus,
  Flag,
  OwnedTable,
  ReviewStatus,
  Timestamp,
} from "./columns.ts";

export interface ChangeRequestTable extends OwnedTable {
  space_id: string;
  /** Numbered within the space. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  description: string;
  /** The folded subject. */
  search_text: string;
  /** The head of its content, updated by compare-and-swap. */
  revision_id: string;
  root: string;
  /** The root of the primary content that it includes: the base of the next merge. */
  base_root: string;
  initial_revision_id: string;
  /** The primary revision that it was last updated from. */
  merged_ancestor_id: string | null;
  /** The primary revision that its merge created. */
  merged_revision_id: string | null;
  /** JSON: the unresolved conflicts of the last update. */
  marked: string;
  /** Counts the changes of its own content. Updates without conflicts do not count. */
  content_version: number;
  /** JSON: what the merge rules required when a merge bypassed them. */
  bypassed: string | null;
  /** The merged change request that it undoes. */
  reverts_id: string | null;
  /** Open comments. */
  comments: number;
  comments_resolved: number;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  merged_by: string | null;
  merged_at: Timestamp | null;
}

/** A user who opened a change request or edited its content, and the number of edits. */
export interface ChangeRequestContributorTable {
  organization_id: string;
  change_request_id: string;
  user_id: string;
  edits: number;
  updated_at: Timestamp;
}

/** A conflict that an update found. Belongs to the organization of its change request. */
export interface ChangeRequestConflictTable {
  change_request_id: string;
  /** In the order in which they were found. */
  position: number;
  /** JSON: the conflict with its three versions. */
  conflict: string;
}

export interface RequestedReviewerTable {
  organization_id: string;
  change_request_id: string;
  user_id: string;
  /** The revision when the review was requested. */
  revision_id: string;
  requested_by: string;
  created_at: Timestamp;
}

export interface ReviewTable extends OwnedTable {
  change_request_id: string;
  reviewer_id: string;
  requested_by: string | null;
  revision_id: string;
  /** That of the change request when it was reviewed: the review is outdated if it has changed. */
  content_version: number;
  status: ReviewStatus;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The time at which a change request will be merged, or why it was not. Belongs to the change request's organization. */
export interface ScheduledMergeTable {
  change_request_id: string;
  /** New with each change of the schedule: a job of an earlier one does nothing. */
  id: string;
  merge_at: Timestamp;
  scheduled_by: string;
  bypasses_rules: Flag;
  created_at: Timestamp;
  /** When it ended without a merge, and why. */
  ended_at: Timestamp | null;
  reason: string | null;
}

export interface CommentTable extends OwnedTable {
  /** The space or change request; set for replies as well. */
  place_id: string;
  /** For a reply: the comment it replies to. */
  comment_id: string | null;
  /** The review whose summary it is. */
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
  replies: number;
  posted_by: string;
  posted_at: Timestamp;
  edited_at: Timestamp | null;
}

/** Who took the words that a comment proposes. Belongs to the organization of its comment. */
export interface TakenSuggestionTable {
  /** The space or change request of the comment. */
  place_id: string;
  comment_id: string;
  taken_at: Timestamp;
  taken_by: string;
}

/** Until when a user has read the comments on a page of a place. The page is "" for comments on no page. */
export interface CommentReadTable {
  /** The space or change request. */
  place_id: string;
  user_id: string;
  page_id: string;
  /** The space, or that of the change request. */
  space_id: string;
  read_at: Timestamp;
}

/** A comment that was sent with a review and is not its summary. Belongs to the organization of its comment. */
export interface ReviewCommentTable {
  /** The change request of the comment. */
  place_id: string;
  comment_id: string;
  review_id: string;
}

/** A comment that only its author sees, until it is sent with a review. Belongs to the organization of its change request. */
export interface PendingCommentTable {
  change_request_id: string;
  user_id: string;
  id: string;
  /** The revision that its author saw. */
  revision_id: string;
  page_id: string | null;
  /** JSON: the page and block that it refers to, as its author saw them. */
  target: string;
  /** Markdown. */
  body: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The link that opens a preview of a change request. Belongs to the organization of that. */
export interface PreviewLinkTable {
  change_request_id: string;
  /** The secret in the preview's URL. */
  key: string;
  /** SHA-256 of the key. Lookups by hash do not leak the key by timing. */
  key_hash: string;
  created_by: string;
  created_at: Timestamp;
}

/** Belongs to the organization of its comment. */
export interface CommentReplierTable {
  /** The space or change request of the comment. */
  place_id: string;
  comment_id: string;
  user_id: string;
  /** The number of the user's replies, at least one. */
  replies: number;
  /** When the user last replied, even if that reply was deleted. */
  replied_at: Timestamp;
}

export interface CommentReactionTable extends OwnedTable {
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
