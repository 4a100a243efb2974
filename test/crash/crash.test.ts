import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DatabaseKind } from "../support/databases.ts";
import { runRounds } from "./rounds.ts";
import type { Victim } from "./victims.ts";

// A short version of run.ts.
const plans: readonly [DatabaseKind, readonly Victim[]][] = [
  ["sqlite", ["group", "server"]],
  ["postgres", ["peer", "both"]],
];

for (const [kind, plan] of plans) {
  describe(`kill -9 while clients write (${kind})`, () => {
    test("loses no acknowledged write, leaves no partial write, and loses no job", async (t) => {
      const seed = Date.now() % 1_000_000;
      const report = (line: string) => t.diagnostic(line);
      report(`seed ${seed}`);
      const { problems, acknowledged } = await runRounds({ kind, seed, plan, settleEvery: 10, report });
      assert.deepEqual(problems, []);
      assert.ok(acknowledged >= 10, `only ${acknowledged} writes were acknowledged`);
    });
  });
}
