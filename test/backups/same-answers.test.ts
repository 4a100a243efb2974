import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Clock } from "../../src/platform/clock.ts";
import { bootApp, describeOnEachDatabase } from "../support/app.ts";
import { createTestDatabase } from "../support/databases.ts";
import { specsOf } from "../support/openapi.ts";
import { runLectern } from "../support/server.ts";
import { makeOneOfEverything } from "./one-of-everything.ts";
import { differencesOf, walk } from "./walk.ts";

// Some answers hold the time: it stands still, later than all that a restored database says is due.
const time = Date.parse("2040-01-01T00:00:00.000Z");
const clock: Clock = { now: () => new Date(time).toISOString(), time: () => time };

describeOnEachDatabase(
  "a backup restored into nothing",
  (suite) => {
    test("answers every read as the original does, byte for byte", async (t) => {
      const { app, environment, kind } = suite;
      await makeOneOfEverything(app);
      const people = [app.admin, await app.stranger()];
      const file = join(environment.LECTERN_DATA_DIR ?? "", "all.backup");
      const written = await runLectern(environment, "backup", file);
      assert.equal(written.code, 0, written.stderr);
      const originals = await Promise.all(people.map((person) => walk(app, person)));
      assert.deepEqual(originals[0]?.silent, [], "each operation has something to say");
      const hits = [...(originals[0]?.answers ?? [])].filter(
        ([address, { bytes }]) => address.includes("/search?") && bytes.includes("Install"),
      );
      assert.ok(hits.length > 0, "something is found");
      t.diagnostic(`${originals[0]?.answers.size} addresses`);

      const empty = await createTestDatabase(kind);
      const restored = await runLectern(empty.environment, "restore", file);
      assert.equal(restored.code, 0, restored.stderr);
      const copy = await bootApp(empty.environment, { clock });
      t.after(() => copy.close().then(empty.remove));
      await specsOf({ app: copy }).process();
      for (const [i, original] of originals.entries())
        assert.deepEqual(differencesOf(await walk(copy, people[i] ?? app.admin), original), []);
    });
  },
  { clock },
);
