import type {
  EditMode,
  Language,
  OwnedTable,
  PageChangeKind,
  RevisionType,
  Role,
  Timestamp,
} from "./columns.ts";

/** A library item, that is a space or a collection: title, position and access. */
export interface LibraryItemTable extends OwnedTable {
  kind: "space" | "collection";
  parent_id: string | null;
  default_level: Role | null;
  title: string;
  description: string | null;
  /** Fractional order key among its siblings. */
  position: string;
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

/** Owns nodes and files. A space and its copies share one repository. */
export interface RepositoryTable extends OwnedTable {
  /** Until then it is not removed, even if nothing refers to it. */
  kept_until: Timestamp | null;
  /** When, to the hour, something was last written to it or removed from it that may leave garbage. */
  garbage_at: Timestamp | null;
  /** When revisions or versions were last removed from it. Readers may still use what these refer to. */
  removed_at: Timestamp | null;
  /** Garbage from before this time has been removed. */
  collected_until: Timestamp | null;
}

/** An immutable node of content, addressed by the hash of its text. */
export interface NodeTable {
  repository_id: string;
  hash: string;
  /** Its text, compressed if it is long. */
  packed: Uint8Array;
  /** The series of block saves that alone has written the node; null for all other nodes. */
  series_id: string | null;
  /** The hour in which it was last written, since 1970; null if it was before the column existed. */
  touched: number | null;
}

/** A page that is a template. It may be deleted, or not be in the primary content any more. */
export interface PageTemplateTable {
  space_id: string;
  page_id: string;
  created_at: Timestamp;
}

/** A complete file. Its bytes are in `blob_chunks`, or in an object of the object storage. */
export interface BlobTable {
  repository_id: string;
  hash: string;
  size: number;
  touched: number | null;
  /** The name of the object. Copies of a file in other repositories may refer to the same one. */
  object: string | null;
}

/** An object that a job removes from the object storage at this time, unless a file refers to it then. */
export interface ObjectCheckTable {
  name: string;
  check_at: Timestamp;
}

export interface BlobChunkTable {
  repository_id: string;
  hash: string;
  sequence: number;
  bytes: Uint8Array;
  touched: number | null;
}

/** The columns of a space beyond those in `contents`. */
export interface SpaceTable extends OwnedTable {
  repository_id: string;
  /** The head of the primary content, updated by compare-and-swap. */
  revision_id: string;
  root: string;
  emoji: string;
  icon_url: string | null;
  edit_mode: EditMode;
  /** The language of its pages, if it was set. */
  language: Language | null;
  /** JSON: what is required to merge a change request. */
  merge_rules: string;
  /** Open comments on the space itself. */
  comments: number;
  comments_resolved: number;
  change_requests: number;
  change_requests_open: number;
  change_requests_draft: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The id that an imported space had in GitBook. Links to its application contain it. */
export interface SpaceOriginTable {
  origin_id: string;
  space_id: string;
}

export interface RevisionTable extends OwnedTable {
  space_id: string;
  /** Comma-separated ids; the first is the revision it was made from. */
  parents: string;
  root: string;
  type: RevisionType;
  created_by: string;
  created_at: Timestamp;
}

/** A revision that a save of blocks created. */
export interface BlockSaveTable {
  space_id: string;
  revision_id: string;
  /** The space or change request whose content it changed. */
  place_id: string;
  /** The consecutive saves by one author that it belongs to, and when the first of them was saved. */
  series_id: string;
  started_at: Timestamp;
  saved_at: Timestamp;
  /** Identifies a request that is sent again. */
  request_hash: string;
  /** When the next save of the series took its place in the history; null for the last one. */
  replaced_at: Timestamp | null;
}

/** A revision of the primary content in its history. Those that a later save replaced are not in it. */
export interface HistoryEntryTable {
  space_id: string;
  revision_id: string;
  created_at: Timestamp;
  created_by: string;
  /** JSON: what the revision changed, in numbers, and the first changed pages. */
  summary: string;
}

/** What a revision of the primary content did to a page. Rows without a history entry are of revisions that were not saved. */
export interface PageChangeTable {
  space_id: string;
  page_id: string;
  created_at: Timestamp;
  revision_id: string;
  change: PageChangeKind;
  title: string;
  /** The folded title of a deleted page. */
  search_text: string | null;
  /** The deleted page below which this one was deleted with it. */
  deleted_with: string | null;
}

/** A slug that a page had below a parent, and no longer has there. */
export interface FormerSlugTable {
  space_id: string;
  /** The page id of the parent; empty at the top level. */
  parent_id: string;
  slug: string;
  page_id: string;
  moved_at: Timestamp;
}
