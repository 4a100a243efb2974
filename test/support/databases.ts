import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import postgres from "postgres";
import type { Environment } from "../../src/config/config.ts";
import { splitUrl } from "../../src/storage/database/index.ts";
import { fastFolder } from "./fast-folder.ts";

/** A database, and the environment variables that select it. */
export interface TestDatabase {
  readonly environment: Environment;
  remove(): Promise<void>;
}

export type DatabaseKind = "sqlite" | "postgres";
export const databaseKinds: readonly DatabaseKind[] = ["sqlite", "postgres"];

/**
 * Where the tests of a screen run that only shows and changes what operations do: on one database each, some on either. The operations
 * have tests on both. Saving while others write or the server is killed is tested on both in the browser too.
 */
export const screenDatabases = { first: ["sqlite"], second: ["postgres"] } as const;

/** Runs a test on SQLite only: for slow tests that do not depend on the database. */
export function testOnce({ kind }: { readonly kind: DatabaseKind }): typeof test | (() => void) {
  return kind === "sqlite" ? test : () => {};
}

/** Creates an empty database; on PostgreSQL, by default on the server of the test run. */
export async function createTestDatabase(
  kind: DatabaseKind,
  server: string = kind === "postgres" ? serverUrl() : "",
): Promise<TestDatabase> {
  return kind === "sqlite" ? createFolder() : createOnServer(server, "");
}

/** The migrated databases with a first admin that are prepared once per test run. */
interface Templates {
  readonly sqlite: string;
  readonly postgres: string;
}

/** A copy of the template, or an empty database if there is none. */
export async function createPreparedDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const templates = readTemplates();
  if (templates === undefined) return createTestDatabase(kind);
  if (kind === "postgres")
    return createOnServer(serverUrl(), `template ${templates.postgres} strategy file_copy`);
  const database = createFolder();
  copyFileSync(templates.sqlite, fileOf(database));
  return database;
}

/** Creates the templates: `prepare` migrates an empty database. Returns their removal. */
export async function prepareTemplates(
  prepare: (environment: Environment) => Promise<void>,
): Promise<() => Promise<void>> {
  const [sqlite, onServer] = await Promise.all(databaseKinds.map((kind) => createTestDatabase(kind)));
  if (sqlite === undefined || onServer === undefined) throw new Error("a template database is missing");
  await Promise.all([sqlite, onServer].map(({ environment }) => prepare(environment)));
  const name = new URL(onServer.environment.DATABASE_URL ?? "").pathname.slice(1);
  process.env.TEST_TEMPLATES = JSON.stringify({ sqlite: fileOf(sqlite), postgres: name } satisfies Templates);
  return async () => {
    await Promise.all([sqlite.remove(), onServer.remove()]);
  };
}

function readTemplates(): Templates | undefined {
  const { TEST_TEMPLATES: templates } = process.env;
  return templates === undefined ? undefined : JSON.parse(templates);
}

function fileOf({ environment }: TestDatabase): string {
  return join(environment.LECTERN_DATA_DIR ?? "", "lectern.db");
}

function createFolder(): TestDatabase {
  const folder = mkdtempSync(join(fastFolder(), "lectern-test-"));
  return {
    environment: { LECTERN_DATA_DIR: folder, LECTERN_LOG_LEVEL: "error" },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createOnServer(server: string, template: string): Promise<TestDatabase> {
  const folder = createFolder();
  const name = `lectern_test_${randomBytes(6).toString("hex")}`;
  await administer(server, (sql) => sql.unsafe(`create database ${name} ${template}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: { ...folder.environment, DATABASE_URL: url.href },
    remove: async () => {
      await folder.remove();
      await administer(server, (sql) => sql.unsafe(`drop database ${name} with (force)`));
    },
  };
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error("TEST_DATABASE_URL is not set: run the tests with npm test, which starts PostgreSQL");
  return url;
}

async function administer(server: string, work: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const { address, host } = splitUrl(server);
  const sql = postgres(address, { ...host, max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
