import type { Timestamp } from "./columns.ts";
import type { ChangeRequestStatus, ReviewStatus } from "./enumerations.ts";

export interface ChangeRequestTable {
  id: string;
  organization_id: string;
  space_id: string;
  /** Counts up within the space. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  /** The head of its content, moved by compare-and-swap. */
  revision_id: string;
  /** The content of that revision, sealed. */
  root: string;
  /** The primary content that it has seen last, sealed. */
  base_root: string;
  initial_revision_id: string;
  /** The primary revision that it was last updated from. */
  merged_ancestor_id: string | null;
  /** The primary revision that it was merged to. */
  merged_revision_id: string | null;
  /** What an update could not decide, as a JSON list: both versions stand there, between markers, until a person does. */
  marked: string;
  /** Open ones. */
  comments: number;
  comments_resolved: number;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  merged_by: string | null;
  merged_at: Timestamp | null;
}

/** Who opened a change request or edited its content, and how often they did the latter. */
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
  /** What there was to be reviewed when the request was made. */
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
  /** What was reviewed. */
  revision_id: string;
  status: ReviewStatus;
  created_at: Timestamp;
  updated_at: Timestamp;
}
