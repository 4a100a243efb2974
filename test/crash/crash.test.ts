import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DatabaseKind } from "../support/databases.ts";
import { runRounds } from "./rounds.ts";
import type { Victim } from "./victims.ts";

// A short run of run.ts. The server is killed last, so that no job waits for the end of a lease.
const plans: readonly [DatabaseKind, readonly Victim[]][] = [
  ["sqlite", ["group", "server"]],
  ["postgres", ["both", "server"]],
];

for (const [kind, plan] of plans) {
  describe(`kill -9 while clients write (${kind})`, () => {
    test("keeps all acknowledged writes, is atomic, and completes all jobs", async (t) => {
      const seed = Date.now() % 1_000_000;
      const report = (line: string) => t.diagnostic(line);
      report(`seed ${seed}`);
      const { problems, acknowledged } = await runRounds({ kind, seed, plan, settleEvery: 10, report });
      assert.deepEqual(problems, []);
      assert.ok(acknowledged >= 10, `${acknowledged} writes were acknowledged`);
    });
  });
}
