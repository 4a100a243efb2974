import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sortSteps, sortYielding } from "./sort-yielding.ts";

interface Item {
  readonly key: number;
  readonly at: number;
}

const runLength = 1024;
const runs = 20;
const byKey = (a: Item, b: Item) => a.key - b.key;

function itemsOf(key: (run: number, index: number) => number): Item[] {
  return Array.from({ length: runs * runLength + 7 }, (_, at) => ({
    key: key(Math.floor(at / runLength), at % runLength),
    at,
  }));
}

describe("sortYielding", () => {
  for (const [name, items] of Object.entries({
    "runs that alternate": itemsOf((run, index) => index * runs + run),
    "runs that alternate in reverse": itemsOf((run, index) => index * runs - run),
    "runs in order": itemsOf((run, index) => run * runLength + index),
    "runs in reverse order": itemsOf((run, index) => -run * runLength + index),
    "equal items": itemsOf((_run, index) => index % 3),
  }))
    test(`sorts in short steps: ${name}`, async () => {
      assert.deepEqual(await sortYielding(items, byKey), items.toSorted(byKey));
      let comparisons = 0;
      const steps = sortSteps(items, (a, b) => {
        comparisons += 1;
        return byKey(a, b);
      });
      // As many comparisons as sorting a run takes.
      for (let isDone = false; !isDone; comparisons = 0) {
        isDone = steps.next().done === true;
        assert.ok(comparisons <= runLength * 10, `${comparisons} comparisons in a step`);
      }
    });

  test("sorts few items and none", async () => {
    assert.deepEqual(await sortYielding([], byKey), []);
    const items = [
      { key: 2, at: 0 },
      { key: 1, at: 1 },
    ];
    assert.deepEqual(await sortYielding(items, byKey), items.toReversed());
  });
});
