import type { Timestamp } from "./columns.ts";

export interface SecretTable {
  name: string;
  value: string;
}

/** What servers have taken of a token's requests; nothing that is missed when it is lost. */
export interface RequestBudgetTable {
  token_id: string;
  /** When the minute ends, in milliseconds by the clock of the database. */
  until: number;
  /** By all servers; more than the limit where some have asked in vain. */
  taken: number;
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
  /** Its machine and process: when that has ended, nobody need wait for the end of the lease. */
  holder: string | null;
  /** When it was wanted again after it was last taken up. */
  requested_at: Timestamp | null;
  /** When it was given up. */
  failed_at: Timestamp | null;
  last_error: string | null;
  created_at: Timestamp;
}

/** A PDF that was made of a space's content, and is kept as long as somebody asks for it. */
export interface PdfTable {
  id: string;
  organization_id: string;
  space_id: string;
  /** What its bytes belong to. */
  repository_id: string;
  /** Names all that it was made of, but for what else it names. Of several with one key, the last one counts. */
  key: string;
  /** Of the file. */
  name: string;
  /** Its bytes; null while it is being made. */
  hash: string | null;
  size: number | null;
  /** JSON: what is shown in it that is kept elsewhere; and a text that changes with what was found there. */
  names: string | null;
  names_version: string | null;
  made_at: Timestamp;
  /** When it was last asked for, to the hour. */
  used_at: Timestamp;
}
