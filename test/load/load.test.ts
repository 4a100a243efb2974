import assert from "node:assert/strict";
import { test } from "node:test";
import { databaseKinds } from "../support/databases.ts";
import { runLoad } from "./run-load.ts";

const size = { organizations: 2, spaces: 2, people: 4, pages: 40, comments: 25, changeRequests: 2 };

for (const database of databaseKinds) {
  // On PostgreSQL two servers, on SQLite two workers of one server.
  const [workers, servers] = database === "sqlite" ? [2, 1] : [1, 2];
  test(`two processes serve 40 concurrent clients without errors or lost writes (${database})`, async () => {
    const options = { database, workers, servers, clients: 40, seconds: 3, seed: 1, size };
    const { record, time, problems } = await runLoad(options);
    assert.deepEqual(problems, []);
    if (time !== undefined) {
      const { perRequest, statementsPerRequest, cores } = time;
      assert.ok(statementsPerRequest > 1);
      for (const part of [perRequest.all, perRequest.statements, cores.servers, cores.clients])
        assert.ok(part > 0);
    }
    const { comments, merges, texts, counted } = record.acknowledged;
    for (const written of [comments, merges, Object.keys(texts), Object.keys(counted)])
      assert.ok(written.length > 0, "a kind of write was never made");
  });
}
