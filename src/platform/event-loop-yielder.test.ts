import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLoopYielder } from "./event-loop-yielder.ts";

test("yields to the event loop after 5 ms, and not before", async () => {
  let iterations = 0;
  const count = () => {
    iterations += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  try {
    const yielder = new EventLoopYielder();
    const start = performance.now();
    let steps = 0;
    for (; iterations === 0; steps++) {
      await yielder.yieldIfDue();
      for (let i = 0; i < 1000; i++) Math.sqrt(i);
    }
    assert.ok(performance.now() - start >= 5);
    assert.ok(steps > 1, "yielded after the first step");
  } finally {
    clearImmediate(immediate);
  }
});
