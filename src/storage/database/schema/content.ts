import type { Timestamp } from "./columns.ts";
import type { EditMode, Language, RevisionType, Role } from "./enumerations.ts";

/** A space or a collection: what it is called, where it stands, and what access is given on. */
export interface LibraryItemTable {
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

/** An immutable piece of content, found by the hash of its text. */
export interface NodeTable {
  repository_id: string;
  hash: string;
  /** Its text (`repositories/packing.ts`). */
  packed: Uint8Array;
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
  /** What its pages are written in, where somebody has said so. */
  language: Language | null;
  /** Open ones, on the space itself. */
  comments: number;
  comments_resolved: number;
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
