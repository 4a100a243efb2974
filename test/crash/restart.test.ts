import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createTestDatabase, databaseKinds } from "../support/databases.ts";
import { serve } from "../support/local-site.ts";
import { adminToken, callServer, startServer } from "../support/server.ts";

for (const kind of databaseKinds) {
  describe(`a restart while a spec is fetched (${kind})`, { concurrency: true }, () => {
    for (const signal of ["SIGKILL", "SIGTERM"] as const) {
      test(`after ${signal} fetches it again`, async (t) => {
        const database = await createTestDatabase(kind);
        t.after(() => database.remove());
        let requests = 0;
        // The first request gets no response.
        const source = await serve(t, (_request, response) => {
          if (++requests > 1) response.end('{"openapi": "3.1.0", "paths": {}}');
        });
        const environment = {
          ...database.environment,
          LECTERN_ADMIN_TOKEN: adminToken,
          LECTERN_ALLOW_PRIVATE_NETWORK: "true",
        };
        const first = await startServer(environment);
        const { items } = await callServer(first.url, "GET /orgs");
        const path = `/orgs/${items[0].id}/openapi/slow`;
        await callServer(first.url, `PUT ${path}`, { source: { url: `${source.url}/api.json` } });
        while (requests === 0) await wait(50);
        assert.equal((await callServer(first.url, `GET ${path}`)).processingState, "progress");
        await first.stop(signal);
        const second = await startServer(environment);
        t.after(() => second.stop());
        // The lease of the first server would last longer than the timeout of this test.
        const read = () => callServer(second.url, `GET ${path}`);
        while ((await read()).processingState !== "complete") await wait(50);
        const { lastProcessErrorCode, lastVersion } = await read();
        assert.deepEqual([lastProcessErrorCode, typeof lastVersion], [undefined, "string"]);
      });
    }
  });
}
