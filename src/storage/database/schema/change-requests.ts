import type { Timestamp } from "./columns.ts";
import type { ChangeRequestStatus, ReviewStatus } from "./enumerations.ts";

export interface ChangeRequestTable {
  id: string;
  organization_id: string;
  space_id: string;
  /** Numbered within the space. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  /** The head of its content, moved by compare-and-swap. */
  revision_id: string;
  /** The root of that revision's content. */
  root: string;
  /** The root of the primary content that it includes: the base of the next merge. */
  base_root: string;
  initial_revision_id: string;
  /** The primary revision that it was last updated from. */
  merged_ancestor_id: string | null;
  /** The primary revision that it was merged to. */
  merged_revision_id: string | null;
  /** JSON: the unresolved conflicts of the last update. */
  marked: string;
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

export interface RequestedReviewerTable {
  organization_id: string;
  change_request_id: string;
  user_id: string;
  /** The revision when the review was requested. */
  revision_id: string;
  requested_by: string;
  created_at: Timestamp;
}

export interface ReviewTable {
  id: string;
  organization_id: string;
  change_request_id: string;
  reviewer_id: string;
  requested_by: string | null;
  /** The reviewed revision. */
  revision_id: string;
  status: ReviewStatus;
  created_at: Timestamp;
  updated_at: Timestamp;
}
