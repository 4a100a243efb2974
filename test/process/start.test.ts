import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Environment } from "../../src/config/config.ts";
import { createTestDatabase, type DatabaseKind, databaseKinds, testOnce } from "../support/databases.ts";
import { childrenOf } from "../support/processes.ts";
import { freePort, runLectern, startServer } from "../support/server.ts";

/** An empty database, which is removed after the test. */
async function newDatabase(t: TestContext, kind: DatabaseKind): Promise<Environment> {
  const database = await createTestDatabase(kind);
  t.after(() => database.remove());
  return database.environment;
}

const tokenIn = (output: string) => /lct_[\w-]{43}/.exec(output)?.[0] ?? "";

async function get(url: string, token: string) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return {
    status: response.status,
    body: (await response.json()) as { count: number; items: { id: string }[] },
  };
}

for (const kind of databaseKinds) {
  describe(`a server (${kind})`, { concurrency: 3 }, () => {
    const once = testOnce({ kind });

    test("prints its URL and a token at the first start, and changes nothing at the second", async (t) => {
      const environment = await newDatabase(t, kind);
      const first = await startServer({ ...environment, LECTERN_SAMPLE_SITE: "" });
      const output = first.output();
      const token = tokenIn(output);
      assert.match(output, new RegExp(`Address +${first.url}\\n`));
      assert.match(output, new RegExp(`API reference +${first.url}/reference\\n`));
      assert.match(output, new RegExp(`Sign in +${first.url}/auth/sign-in-link\\?link=lcl_[\\w-]{43} `));
      const line = /curl .*/.exec(output)?.[0] ?? "";
      const { stdout } = await promisify(execFile)("bash", ["-c", line]);
      const organizations = JSON.parse(stdout);
      assert.equal(organizations.count, 1);
      const sample = /Sample site +(\S+)\n/.exec(output)?.[1] ?? "";
      const home = await (await fetch(sample)).text();
      assert.match(/<title>.*<\/title>/.exec(home)?.[0] ?? "", /Welcome to Fernwell/);
      assert.equal(await first.stop(), 0);

      const second = await startServer(environment);
      assert.equal(tokenIn(second.output()), "");
      assert.doesNotMatch(second.output(), /Sample site/);
      const again = await runLectern(environment, "sample");
      assert.equal(new URL(again.stdout.trim()).pathname, new URL(sample).pathname);
      assert.match(again.stderr, /exists already/);
      const ids = (await get(`${second.url}/v1/orgs`, token)).body.items.map(({ id }) => id);
      assert.deepEqual(ids, [organizations.items[0].id]);
      const count = (await get(`${second.url}/v1/orgs/${organizations.items[0].id}/members`, token)).body
        .count;
      assert.equal(count, 1);
      assert.equal(await second.stop(), 0);
    });

    test("finishes open requests when it is stopped", async (t) => {
      const environment = await newDatabase(t, kind);
      const server = await startServer({ ...environment, LECTERN_ADMIN_TOKEN: "stopping-token" });
      const body = JSON.stringify({ title: "Made while stopping" });
      const headers = {
        authorization: "Bearer stopping-token",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        expect: "100-continue",
      };
      const pending = request(`${server.url}/v1/orgs`, { method: "POST", headers });
      const status = new Promise<number | undefined>((resolve, reject) => {
        pending.on("response", (response) => resolve(response.resume().statusCode));
        pending.on("error", reject);
      });
      // The server has the request.
      await new Promise((resolve) => pending.once("continue", resolve));
      pending.write(body.slice(0, 5));
      const stopped = server.stop();
      await wait(200);
      pending.end(body.slice(5));
      assert.equal(await status, 201);
      assert.equal(await stopped, 0);
      await assert.rejects(fetch(`${server.url}/healthz`));
    });

    once("stops even if a request never ends", async (t) => {
      const environment = await newDatabase(t, kind);
      const server = await startServer({ ...environment, LECTERN_ADMIN_TOKEN: "stopping-token" });
      const headers = {
        authorization: "Bearer stopping-token",
        "content-type": "application/json",
        "content-length": 100,
      };
      const pending = request(`${server.url}/v1/orgs`, { method: "POST", headers });
      const broken = new Promise((resolve) => pending.on("error", resolve));
      pending.write("{");
      await wait(200);
      assert.equal(await server.stop(), 0);
      await broken;
    });

    test("creates one organization, admin and token when ten servers start at once", async (t) => {
      const environment = await newDatabase(t, kind);
      const servers = await Promise.all(Array.from({ length: 10 }, () => startServer(environment)));
      const tokens = servers.map((server) => tokenIn(server.output())).filter(Boolean);
      assert.equal(tokens.length, 1);
      for (const { url } of servers) {
        const { body } = await get(`${url}/v1/orgs`, tokens[0] ?? "");
        assert.equal(body.count, 1);
      }
      assert.deepEqual(await Promise.all(servers.map((server) => server.stop())), Array(10).fill(0));
    });

    test("shares its port and its rate limit among workers", async (t) => {
      const environment = await newDatabase(t, kind);
      const server = await startServer({
        ...environment,
        LECTERN_WORKERS: "2",
        LECTERN_ADMIN_TOKEN: "workers-token",
        LECTERN_RATE_LIMIT: "15",
      });
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => get(`${server.url}/v1/orgs`, "workers-token")),
      );
      const allowed = replies.filter(({ status }) => status === 200);
      assert.equal(allowed.length, 15, "the workers do not share the counter of a token");
      for (let i = 0; i < 3; i++) {
        const metrics = await (
          await fetch(`${server.url}/metrics`, { headers: { connection: "close" } })
        ).text();
        assert.match(metrics, /_count\{method="GET",route="\/v1\/orgs",status="200"\} 15\n/);
        assert.match(metrics, /_count\{method="GET",route="\/v1\/orgs",status="429"\} 5\n/);
      }
      const { code, stderr } = await runLectern(
        { ...environment, LECTERN_WORKERS: "2", LECTERN_PORT: new URL(server.url).port },
        "serve",
      );
      assert.deepEqual([code, stderr.trim().split("\n").length], [1, 1], stderr);
      assert.equal(await server.stop(), 0);
    });

    once("replaces a worker that dies", async (t) => {
      const environment = await newDatabase(t, kind);
      const server = await startServer({
        ...environment,
        LECTERN_WORKERS: "2",
        LECTERN_ADMIN_TOKEN: "workers-token",
      });
      const pid = server.process.pid ?? 0;
      const [worker = 0] = await childrenOf(pid);
      const countRequests = async () => {
        const metrics = await (await fetch(`${server.url}/metrics`)).text();
        return Number(/_count\{[^}]*route="\/healthz"[^}]*\} (\d+)/.exec(metrics)?.[1]);
      };
      for (let i = 0; i < 4; i++) await fetch(`${server.url}/healthz`, { headers: { connection: "close" } });
      assert.equal(await countRequests(), 4);
      process.kill(worker, "SIGKILL");
      const isReplaced = async () => {
        const workers = await childrenOf(pid);
        return workers.length === 2 && !workers.includes(worker);
      };
      while (!(await isReplaced())) await wait(50);
      while ((await get(`${server.url}/v1/orgs`, "workers-token").catch(() => undefined))?.status !== 200)
        await wait(50);
      assert.match(server.output(), /ended unexpectedly; starting another/);
      assert.equal(await countRequests(), 4, "the counts of the ended worker are missing");
      assert.equal(await server.stop(), 0);
    });
  });
}

describe("a failed start", () => {
  async function assertFails(t: TestContext, settings: Environment, message: RegExp): Promise<void> {
    const environment = { ...(await newDatabase(t, "sqlite")), ...settings };
    const { code, stdout, stderr } = await runLectern(environment, "serve");
    assert.deepEqual([code, stdout, stderr.trim().split("\n").length], [1, "", 1], stderr);
    assert.match(stderr, message);
  }

  test("names the wrong setting", (t) =>
    assertFails(t, { LECTERN_PORT: "http" }, /^LECTERN_PORT must be a port number/));

  test("reports that the port is in use", async (t) => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    t.after(() => other.close());
    await assertFails(t, { LECTERN_PORT: String(port) }, new RegExp(`^Port ${port} on 127.0.0.1 is used by`));
  });

  test("reports that the database cannot be reached", async (t) => {
    const port = await freePort();
    await assertFails(
      t,
      { DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/x` },
      new RegExp(`^Cannot use the database \\(PostgreSQL at 127\\.0\\.0\\.1:${port}\\): .*ECONNREFUSED`),
    );
  });

  test("reports that the data folder cannot be written", async (t) => {
    const { LECTERN_DATA_DIR = "" } = await newDatabase(t, "sqlite");
    const file = join(LECTERN_DATA_DIR, "a-file");
    writeFileSync(file, "");
    await assertFails(
      t,
      { LECTERN_DATA_DIR: join(file, "data") },
      /^Cannot use the data folder .*LECTERN_DATA_DIR/,
    );
  });

  test("reports that the data folder cannot be created", (t) =>
    assertFails(t, { LECTERN_DATA_DIR: "/proc/nowhere/data" }, /^Cannot use the data folder/));

  test("reports that the file is not a database", async (t) => {
    const { LECTERN_DATA_DIR = "" } = await newDatabase(t, "sqlite");
    writeFileSync(
      join(LECTERN_DATA_DIR, "lectern.db"),
      "this is not a database, but it is long enough to look at",
    );
    await assertFails(t, { LECTERN_DATA_DIR }, /^Cannot use .*not a database/);
  });
});
