import type { OwnedTable, Timestamp } from "./columns.ts";

export interface SecretTable {
  name: string;
  value: string;
}

/** The number of requests of a token in the current minute. Rows may be lost in a crash. */
export interface RequestBudgetTable {
  token_id: string;
  /** The end of the minute in milliseconds, by the clock of the database. */
  until: number;
  /** Taken by all servers. May exceed the limit. */
  taken: number;
}

/** A transaction that does not change the version of a PostgreSQL database. Rows may be lost in a crash. */
export interface UnversionedTransactionTable {
  id: number;
}

/** One row, which is overwritten to find out whether the database can be written. */
export interface WriteProbeTable {
  id: number;
  filler: Uint8Array;
}

export interface JobTable {
  id: string;
  organization_id: string | null;
  kind: string;
  payload: string;
  /** At most one job of a kind has this key. */
  unique_key: string | null;
  attempts: number;
  /** When it is due; while it runs, when its lease expires. */
  run_at: Timestamp;
  /** Identifies the current run. Updates by an earlier holder have no effect. */
  lease: string | null;
  /** The machine and process that runs it, to detect that it has ended before the lease expires. */
  holder: string | null;
  /** When it was enqueued again while it was running. */
  requested_at: Timestamp | null;
  /** When it was given up after its last attempt. */
  failed_at: Timestamp | null;
  last_error: string | null;
  created_at: Timestamp;
  /** How much of it is done, in percent, if its kind reports it. */
  progress: number | null;
}

/** A user who may see and do what concerns the whole server. */
export interface ServerAdminTable {
  user_id: string;
  granted_at: Timestamp;
}

/** A value that all processes share, such as a setting that was changed while the server runs. */
export interface ServerSettingTable {
  name: string;
  value: string;
  changed_at: Timestamp;
}

/** A process that serves requests. It repeats its row; rows of ended processes are removed later. Rows may be lost in a crash. */
export interface ServerProcessTable {
  id: string;
  host: string;
  pid: number;
  version: string;
  /** The resident memory in bytes. */
  memory: number;
  /** The requests of the last hour that it has answered with status 429. */
  refused: number;
  started_at: Timestamp;
  seen_at: Timestamp;
}

/** What is known about a URL in pages. */
export interface EmbedTable {
  /** The organization or user for whom it was fetched. Others do not get it. */
  owner_id: string;
  /** Derived from the hash. A URL replaces another one with the same slot. */
  slot: number;
  url_hash: string;
  /** JSON. */
  embed: string;
  expires_at: Timestamp;
}

/** A drawn image for a page of a site. */
export interface SocialCardTable {
  site_id: string;
  /** Derived from the hash. A card replaces another one with the same slot. */
  slot: number;
  hash: string;
  bytes: Uint8Array;
  drawn_at: Timestamp;
}

export interface PdfTable extends OwnedTable {
  space_id: string;
  /** The repository of its bytes. */
  repository_id: string;
  /** Identifies content and options, except referenced names and specs. Of several rows with one key, the last one counts. */
  key: string;
  name: string;
  /** The blob; null while it is being made. */
  hash: string | null;
  size: number | null;
  /** JSON: the users and specs that it shows; and a hash of their state, to detect that they changed. */
  names: string | null;
  names_version: string | null;
  made_at: Timestamp;
  /** When it was last requested, to the hour. */
  used_at: Timestamp;
}
