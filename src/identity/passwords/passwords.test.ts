import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hashPassword, verifyPassword } from "./passwords.ts";

describe("passwords", () => {
  test("are verified by their stored hash", async () => {
    const stored = await hashPassword("pass wörd");
    assert.match(stored, /^scrypt\$15\$8\$1\$/);
    assert.notEqual(await hashPassword("pass wörd"), stored);
    assert.ok(await verifyPassword("pass wo\u0308rd", stored));
    for (const wrong of ["pass word", "", "pass wörd ", "x".repeat(1000)])
      assert.ok(!(await verifyPassword(wrong, stored)));
    assert.ok(!(await verifyPassword("pass wörd", undefined)));
  });

  test("are refused when too many wait to be hashed", async () => {
    // A hash with a lower cost is verified with that cost.
    const cheap = "scrypt$4$8$1$c2FsdA$aGFzaA";
    // Two are hashed at a time, and up to 100 wait.
    for (const [length, tooMany] of [
      [10, 0],
      [104, 2],
    ] as const) {
      const results = await Promise.allSettled(
        Array.from({ length }, () => verifyPassword("pass word", cheap)),
      );
      const errors = results.flatMap((result) =>
        result.status === "rejected" ? [String(result.reason)] : [],
      );
      assert.deepEqual(errors, Array(tooMany).fill("Error: Too many logins at the moment; try again"));
    }
  });
});
