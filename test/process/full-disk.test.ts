import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase } from "../support/databases.ts";
import { adminToken, callServer, startServer } from "../support/server.ts";

const options = { skip: process.platform !== "linux" };

test(
  "a server that can no longer enlarge its files is not ready, and recovers with all its data",
  options,
  async (t) => {
    const database = await createTestDatabase("sqlite");
    const server = await startServer({ ...database.environment, LECTERN_ADMIN_TOKEN: adminToken });
    t.after(() => server.stop().then(database.remove));
    const limitFileSize = (limit: string) =>
      execFileSync("prlimit", ["--pid", String(server.process.pid), `--fsize=${limit}:unlimited`]);
    const readiness = async () => {
      // Longer than a result is kept.
      await sleep(1100);
      return (await fetch(`${server.url}/readyz`)).status;
    };
    const { items } = await callServer(server.url, "GET /orgs");
    const createSpace = () => callServer(server.url, `POST /orgs/${items[0].id}/spaces`, {});
    await createSpace();
    limitFileSize("4096");
    assert.equal(await readiness(), 503);
    for (let i = 0; i < 5; i++) await assert.rejects(createSpace(), /returned 503: .*cannot be written/);
    const listSpaces = async () =>
      (await callServer(server.url, `GET /orgs/${items[0].id}/spaces`)).items.length;
    assert.equal(await listSpaces(), 1);
    limitFileSize("unlimited");
    assert.equal(await readiness(), 200);
    await createSpace();
    assert.equal(await listSpaces(), 2);
    assert.equal(await server.stop(), 0);
  },
);
