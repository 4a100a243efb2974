import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentCounter } from "./recent-counter.ts";

const minute = 60_000;

test("a counter of the last hour forgets what is older", () => {
  const counter = new RecentCounter();
  assert.equal(counter.count(0), 0);
  counter.increment(0);
  counter.increment(30 * minute);
  counter.increment(30 * minute + 1);
  assert.equal(counter.count(59 * minute), 3);
  assert.equal(counter.count(60 * minute), 2);
  counter.increment(89 * minute);
  assert.equal(counter.count(89 * minute), 3);
  assert.equal(counter.count(90 * minute), 1);
  assert.equal(counter.count(149 * minute), 0);
});
