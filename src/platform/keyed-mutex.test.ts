import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Coalescer } from "./keyed-mutex.ts";

describe("Coalescer", () => {
  test("callers share a run that has not started yet, and later callers start another", async () => {
    const turns = new Coalescer<number>();
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const ask = () =>
      turns.run("key", async () => {
        const run = runs++;
        begun[run]?.resolve();
        await ends[run]?.promise;
        return run;
      });
    const first = [ask(), ask()];
    await begun[0]?.promise;
    const second = [ask(), ask(), ask()];
    ends[0]?.resolve();
    await begun[1]?.promise;
    const last = ask();
    ends[1]?.resolve();
    assert.deepEqual(await Promise.all([...first, ...second, last]), [0, 0, 1, 1, 1, 2]);
  });

  test("keys are independent, and a failed run does not affect the next one", async () => {
    const turns = new Coalescer<string>();
    const failing = turns.run("a", () => Promise.reject(new Error("no")));
    assert.equal(await turns.run("b", async () => "b"), "b");
    await assert.rejects(failing, /no/);
    assert.equal(await turns.run("a", async () => "a"), "a");
  });
});
