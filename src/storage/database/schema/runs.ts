import type { ExportFormat, ImportSource, ImportStep, OwnedTable, RunStatus, Timestamp } from "./columns.ts";

/** The columns of imports and exports that can be watched. */
interface RunTable extends OwnedTable {
  change_request_id: string | null;
  page_id: string | null;
  created_by: string;
  status: RunStatus;
  /** JSON: the options that the format or source has. */
  options: string;
  /** Identifies the process that works on it. Updates by an earlier one have no effect. */
  attempt: string | null;
  attempts: number;
  /** JSON: what has been done so far, in numbers. */
  progress: string | null;
  /** JSON: the status and message of the error that ended it. */
  error: string | null;
  /** JSON: what has come of it. */
  result: string | null;
  file_id: string | null;
  created_at: Timestamp;
  started_at: Timestamp | null;
  updated_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface ImportRunTable extends RunTable {
  space_id: string;
  /** The site that the import was started for. */
  site_id: string | null;
  step: ImportStep | null;
  source: ImportSource;
  /** The address of the source; null if it was uploaded. */
  url: string | null;
  file_name: string | null;
  /** JSON: the imported pages. */
  pages: string | null;
  /** The revision that it has created, and the one before. */
  revision_id: string | null;
  previous_revision_id: string | null;
  undone_at: Timestamp | null;
}

export interface ExportRunTable extends RunTable {
  space_id: string | null;
  site_id: string | null;
  format: ExportFormat;
  /** When it is removed, with its file. */
  expires_at: Timestamp;
}

/** A file that was uploaded for an import, or that an export has written. */
export interface RunFileTable extends OwnedTable {
  created_by: string;
  name: string;
  /** In bytes; null until all of it is stored. */
  size: number | null;
  /** The name of the object that has its bytes; null if they are in chunks. */
  object: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface RunFileChunkTable {
  file_id: string;
  sequence: number;
  bytes: Uint8Array;
}
