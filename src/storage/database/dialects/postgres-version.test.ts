import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { DatabaseVersion, differs, parseSnapshot } from "./postgres-version.ts";

/** A fake of a database that is in one of these states at each reading. */
function versionOf(states: readonly (readonly [snapshot: string, unversioned?: string])[], epochs = [0]) {
  let read = -1;
  const version = new DatabaseVersion(async () => {
    const [snapshot, unversioned = null] = states[read] ?? assert.fail();
    return [{ snapshot, unversioned }];
  });
  return () => {
    read += 1;
    return version.read(() => epochs[read] ?? 0);
  };
}

describe("the version of a PostgreSQL database", () => {
  test("changes when a transaction has ended, and not when one has begun", async () => {
    const read = versionOf([["10:10:"], ["10:12:10,11"], ["11:12:11"], ["12:12:"]]);
    const [first, begun, ended, all] = [await read(), await read(), await read(), await read()];
    assert.equal(begun, first);
    assert.notEqual(ended, begun);
    assert.notEqual(all, ended);
  });

  test("does not change when only unversioned transactions have ended", async () => {
    const read = versionOf([
      ["10:10:"],
      ["11:11:", "10"],
      ["11:13:11", "10,12"],
      ["13:13:", "12"],
      ["15:15:", "12,13"],
    ]);
    const first = await read();
    for (const state of ["one", "another one while a transaction runs"])
      assert.equal(await read(), first, state);
    const ended = await read();
    assert.notEqual(ended, first, "the transaction has ended");
    assert.notEqual(await read(), ended, "one of two is unversioned");
  });

  test("is another one for an earlier state, and after the loss of a connection", async () => {
    const states = [["10:11:10"], ["10:10:"], ["11:11:"], ["11:11:"]] as const;
    const read = versionOf(states, [0, 0, 0, 1]);
    const versions = [await read(), await read(), await read(), await read()];
    assert.equal(new Set(versions).size, 4);
  });

  test("differs exactly if a transaction that is not unversioned has ended", () => {
    const transaction = fc.record({
      endedBefore: fc.boolean(),
      endedAfter: fc.boolean(),
      unversioned: fc.boolean(),
    });
    const check = fc.property(fc.array(transaction, { maxLength: 12 }), fc.nat(12), (drawn, begunBefore) => {
      // What has ended stays so, and what ends has begun.
      const transactions = drawn.map(({ endedBefore, endedAfter, unversioned }, i) => {
        const early = endedBefore && i < begunBefore;
        return { id: 100 + i, early, late: early || endedAfter, unversioned };
      });
      const snapshotOf = (end: "early" | "late", count: number) => {
        const begun = transactions.slice(0, count);
        const running = begun.filter((one) => !one[end]).map(({ id }) => id);
        return parseSnapshot(`${running[0] ?? 100 + begun.length}:${100 + begun.length}:${running}`);
      };
      const expected = transactions.some(({ early, late, unversioned }) => late && !early && !unversioned);
      const unversioned = new Set(transactions.filter((one) => one.unversioned).map(({ id }) => id));
      const before = snapshotOf("early", Math.min(begunBefore, transactions.length));
      assert.equal(differs(before, snapshotOf("late", transactions.length), unversioned), expected);
    });
    fc.assert(check, { numRuns: 500 });
  });
});
