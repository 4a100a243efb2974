import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** Where anything may be read, inside a transaction or outside. */
export type Reader = Pick<
  Kysely<Tables>,
  "selectFrom" | "selectNoFrom" | "with" | "withRecursive" | "fn" | "executeQuery" | "getExecutor"
>;

/** Where things are changed: always a transaction. */
export type Writer = Transaction<Tables>;
