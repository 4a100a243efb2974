import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createTestDatabase, databaseKinds } from "../support/databases.ts";
import { serve } from "../support/fetched-site.ts";
import { startServer } from "../support/server.ts";

const token = "restart-test-token";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

for (const kind of databaseKinds) {
  // Most of the time each of them waits.
  describe(`a restart while a source is being read (${kind})`, { concurrency: true }, () => {
    for (const signal of ["SIGKILL", "SIGTERM"] as const) {
      test(`after ${signal} goes on with it`, async (t) => {
        const database = await createTestDatabase(kind);
        t.after(() => database.remove());
        let asked = 0;
        // Whoever asks first waits for ever.
        const source = await serve(t, (_request, response) => {
          if (++asked > 1) response.end('{"openapi": "3.1.0", "paths": {}}');
        });
        const environment = {
          ...database.environment,
          LECTERN_ADMIN_TOKEN: token,
          LECTERN_ALLOW_PRIVATE_NETWORK: "true",
        };
        const first = await startServer(environment);
        const { items } = await read<{ items: { id: string }[] }>(`${first.url}/v1/orgs`);
        const path = `/v1/orgs/${items[0]?.id}/openapi/slow`;
        const url = `${source.url}/api.json`;
        const body = JSON.stringify({ source: { url } });
        assert.equal((await fetch(first.url + path, { method: "PUT", headers, body })).status, 200);
        while (asked === 0) await wait(50);
        assert.equal((await read(first.url + path)).processingState, "progress");
        await first.stop(signal);
        const second = await startServer(environment);
        t.after(() => second.stop());
        // A lease is longer than this test may take.
        while ((await read(second.url + path)).processingState !== "complete") await wait(50);
        const { lastProcessErrorCode, lastVersion } = await read(second.url + path);
        assert.deepEqual([lastProcessErrorCode, typeof lastVersion], [undefined, "string"]);
      });
    }
  });
}

async function read<T = Record<string, unknown>>(url: string): Promise<T> {
  return (await fetch(url, { headers })).json() as Promise<T>;
}
