import type {
  OwnedTable,
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

export interface TranslationSettingsTable extends OwnedTable {
  title: string;
  /** Comma-separated. */
  languages: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}
