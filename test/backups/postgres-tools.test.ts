import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Environment } from "../../src/config/config.ts";
import { createTestDatabase } from "../support/databases.ts";
import { findTools, startOwnPostgres } from "../support/postgres-tools.ts";
import { startServer } from "../support/server.ts";
import { looksWhole, makeSpace, startWriters, token, writeBatch } from "./batches.ts";

const tools = findTools();

describe("pg_dump and pg_restore", {
  skip:
    tools === undefined &&
    "there is no PostgreSQL with its tools: install Debian's postgresql, or set POSTGRES_BIN",
}, () => {
  test("while clients write give a database that a server goes on with, also one of a newer version", async (t) => {
    const folder = await createTestDatabase("sqlite");
    const newer = await createTestDatabase("postgres");
    const postgres = await startOwnPostgres(tools ?? "");
    t.after(async () => {
      await postgres.stop();
      await Promise.all([folder.remove(), newer.remove()]);
    });
    const environment = (url: string): Environment => ({
      ...folder.environment,
      LECTERN_ADMIN_TOKEN: token,
      LECTERN_RATE_LIMIT: "0",
      DATABASE_URL: url,
    });
    const original = postgres.url("original");
    await postgres.run("createdb", `--maintenance-db=${postgres.url("postgres")}`, "original");
    const server = await startServer(environment(original));
    t.after(() => server.stop());
    const space = await makeSpace(server.url);
    const { done, acknowledged, stop } = startWriters(server.url + space);
    await acknowledged(8);
    const before = [...done];
    // Exactly the commands of docs/running.md.
    const dump = join(postgres.folder, "lectern.dump");
    await postgres.run("pg_dump", "--format=custom", `--file=${dump}`, original);
    await stop();
    await looksWhole(server.url + space, done);

    await postgres.run("createdb", `--maintenance-db=${postgres.url("postgres")}`, "restored");
    for (const url of [postgres.url("restored"), newer.environment.DATABASE_URL ?? ""]) {
      await postgres.run("pg_restore", "--no-owner", "--exit-on-error", `--dbname=${url}`, dump);
      const restored = await startServer(environment(url));
      await looksWhole(restored.url + space, before);
      await looksWhole(restored.url + space, [await writeBatch(restored.url + space, "later")]);
      assert.equal(await restored.stop(), 0);
    }
  });
});
