import type {
  Flag,
  OwnedTable,
  PageGrouping,
  PageSetDelivery,
  PageSetState,
  ProcessErrorCode,
  ProcessingState,
  SpecVisibility,
  TextFormat,
  Timestamp,
} from "./columns.ts";

export interface OpenAPISpecTable extends OwnedTable {
  /** The repository of its versions' files. */
  repository_id: string;
  slug: string;
  visibility: SpecVisibility;
  source_url: string | null;
  /** Counts the sources that were set. The result of reading an earlier one is discarded. */
  source_number: number;
  processing_state: ProcessingState;
  last_version_id: string | null;
  last_processed_at: Timestamp | null;
  last_error_code: ProcessErrorCode | null;
  last_error: string | null;
  /** When its source is read again; null for a text. */
  look_again_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** A source sent as text, compressed, until it is processed. */
  source_text: Uint8Array | null;
}

export interface OpenAPIVersionTable extends OwnedTable {
  spec_id: string;
  number: number;
  /** The hash of all files as they were fetched. */
  hash: string;
  /** The blob with all documents by file name, as compressed JSON. */
  filesystem: string;
  entry: string;
  format: TextFormat;
  /** JSON: the blob of each file, by name. */
  files: string;
  created_at: Timestamp;
}

/** What was read at the URL of a spec to which pages refer. */
export interface LinkedSpecTable {
  /** The organization for which it was read. Others do not get it. */
  organization_id: string;
  url_hash: string;
  /** The hash of the documents. Null, as the others, if they were never read. */
  version: string | null;
  entry: string | null;
  /** All documents by file name, as compressed JSON. */
  documents: Uint8Array | null;
  refresh_at: Timestamp;
}

/** Pages of a space that are generated from a spec, and kept in step with it. */
export interface OpenAPIPageSetTable extends OwnedTable {
  spec_id: string;
  space_id: string;
  /** The page that contains them; null at the top level. */
  parent_id: string | null;
  page_grouping: PageGrouping;
  /** Whether there is a page of all schemas. */
  has_models: Flag;
  delivery: PageSetDelivery;
  /** The user with whose rights pages are changed. */
  user_id: string;
  state: PageSetState;
  /** Why they could not be brought in step. */
  error: string | null;
  /** Counts the changes of this row by jobs. A job that finds another number does not record its result. */
  sync_number: number;
  synced_at: Timestamp | null;
  /** The revision that the last change of the primary content created. */
  revision_id: string | null;
  /** The version of the spec with which the primary content is in step. */
  version_id: string | null;
  page_count: number;
  /** The number of generated pages that writers have deleted. */
  deleted_count: number;
  /** Compressed JSON: the pages as they were generated in the primary content. */
  pages: Uint8Array | null;
  /** A change request with changes to these pages that is not merged yet, the version it is in step with, and its pages. */
  change_request_id: string | null;
  proposed_version_id: string | null;
  proposed_pages: Uint8Array | null;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface TranslationSettingsTable extends OwnedTable {
  title: string;
  /** Comma-separated. */
  languages: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}
