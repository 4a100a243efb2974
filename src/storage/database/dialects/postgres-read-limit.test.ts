import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { ReadLimit } from "./postgres-read-limit.ts";

/** Begins reads that end when they are told to. */
function beginReads(limit: ReadLimit, count: number) {
  const begun: PromiseWithResolvers<string>[] = [];
  const results = Array.from({ length: count }, () =>
    limit.run(() => {
      const read = Promise.withResolvers<string>();
      begun.push(read);
      return read.promise;
    }),
  );
  return { begun, results };
}

describe("reads of a process", () => {
  test("are all under way at once while it is not busy", async () => {
    const { begun, results } = beginReads(new ReadLimit(() => false), 100);
    assert.equal(begun.length, 100);
    for (const { resolve } of begun) resolve("row");
    assert.equal(new Set(await Promise.all(results)).size, 1);
  });

  test("are few at a time while it is busy, in their order, and go on after one has failed", async () => {
    const state = { isBusy: true };
    const { begun, results } = beginReads(new ReadLimit(() => state.isBusy), 20);
    await turn();
    assert.equal(begun.length, 8);
    begun[3]?.reject(new Error("refused"));
    begun[5]?.resolve("5");
    await assert.rejects(results[3] ?? Promise.resolve(), /refused/);
    assert.equal(await results[5], "5");
    assert.equal(begun.length, 10);
    begun[9]?.resolve("9");
    assert.equal(await results[9], "9");
    state.isBusy = false;
    begun[0]?.resolve("0");
    await results[0];
    assert.equal(begun.length, 20);
    for (const [i, { resolve }] of begun.entries()) resolve(String(i));
    assert.equal(await results[19], "19");
  });
});
