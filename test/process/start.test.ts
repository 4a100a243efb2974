import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import type { Environment } from "../../src/config/config.ts";
import { createTestDatabase, type DatabaseKind, databaseKinds, testOnce } from "../support/databases.ts";
import { freePort, runLectern, startServer } from "../support/server.ts";

async function withDatabase(
  kind: DatabaseKind,
  work: (environment: Environment) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase(kind);
  try {
    await work(database.environment);
  } finally {
    await database.remove();
  }
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
  // They wait for processes more than they work.
  describe(`a server (${kind})`, { concurrency: 3 }, () => {
    const once = testOnce({ kind });

    test("prints at its first start what is needed to use it, and changes nothing at its second", async () => {
      await withDatabase(kind, async (environment) => {
        const first = await startServer(environment);
        const output = first.output();
        const token = tokenIn(output);
        assert.match(output, new RegExp(`Address +${first.url}\\n`));
        assert.match(output, new RegExp(`API reference +${first.url}/reference\\n`));
        const line = /curl .*/.exec(output)?.[0] ?? "";
        const { stdout } = await promisify(execFile)("bash", ["-c", line]);
        const organizations = JSON.parse(stdout);
        assert.equal(organizations.count, 1);
        assert.equal(await first.stop(), 0);

        const second = await startServer(environment);
        assert.equal(tokenIn(second.output()), "");
        assert.deepEqual(
          (await get(`${second.url}/v1/orgs`, token)).body.items.map(({ id }) => id),
          [organizations.items[0].id],
        );
        assert.equal(
          (await get(`${second.url}/v1/orgs/${organizations.items[0].id}/members`, token)).body.count,
          1,
        );
        assert.equal(await second.stop(), 0);
      });
    });

    test("finishes open requests when it is told to stop, then closes", async () => {
      await withDatabase(kind, async (environment) => {
        const server = await startServer({ ...environment, LECTERN_ADMIN_TOKEN: "stopping-token" });
        const body = JSON.stringify({ title: "Made while stopping" });
        const headers = {
          authorization: "Bearer stopping-token",
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        };
        const open = request(`${server.url}/v1/orgs`, { method: "POST", headers });
        const answered = new Promise<number | undefined>((resolve, reject) => {
          open.on("response", (response) => resolve(response.resume().statusCode));
          open.on("error", reject);
        });
        open.write(body.slice(0, 5));
        await new Promise((resolve) => setTimeout(resolve, 200));
        const stopped = server.stop();
        await new Promise((resolve) => setTimeout(resolve, 200));
        open.end(body.slice(5));
        assert.equal(await answered, 201);
        assert.equal(await stopped, 0);
        await assert.rejects(fetch(`${server.url}/healthz`));
      });
    });

    once("stops even while a request never comes to its end", async () => {
      await withDatabase(kind, async (environment) => {
        const server = await startServer({ ...environment, LECTERN_ADMIN_TOKEN: "stopping-token" });
        const headers = {
          authorization: "Bearer stopping-token",
          "content-type": "application/json",
          "content-length": 100,
        };
        const stuck = request(`${server.url}/v1/orgs`, { method: "POST", headers });
        const broken = new Promise((resolve) => stuck.on("error", resolve));
        stuck.write("{");
        await new Promise((resolve) => setTimeout(resolve, 200));
        assert.equal(await server.stop(), 0);
        await broken;
      });
    });

    test("ten that start at once on an empty database make one organization, admin and token", async () => {
      await withDatabase(kind, async (environment) => {
        const servers = await Promise.all(Array.from({ length: 10 }, () => startServer(environment)));
        const tokens = servers.map((server) => tokenIn(server.output())).filter(Boolean);
        assert.equal(tokens.length, 1);
        for (const { url } of servers) {
          const { body } = await get(`${url}/v1/orgs`, tokens[0] ?? "");
          assert.equal(body.count, 1);
        }
        assert.deepEqual(await Promise.all(servers.map((server) => server.stop())), Array(10).fill(0));
      });
    });

    test("shares its port and its rate limit among workers", async () => {
      await withDatabase(kind, async (environment) => {
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
        assert.equal(allowed.length, 15, "the workers count a token's requests together");
        const { code, stderr } = await runLectern(
          { ...environment, LECTERN_WORKERS: "2", LECTERN_PORT: new URL(server.url).port },
          "serve",
        );
        assert.deepEqual([code, stderr.trim().split("\n").length], [1, 1], stderr);
        assert.equal(await server.stop(), 0);
      });
    });

    once("replaces a worker that dies", async () => {
      await withDatabase(kind, async (environment) => {
        const server = await startServer({
          ...environment,
          LECTERN_WORKERS: "2",
          LECTERN_ADMIN_TOKEN: "workers-token",
        });
        const { stdout } = await promisify(execFile)("pgrep", ["-P", String(server.process.pid)]);
        process.kill(Number(stdout.split("\n")[0]), "SIGKILL");
        const restarted = () => promisify(execFile)("pgrep", ["-P", String(server.process.pid)]);
        for (let tries = 0; (await restarted()).stdout.trim().split("\n").length < 2 || tries < 5; tries++) {
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        assert.equal((await get(`${server.url}/v1/orgs`, "workers-token")).status, 200);
        assert.match(server.output(), /ended unexpectedly; another takes its place/);
        assert.equal(await server.stop(), 0);
      });
    });
  });
}

describe("a start that cannot be", () => {
  async function refusedStart(settings: Environment, message: RegExp): Promise<void> {
    await withDatabase("sqlite", async (environment) => {
      const { code, stdout, stderr } = await runLectern({ ...environment, ...settings }, "serve");
      assert.equal(code, 1);
      assert.equal(stdout, "");
      assert.match(stderr, message);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
    });
  }

  test("says which setting is wrong", () =>
    refusedStart({ LECTERN_PORT: "http" }, /^LECTERN_PORT must be a port number/));

  test("says that the port is taken", async () => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    await refusedStart({ LECTERN_PORT: String(port) }, new RegExp(`^Port ${port} on 127.0.0.1 is taken`));
    other.close();
  });

  test("says that the database cannot be reached", async () => {
    const port = await freePort();
    await refusedStart(
      { DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/x` },
      new RegExp(`^Cannot use the database \\(PostgreSQL at 127\\.0\\.0\\.1:${port}\\): .*ECONNREFUSED`),
    );
  });

  test("says that the folder cannot be written", async () => {
    await withDatabase("sqlite", async ({ LECTERN_DATA_DIR = "" }) => {
      const file = join(LECTERN_DATA_DIR, "a-file");
      writeFileSync(file, "");
      await refusedStart(
        { LECTERN_DATA_DIR: join(file, "data") },
        /^Cannot use the data folder .*LECTERN_DATA_DIR/,
      );
    });
  });

  test("says that a folder cannot be made", () =>
    refusedStart({ LECTERN_DATA_DIR: "/proc/nowhere/data" }, /^Cannot use the data folder/));

  test("says that the file is no database", async () => {
    await withDatabase("sqlite", async ({ LECTERN_DATA_DIR = "" }) => {
      writeFileSync(
        join(LECTERN_DATA_DIR, "lectern.db"),
        "this is not a database, but it is long enough to look at",
      );
      await refusedStart({ LECTERN_DATA_DIR }, /^Cannot use .*not a database/);
    });
  });
});
