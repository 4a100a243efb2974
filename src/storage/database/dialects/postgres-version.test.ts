import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { DatabaseVersion, endedBetween, parseSnapshot } from "./postgres-version.ts";

interface State {
  readonly snapshot: string;
  readonly unversioned?: readonly number[];
  readonly started?: string;
  readonly lost?: number;
}

/** A fake of a database that is in one of these states at each reading. */
function versionOf(...states: readonly State[]) {
  let current: State = { snapshot: "" };
  let read = 0;
  const version = new DatabaseVersion(async (_text, [ids]) => {
    const { snapshot, unversioned = [], started = "today" } = current;
    if (ids === undefined) return [{ snapshot, started }];
    const asked = new Set(String(ids).slice(1, -1).split(",").map(Number));
    return [{ count: unversioned.filter((id) => asked.has(id)).length }];
  });
  return () => {
    current = states[read++] ?? assert.fail();
    return version.read(() => current.lost ?? 0);
  };
}

describe("the version of a PostgreSQL database", () => {
  test("changes when a transaction has ended, and not when one has begun", async () => {
    const read = versionOf(
      { snapshot: "10:11:10" },
      { snapshot: "10:11:10" },
      { snapshot: "11:11:" },
      { snapshot: "11:13:11" },
    );
    const [first, begun, ended, another] = [await read(), await read(), await read(), await read()];
    assert.equal(begun, first);
    assert.notEqual(ended, begun);
    assert.notEqual(another, ended);
  });

  test("does not change when only unversioned transactions have ended", async () => {
    const read = versionOf(
      { snapshot: "10:10:" },
      { snapshot: "11:11:", unversioned: [10] },
      { snapshot: "11:13:11", unversioned: [10, 12] },
      { snapshot: "13:13:", unversioned: [12] },
      { snapshot: "15:15:", unversioned: [12, 13] },
      { snapshot: "2015:2015:", unversioned: Array.from({ length: 2000 }, (_, i) => 15 + i) },
    );
    const first = await read();
    for (const state of ["one", "another one while a transaction runs"])
      assert.equal(await read(), first, state);
    const ended = await read();
    assert.notEqual(ended, first, "the transaction has ended");
    const partly = await read();
    assert.notEqual(partly, ended, "one of two is unversioned");
    assert.notEqual(await read(), partly, "too many to compare");
  });

  test("is another one for an earlier state, after the loss of a connection, and after a restart", async () => {
    const read = versionOf(
      { snapshot: "11:11:" },
      { snapshot: "10:10:" },
      { snapshot: "11:11:", lost: 1 },
      { snapshot: "11:11:", lost: 1, started: "later" },
    );
    const versions = [await read(), await read(), await read(), await read()];
    assert.equal(new Set(versions).size, 4);
  });

  test("is compared again after a comparison has failed", async () => {
    let snapshot = "10:10:";
    let fails = false;
    const version = new DatabaseVersion(async (_text, [ids]) => {
      if (ids === undefined) return [{ snapshot, started: "today" }];
      if (fails) throw new Error("the connection is lost");
      return [{ count: 1 }];
    });
    const first = await version.read(() => 0);
    snapshot = "11:11:";
    fails = true;
    await assert.rejects(
      version.read(() => 0),
      /the connection is lost/,
    );
    fails = false;
    assert.equal(await version.read(() => 0), first);
  });

  test("knows exactly which transactions have ended between two snapshots", () => {
    const transaction = fc.record({ endedBefore: fc.boolean(), endedAfter: fc.boolean() });
    const check = fc.property(fc.array(transaction, { maxLength: 12 }), fc.nat(12), (drawn, begunBefore) => {
      // What has ended stays so, and what ends has begun.
      const transactions = drawn.map(({ endedBefore, endedAfter }, i) => {
        const early = endedBefore && i < begunBefore;
        return { id: 100 + i, early, late: early || endedAfter };
      });
      const snapshotOf = (end: "early" | "late") => {
        const next = (transactions.findLast((one) => one[end])?.id ?? 99) + 1;
        const running = transactions.filter((one) => one.id < next && !one[end]).map(({ id }) => id);
        return parseSnapshot(`${running[0] ?? next}:${next}:${running}`);
      };
      const expected = transactions.filter(({ early, late }) => late && !early).map(({ id }) => id);
      const ended = endedBetween(snapshotOf("early"), snapshotOf("late")) ?? assert.fail();
      assert.deepEqual(ended.toSorted(), expected);
    });
    fc.assert(check, { numRuns: 500 });
  });
});
