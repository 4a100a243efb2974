import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isEmoji } from "./emoji.ts";

describe("an emoji", () => {
  test("is a pictograph or its code points", () => {
    const valid = [
      "📚",
      "👩‍💻",
      "🇫🇷",
      "☀️",
      "☀",
      "1️⃣",
      "👍🏽",
      "1f4da",
      "1F468-200D-1F4BB",
      "2600",
      "1f1eb-1f1f7",
    ];
    for (const emoji of valid) assert.ok(isEmoji(emoji), emoji);
    for (const text of ["", "a", "123", "#", "book", ":book:", "abc", "zz", "110000", "📚x", "-", "1f4da-"])
      assert.ok(!isEmoji(text), text);
  });

  test("is recognized in linear time in any text", () => {
    for (const unit of ["0", "#", "🏻", "1️⃣", "\u200d"]) {
      const start = performance.now();
      isEmoji(`${unit.repeat(20_000)}x`);
      const duration = performance.now() - start;
      assert.ok(duration < 1000, `${unit}: ${duration} ms`);
    }
  });
});
