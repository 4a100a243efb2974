import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import postgres from "postgres";
import type { Config } from "../../config/index.ts";
import { type Database, type DatabaseKind, splitUrl, valueOptions } from "../database/index.ts";
import { databaseFile } from "../index.ts";

/** A database that is read with plain SQL, to find out what state it is in. */
export interface InspectedDatabase {
  readonly kind: DatabaseKind;
  query(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Inspects the open database of a server. */
export function inspect({ kind, read }: Database): InspectedDatabase {
  return {
    kind,
    query: async (text) => {
      const { rows } = await read.executeQuery<Record<string, unknown>>(sql.raw(text).compile(read));
      return rows;
    },
    close: async () => {},
  };
}

/** Opens the configured database for reading only, beside a running server or without one. Nothing is created. */
export async function openForInspection(config: Config): Promise<InspectedDatabase> {
  return config.databaseUrl === undefined
    ? inspectFile(databaseFile(config))
    : inspectPostgres(config.databaseUrl);
}

function inspectFile(file: string): InspectedDatabase {
  const url = pathToFileURL(file);
  // Without a write-ahead log no server has opened the file, and reading it otherwise would create one.
  if (!existsSync(`${file}-wal`)) url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true, timeout: 5000 });
  return {
    kind: "sqlite",
    query: async (text) => database.prepare(text).all(),
    close: async () => database.close(),
  };
}

/** Opens a PostgreSQL for reading only. */
export async function inspectPostgres(url: string): Promise<InspectedDatabase> {
  const { address, host } = splitUrl(url);
  const client = postgres(address, {
    ...host,
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { default_transaction_read_only: true, statement_timeout: 60_000 },
    ...valueOptions,
  });
  return {
    kind: "postgres",
    query: async (text) => [...(await client.unsafe(text))],
    close: () => client.end({ timeout: 1 }),
  };
}
