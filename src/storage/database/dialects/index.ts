// The two databases behind one interface: everything that differs between SQLite and PostgreSQL.
export * from "./dialect.ts";
export type { FullText, IndexedText, Phrase, TextQuery, Words } from "./full-text.ts";
export type { DatabaseObserver, Observed } from "./observer.ts";
export { openPostgres, type PoolSizes, postgresTypes, splitUrl, valueOptions } from "./postgres.ts";
export { maxReplicaDelay } from "./postgres-replica.ts";
export { openSqlite, sqliteTypes } from "./sqlite.ts";
