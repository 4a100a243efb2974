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
export { openSqlite } from "./sqlite.ts";
