import type { Role, TeamRole } from "../access/roles.ts";
import type {
  ChangeRequestStatus,
  CommunityType,
  EditMode,
  OrganizationType,
  ReviewStatus,
  RevisionType,
  UseCase,
} from "../enumerations.ts";

/** A boolean, stored as a number so that both databases read it alike. */
export type Flag = 0 | 1;
/** ISO 8601 with milliseconds, in UTC: sorts as text. */
export type Timestamp = string;

export interface Tables {
  users: UserTable;
  tokens: TokenTable;
  organizations: OrganizationTable;
  organization_email_domains: OrganizationEmailDomainTable;
  members: MemberTable;
  teams: TeamTable;
  team_members: TeamMemberTable;
  link_invites: LinkInviteTable;
  contents: ContentTable;
  content_user_grants: ContentUserGrantTable;
  content_team_grants: ContentTeamGrantTable;
  repositories: RepositoryTable;
  nodes: NodeTable;
  blobs: BlobTable;
  blob_chunks: BlobChunkTable;
  spaces: SpaceTable;
  revisions: RevisionTable;
  change_requests: ChangeRequestTable;
  change_request_contributors: ChangeRequestContributorTable;
  requested_reviewers: RequestedReviewerTable;
  reviews: ReviewTable;
  secrets: SecretTable;
  jobs: JobTable;
}

export interface UserTable {
  id: string;
  email: string;
  display_name: string;
  photo_url: string | null;
  /** Name and e-mail, folded for searching. */
  search_text: string;
  created_at: Timestamp;
}

export interface TokenTable {
  id: string;
  user_id: string;
  /** SHA-256 of the token; the token itself is never stored. */
  hash: string;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
}

export interface OrganizationTable {
  id: string;
  title: string;
  type: OrganizationType;
  use_case: UseCase | null;
  community_type: CommunityType | null;
  hostname: string | null;
  /** In their order, joined by commas. */
  email_domains: string;
  default_role: Role | null;
  default_site_id: string | null;
  logo_url: string | null;
  sso: Flag;
  ai: Flag;
  invite_links: Flag;
  /** Kept beside the members, since counting a hundred thousand takes longer than listing fifty. */
  member_count: number;
  created_at: Timestamp;
}

/** Finds organizations by their e-mail domains. */
export interface OrganizationEmailDomainTable {
  organization_id: string;
  domain: string;
}

export interface MemberTable {
  organization_id: string;
  user_id: string;
  role: Role | null;
  sso: Flag;
  disabled: Flag;
  joined_at: Timestamp;
  last_seen_at: Timestamp | null;
}

export interface TeamTable {
  id: string;
  organization_id: string;
  title: string;
  /** The title, folded for searching. */
  search_text: string;
  created_at: Timestamp;
}

export interface TeamMemberTable {
  organization_id: string;
  team_id: string;
  user_id: string;
  role: TeamRole;
  joined_at: Timestamp;
}

export interface LinkInviteTable {
  id: string;
  organization_id: string;
  /** In the organization, or on what it leads to. */
  role: Role | null;
  /** The space or collection that it leads to; null for the organization itself. */
  content_id: string | null;
  created_at: Timestamp;
}

/** A space or a collection: what it is called, where it stands, and what access is given on. */
export interface ContentTable {
  id: string;
  organization_id: string;
  kind: "space" | "collection";
  parent_id: string | null;
  default_level: Role | null;
  title: string;
  description: string | null;
  /** Sorts it among its siblings. */
  position: string;
  /** When a space was put into the trash. */
  deleted_at: Timestamp | null;
}

export interface ContentUserGrantTable {
  organization_id: string;
  content_id: string;
  user_id: string;
  role: Role;
}

export interface ContentTeamGrantTable {
  organization_id: string;
  content_id: string;
  team_id: string;
  role: Role;
}

/** What the nodes and files of a space belong to. The copy of a space shares them, and so their repository. */
export interface RepositoryTable {
  id: string;
  organization_id: string;
}

/** An immutable piece of content, found by the hash of its body. */
export interface NodeTable {
  repository_id: string;
  hash: string;
  body: string;
}

/** The bytes of a file, all of them there. They are in `blob_chunks`. */
export interface BlobTable {
  repository_id: string;
  hash: string;
  size: number;
}

export interface BlobChunkTable {
  repository_id: string;
  hash: string;
  sequence: number;
  bytes: Uint8Array;
}

/** What a space has beyond its row in `contents`. */
export interface SpaceTable {
  id: string;
  organization_id: string;
  repository_id: string;
  /** The head of its primary content, moved by compare-and-swap. */
  revision_id: string;
  /** The content of that revision, sealed. */
  root: string;
  emoji: string;
  icon_url: string | null;
  edit_mode: EditMode;
  comments: number;
  change_requests: number;
  change_requests_open: number;
  change_requests_draft: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface RevisionTable {
  id: string;
  organization_id: string;
  space_id: string;
  /** Ids, joined by commas; the first is what it was made from. */
  parents: string;
  /** The content, sealed. */
  root: string;
  type: RevisionType;
  created_by: string;
  created_at: Timestamp;
}

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
  comments: number;
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
  /** In Markdown. */
  comment: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SecretTable {
  name: string;
  value: string;
}

export interface JobTable {
  id: string;
  organization_id: string | null;
  kind: string;
  payload: string;
  /** Where set, there is at most one job of that kind and key. */
  unique_key: string | null;
  attempts: number;
  /** When it is due; while it runs, when its lease ends and another may take it. */
  run_at: Timestamp;
  /** Of whoever runs it now: what an earlier holder still does to it has no effect. */
  lease: string | null;
  /** When it was wanted again after it was last taken up. */
  requested_at: Timestamp | null;
  /** When it was given up. */
  failed_at: Timestamp | null;
  last_error: string | null;
  created_at: Timestamp;
}

/** Every table, parents before children: the order in which a copy can be loaded. */
export const tableNames = [
  "users",
  "tokens",
  "organizations",
  "organization_email_domains",
  "members",
  "teams",
  "team_members",
  "contents",
  "link_invites",
  "content_user_grants",
  "content_team_grants",
  "repositories",
  "nodes",
  "blobs",
  "blob_chunks",
  "spaces",
  "revisions",
  "change_requests",
  "change_request_contributors",
  "requested_reviewers",
  "reviews",
  "secrets",
  "jobs",
] as const satisfies readonly (keyof Tables)[];
