import type { Timestamp } from "./columns.ts";

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
