import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Clock } from "../../src/platform/clock.ts";
import { bootApp, describeOnEachDatabase } from "../support/app.ts";
import { createTestDatabase } from "../support/databases.ts";
import { specsOf } from "../support/openapi.ts";
import { runLectern } from "../support/server.ts";
import { crawl, differencesOf } from "./crawl.ts";
import { makeOneOfEverything } from "./one-of-everything.ts";

// Some responses contain the time. The clock stands still at a time when all jobs are due.
const time = Date.parse("2040-01-01T00:00:00.000Z");
const clock: Clock = { now: () => new Date(time).toISOString(), time: () => time };

describeOnEachDatabase(
  "a backup restored into an empty database",
  (suite) => {
    test("returns the same response to every read request, byte for byte", async (t) => {
      const { app, environment, kind } = suite;
      await makeOneOfEverything(app);
      // Each crawl takes long, so that of a stranger is done on one database.
      const people = kind === "sqlite" ? [app.admin, await app.stranger()] : [app.admin];
      const file = join(environment.LECTERN_DATA_DIR ?? "", "all.backup");
      const written = await runLectern(environment, "backup", file);
      assert.equal(written.code, 0, written.stderr);
      const originals = await Promise.all(people.map((person) => crawl(app, person)));
      assert.deepEqual(originals[0]?.failed, [], "these operations never succeeded");
      const hits = [...(originals[0]?.responses ?? [])].filter(
        ([url, { bytes }]) => url.includes("/search?") && bytes.includes("Install"),
      );
      assert.ok(hits.length > 0, "search has no hits");
      t.diagnostic(`${originals[0]?.responses.size} URLs`);

      const empty = await createTestDatabase(kind);
      const restored = await runLectern(empty.environment, "restore", file);
      assert.equal(restored.code, 0, restored.stderr);
      const copy = await bootApp(empty.environment, { clock });
      t.after(() => copy.close().then(empty.remove));
      await specsOf({ app: copy }).process();
      for (const [i, original] of originals.entries())
        assert.deepEqual(differencesOf(await crawl(copy, people[i] ?? app.admin), original), []);
    });
  },
  { clock },
);
