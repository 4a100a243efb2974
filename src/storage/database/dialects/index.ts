// The two databases behind one interface: everything that differs between SQLite and PostgreSQL.
export type {
  ColumnTypes,
  Dialect,
  Isolation,
  Reader,
  ReadTable,
  RunCompiled,
  TakeRequests,
  Transact,
  Writer,
} from "./dialect.ts";
export type { FullText, IndexedText, Phrase, TextQuery, Words } from "./full-text.ts";
export { padded } from "./padded.ts";
export { openPostgres } from "./postgres.ts";
export { openSqlite } from "./sqlite.ts";
