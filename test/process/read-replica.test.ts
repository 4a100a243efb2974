import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { readConfig } from "../../src/config/config.ts";
import { examineInstallation } from "../../src/health/index.ts";
import { splitUrl } from "../../src/storage/database/index.ts";
import { bootApp, type TestApp } from "../support/app.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { browser, openPage, publishSite } from "../support/published-site.ts";

describe("a server with a replica of its database", () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let database: TestDatabase;
  let app: TestApp;
  let environment: TestDatabase["environment"];

  before(async () => {
    primary = await startPostgres();
    database = await createTestDatabase("postgres", primary.url);
    standby = await startPostgres({ standbyOf: primary });
    const url = new URL(standby.url);
    url.pathname = new URL(database.environment.DATABASE_URL ?? "").pathname;
    environment = { ...database.environment, DATABASE_READ_URL: url.href };
    app = await bootApp(environment);
  });
  after(async () => {
    await app.close();
    await database.remove();
    await standby.stop();
    await primary.stop();
  });

  /** The transactions that the standby has run in the database, which its statistics count some time later. */
  async function countOnStandby(): Promise<number> {
    const { address, host } = splitUrl(standby.url);
    const sql = postgres(address, { ...host, max: 1 });
    const name = new URL(environment.DATABASE_URL ?? "").pathname.slice(1);
    const [row] = await sql`select xact_commit::int as count from pg_stat_database where datname = ${name}`;
    await sql.end();
    return row?.count ?? 0;
  }

  async function untilUsed(send: () => Promise<unknown>): Promise<void> {
    const first = await countOnStandby();
    for (let tries = 0; tries < 200; tries++) {
      await send();
      // More than the server's measurements of the delay.
      if ((await countOnStandby()) > first + 200) return;
    }
    assert.fail("the replica is not used");
  }

  test("shows pages and finds words by the replica, and what members change at once", async () => {
    const { url, path, space } = await publishSite(app, {
      pages: [["Zebras", { document: { markdown: "They graze at dawn.\n" } }]],
    });
    const open = () => openPage(app, url, browser);
    for (let reply = await open(); reply.status !== 200; reply = await open()) await sleep(20);
    await untilUsed(async () => {
      // Pages that are not in the cache.
      await Promise.all(Array.from({ length: 20 }, (_, i) => openPage(app, `${url}/missing-${i}`, browser)));
    });
    const search = () => app.ok(app.admin, `GET ${space.path}/search`, { query: { query: "graze" } });
    for (let found = await search(); found.items.length !== 1; found = await search()) await sleep(20);
    // What is written is read from the primary.
    const { title } = await app.ok(app.admin, `PATCH ${path}`, { body: { title: "Animals" } });
    assert.equal((await app.ok(app.admin, `GET ${path}`)).title, title);
  });

  test("shows a preview of what was just written", async () => {
    const { url, path } = await publishSite(app, { pages: [["First"]] });
    for (let reply = await openPage(app, url, browser); reply.status !== 200; ) {
      await sleep(20);
      reply = await openPage(app, url, browser);
    }
    const missing = () => openPage(app, `${url}/missing-${performance.now()}`, browser);
    await untilUsed(() => Promise.all(Array.from({ length: 20 }, missing)));
    const { address, host } = splitUrl(standby.url);
    const sql = postgres(address, { ...host, max: 1 });
    await sql`select pg_wal_replay_pause()`;
    const { urls } = await app.ok(app.admin, `PUT ${path}/customization/preview`, { body: { id: "tab" } });
    const { status } = await openPage(app, urls.preview, browser);
    await sql`select pg_wal_replay_resume()`;
    await sql.end();
    assert.equal(status, 200);
  });

  test("is told by `doctor` how far the replica is behind", async () => {
    const checks = async (read: string) =>
      (
        await examineInstallation({
          environment: { ...environment, DATABASE_READ_URL: read },
          probe: async () => "closed" as never,
        })
      ).filter(({ finding }) => /replica|DATABASE_READ_URL/.test(finding));
    const [follows] = await checks(environment.DATABASE_READ_URL ?? "");
    assert.match(follows?.finding ?? "", /^The replica is at most \d+ ms behind$/);
    const [other] = await checks(environment.DATABASE_URL ?? "");
    assert.match(other?.finding ?? "", /is not a replica/);
    const [missing] = await checks("postgres://lectern@127.0.0.1:1/none");
    assert.match(missing?.finding ?? "", /cannot be read/);
  });

  test("answers everything while the replica is away", async () => {
    const { url } = await publishSite(app, { pages: [["First"]] });
    await standby.kill();
    const { status } = await openPage(app, url, browser);
    assert.equal(status, 200);
    await standby.start();
  });

  test("names a wrong address of the replica", () => {
    assert.throws(
      () => readConfig({ DATABASE_READ_URL: "mysql://x" }),
      /^Error: DATABASE_READ_URL must be a postgres/,
    );
  });
});
