// The two databases behind one interface: everything that differs between SQLite and PostgreSQL.
export * from "./dialect.ts";
export type { FullText, IndexedText, Phrase, TextQuery, Words } from "./full-text.ts";
export { openPostgres } from "./postgres.ts";
export { openSqlite } from "./sqlite.ts";
