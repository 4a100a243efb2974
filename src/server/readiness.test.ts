import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import postgres from "postgres";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import type { Database } from "../storage/database/database.ts";
import { isMigrated } from "../storage/database/migrate.ts";
import { Readiness } from "./readiness.ts";

/** Lets an SQLite file grow no more, and fills its free pages. Returns the removal of the limit. */
async function fillDisk(database: Database): Promise<() => Promise<void>> {
  const run = (statement: string) => database.write((trx) => sql.raw(statement).execute(trx));
  await run("delete from write_probe");
  await run("create table ballast (bytes blob)");
  // A limit below the current size sets it to that size.
  await run("pragma max_page_count = 1");
  await assert.rejects(async () => {
    for (;;) await run("insert into ballast values (zeroblob(3000))");
  }, /its disk is full/);
  return async () => {
    await run("pragma max_page_count = 4294967294");
    await run("drop table ballast");
  };
}

/** Makes all transactions of a PostgreSQL database read-only, as on a standby server. Returns the undoing. */
async function makeReadOnly(database: Database, url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  const set = async (value: "on" | "off") => {
    const admin = postgres(new URL("/postgres", url).href, { max: 1 });
    await admin.unsafe(`alter database ${name} set default_transaction_read_only = ${value}`);
    // The setting applies to new connections.
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await admin.end();
    while (!(await isMigrated(database).catch(() => false))) await sleep(10);
  };
  await set("on");
  return () => set("off");
}

describeOnEachDatabase("a server whose database cannot be written", (suite) => {
  test("is not ready, refuses changes with 503, serves reads, and recovers", async () => {
    const { app } = suite;
    const { database } = app.context;
    const space = await app.space();
    // More bytes than fit into free parts of pages.
    const markdown = randomBytes(30_000).toString("hex");
    const insertPage = () =>
      app.call(app.admin, `POST ${space.path}/content`, {
        body: { changes: [{ operation: "insert_page", title: "Page", document: { markdown } }] },
      });
    const url = suite.environment.DATABASE_URL;
    const repair = await (url === undefined ? fillDisk(database) : makeReadOnly(database, url));
    const reason = url === undefined ? "its disk is full" : "it is read-only";
    const message = `The database cannot be written: ${reason}`;
    try {
      const notReady = await app.app.inject({ url: "/readyz" });
      assert.equal(notReady.statusCode, 503);
      assert.equal(notReady.json().status, message);
      for (const { status, body, headers } of await Promise.all([insertPage(), insertPage()])) {
        assert.equal(status, 503, JSON.stringify(body));
        assert.equal(body.error.message, message);
        assert.equal(headers["retry-after"], "5");
      }
      assert.equal((await app.app.inject({ url: "/healthz" })).statusCode, 200);
      assert.deepEqual((await app.ok(app.admin, `GET ${space.path}/content`)).pages, []);
    } finally {
      await repair();
    }
    while ((await app.app.inject({ url: "/readyz" })).statusCode === 503) await sleep(50);
    assert.equal((await insertPage()).status, 200);
    assert.equal((await app.ok(app.admin, `GET ${space.path}/content`)).pages.length, 1);
  });

  test("is ready while another process writes", async (t) => {
    if (suite.kind !== "sqlite") return t.skip("PostgreSQL locks rows, not the database");
    const other = new DatabaseSync(join(suite.app.context.config.dataDir, "lectern.db"));
    t.after(() => other.close());
    other.exec("begin immediate");
    assert.equal(await new Readiness(suite.app.context).findProblem(), undefined);
  });

  test("is checked once for all callers of a second", async () => {
    const { context } = suite.app;
    let writes = 0;
    const tryWrite: Database["tryWrite"] = (...args) => {
      writes += 1;
      return context.database.tryWrite(...args);
    };
    const readiness = new Readiness({ ...context, database: { ...context.database, tryWrite } });
    await Promise.all(Array.from({ length: 10 }, () => readiness.findProblem()));
    await readiness.findProblem();
    assert.equal(writes, 1);
  });
});
