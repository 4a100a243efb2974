import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Coalescer } from "./keyed-mutex.ts";

describe("Coalescer", () => {
  test("lets callers share a run that has not started yet, and starts another for later callers", async () => {
    const coalescer = new Coalescer<number>();
    const starts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const requestRun = () =>
      coalescer.run("key", async () => {
        const run = runs++;
        starts[run]?.resolve();
        await ends[run]?.promise;
        return run;
      });
    const first = [requestRun(), requestRun()];
    await starts[0]?.promise;
    const second = [requestRun(), requestRun(), requestRun()];
    ends[0]?.resolve();
    await starts[1]?.promise;
    const last = requestRun();
    ends[1]?.resolve();
    assert.deepEqual(await Promise.all([...first, ...second, last]), [0, 0, 1, 1, 1, 2]);
  });

  test("runs different keys independently, and starts the next run after a failed one", async () => {
    const coalescer = new Coalescer<string>();
    const failing = coalescer.run("a", () => Promise.reject(new Error("no")));
    assert.equal(await coalescer.run("b", async () => "b"), "b");
    await assert.rejects(failing, /no/);
    assert.equal(await coalescer.run("a", async () => "a"), "a");
  });
});
