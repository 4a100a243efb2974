import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Pace, workThrough } from "./pace.ts";

test("turns come one after the other, and slower where that is asked for", async () => {
  const pace = new Pace(100);
  const started = performance.now();
  await Promise.all(Array.from({ length: 11 }, () => pace.turn()));
  const fast = performance.now() - started;
  pace.slowDown(40);
  pace.slowDown(0);
  await Promise.all(Array.from({ length: 4 }, () => pace.turn()));
  const slow = performance.now() - started - fast;
  assert.ok(fast > 90 && slow > 110, `${fast} ${slow}`);
});

test("work is done a few at a time, and what comes up meanwhile is done as well", async () => {
  const waiting = [5, 3, 4];
  const done: number[] = [];
  let [now, most] = [0, 0];
  await workThrough(
    2,
    () => waiting.shift(),
    async (one) => {
      most = Math.max(most, ++now);
      await wait(one);
      if (one > 0) waiting.push(one - 1);
      done.push(one);
      now--;
    },
  );
  assert.equal(most, 2);
  assert.equal(done.length, 15);
});

test("what goes wrong ends the work", async () => {
  const waiting = [1, 2, 3, 4, 5];
  const work = workThrough(
    2,
    () => waiting.shift(),
    async (one) => {
      await wait(1);
      if (one > 1) throw new Error(`${one}`);
    },
  );
  await assert.rejects(work, /^Error: 2$/);
  await wait(20);
  assert.ok(waiting.length > 0);
});
