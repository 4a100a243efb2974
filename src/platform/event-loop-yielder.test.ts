import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLoopYielder } from "./event-loop-yielder.ts";

test("work in small pieces goes on at once, until it has kept others waiting for a while", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  try {
    const pace = new EventLoopYielder();
    const begun = performance.now();
    let pieces = 0;
    for (; turns === 0; pieces++) {
      await pace.yieldIfDue();
      for (let i = 0; i < 1000; i++) Math.sqrt(i);
    }
    assert.ok(performance.now() - begun >= 5);
    assert.ok(pieces > 1, "not after each piece");
  } finally {
    clearImmediate(counting);
  }
});
