import type { Timestamp } from "./columns.ts";
import type { ProcessErrorCode, ProcessingState, SpecVisibility, TextFormat } from "./enumerations.ts";

export interface OpenAPISpecTable {
  id: string;
  organization_id: string;
  /** What the files of its versions belong to. */
  repository_id: string;
  slug: string;
  visibility: SpecVisibility;
  source_url: string | null;
  /** Counts the sources it was given: what was read of an earlier one is no longer wanted. */
  source_number: number;
  processing_state: ProcessingState;
  last_version_id: string | null;
  last_processed_at: Timestamp | null;
  last_error_code: ProcessErrorCode | null;
  /** The error in words, for whoever gave the source. */
  last_error: string | null;
  /** When its source is to be looked at again; null where that is a text. */
  look_again_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** A source that was given as text, compressed, until it is read. */
  source_text: Uint8Array | null;
}

export interface OpenAPIVersionTable {
  id: string;
  organization_id: string;
  spec_id: string;
  /** Counts the versions of the spec. */
  number: number;
  /** Of all its files, as they were fetched. */
  hash: string;
  /** The blob with all documents by the names of their files, as JSON, compressed. */
  filesystem: string;
  /** The name of the file that all others are referred to from. */
  entry: string;
  format: TextFormat;
  /** JSON: the name of each file, and where it is kept. */
  files: string;
  created_at: Timestamp;
}

export interface TranslationSettingsTable {
  id: string;
  organization_id: string;
  title: string;
  /** Joined by commas. */
  languages: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}
