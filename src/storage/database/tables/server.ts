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
