import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Environment } from "../../src/config/config.ts";
import { createTestDatabase } from "../support/databases.ts";
import { findTools, startInstalledPostgres } from "../support/postgres-tools.ts";
import { adminToken, startServer } from "../support/server.ts";
import { assertComplete, makeSpace, startWriters, writeBatch } from "./batches.ts";

const tools = findTools();

describe("pg_dump and pg_restore", {
  skip:
    tools === undefined &&
    "PostgreSQL and its tools are not installed: install Debian's postgresql, or set POSTGRES_BIN",
}, () => {
  test("copy a database while clients write, including to a newer PostgreSQL", async (t) => {
    const folder = await createTestDatabase("sqlite");
    const newer = await createTestDatabase("postgres");
    const postgres = await startInstalledPostgres(tools ?? "");
    t.after(async () => {
      await postgres.stop();
      await Promise.all([folder.remove(), newer.remove()]);
    });
    const environment = (url: string): Environment => ({
      ...folder.environment,
      LECTERN_ADMIN_TOKEN: adminToken,
      LECTERN_RATE_LIMIT: "0",
      DATABASE_URL: url,
    });
    const original = postgres.url("original");
    await postgres.run("createdb", `--maintenance-db=${postgres.url("postgres")}`, "original");
    const server = await startServer(environment(original));
    t.after(() => server.stop());
    const space = await makeSpace(server.url);
    const { acknowledged, waitForBatches, stop } = startWriters(server.url, space);
    await waitForBatches(8);
    const before = [...acknowledged];
    // The commands are those of docs/running.md.
    const dump = join(postgres.folder, "lectern.dump");
    await postgres.run("pg_dump", "--format=custom", `--file=${dump}`, original);
    await stop();
    await assertComplete(server.url, space, acknowledged);

    await postgres.run("createdb", `--maintenance-db=${postgres.url("postgres")}`, "restored");
    for (const url of [postgres.url("restored"), newer.environment.DATABASE_URL ?? ""]) {
      await postgres.run("pg_restore", "--no-owner", "--exit-on-error", `--dbname=${url}`, dump);
      const restored = await startServer(environment(url));
      await assertComplete(restored.url, space, before);
      await assertComplete(restored.url, space, [await writeBatch(restored.url, space, "later")]);
      assert.equal(await restored.stop(), 0);
    }
  });
});
