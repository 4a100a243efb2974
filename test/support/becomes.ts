import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** A machine with other work takes long. The time passes only if a test fails. */
const patience = 30_000;

/** Reads until the value is as expected. It must be so within half a minute. */
export async function becomes<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    const value = await read();
    if (isDeepStrictEqual(value, expected)) return;
    if (Date.now() > end) return assert.deepEqual(value, expected);
    await wait(50);
  }
}
