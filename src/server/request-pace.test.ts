import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextIteration } from "node:timers/promises";
import { RequestPace } from "./request-pace.ts";

function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

/** Requests that arrive together, each with so many milliseconds of work. Their numbers by the iteration in which they have begun. */
async function beginAll(durations: readonly number[]): Promise<number[][]> {
  const pace = new RequestPace();
  const iterations: number[][] = [[]];
  for (const [i, duration] of durations.entries())
    pace.run(() => {
      iterations.at(-1)?.push(i);
      work(duration);
    });
  while (iterations.flat().length < durations.length && iterations.length < 100) {
    await nextIteration();
    iterations.push([]);
  }
  return iterations.filter((begun) => begun.length > 0);
}

describe("requests that arrive at the same time", () => {
  test("all begin at once if they are short", async () => {
    const durations = Array.from({ length: 30 }, () => 0);
    assert.deepEqual(await beginAll(durations), [durations.map((_, i) => i)]);
  });

  test("begin in their order, in several iterations of the event loop, if they are long", async () => {
    const begun = await beginAll([11, 11, 11, 0, 0, 11, 0]);
    assert.deepEqual(begun.flat(), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(begun[0], [0]);
    assert.ok(begun.length >= 4, JSON.stringify(begun));
  });

  test("wait in turn also behind those that came while others waited", async () => {
    const pace = new RequestPace();
    const begun: string[] = [];
    const add = (name: string, duration: number) =>
      pace.run(() => {
        begun.push(name);
        work(duration);
      });
    add("first", 11);
    add("second", 11);
    await nextIteration();
    add("third", 0);
    while (begun.length < 3) await nextIteration();
    assert.deepEqual(begun, ["first", "second", "third"]);
    add("fourth", 0);
    assert.equal(begun.at(-1), "fourth");
  });
});
