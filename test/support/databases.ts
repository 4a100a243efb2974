import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import postgres from "postgres";
import type { Environment } from "../../src/config.ts";

/** An empty database of one kind, as the environment that leads to it. */
export interface TestDatabase {
  readonly environment: Environment;
  remove(): Promise<void>;
}

export type DatabaseKind = "sqlite" | "postgres";
export const databaseKinds: readonly DatabaseKind[] = ["sqlite", "postgres"];

/** On PostgreSQL, in the server that the test run has, or in another. */
/** For what takes long and no database has a part in: on one of them it is tried, on the other it is not. */
export function testOnce({ kind }: { readonly kind: DatabaseKind }): typeof test | (() => void) {
  return kind === "sqlite" ? test : () => {};
}

export async function createTestDatabase(
  kind: DatabaseKind,
  server: string = kind === "postgres" ? serverUrl() : "",
): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-test-"));
  const environment = { LECTERN_DATA_DIR: folder, LECTERN_LOG_LEVEL: "silent" };
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (kind === "sqlite") return { environment, remove: async () => removeFolder() };

  const name = `lectern_test_${randomBytes(6).toString("hex")}`;
  await administer(server, (sql) => sql.unsafe(`create database ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: { ...environment, DATABASE_URL: url.href },
    remove: async () => {
      removeFolder();
      await administer(server, (sql) => sql.unsafe(`drop database ${name} with (force)`));
    },
  };
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error("TEST_DATABASE_URL is not set: run the tests with npm test, which starts a PostgreSQL");
  return url;
}

async function administer(server: string, work: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
