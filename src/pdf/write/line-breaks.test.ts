import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { breakableParts } from "./line-breaks.ts";

describe("long words", () => {
  test("are broken after separators, or anywhere if necessary", () => {
    assert.deepEqual(breakableParts("short words stay as they are"), ["short words stay as they are"]);
    assert.deepEqual(breakableParts("see https://example.com/path/to/something now"), [
      "see https://",
      "example.",
      "com/",
      "path/",
      "to/",
      "something now",
    ]);
    assert.deepEqual(
      breakableParts("a".repeat(45)),
      Array.from({ length: 3 }, () => "a".repeat(15)),
    );
    assert.deepEqual(breakableParts("Authentication", 9), ["Authe", "ntica", "tion"]);
  });

  test("are unchanged when their parts are joined", () => {
    const long = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(
        long,
        fc.double({ noNaN: true }),
        (text, lineWidth) => breakableParts(text, lineWidth).join("") === text,
      ),
    );
    assert.equal(breakableParts("a/".repeat(1_000_000)).join("").length, 2_000_000);
  });

  test("of scripts without spaces get no break opportunities", () => {
    const chinese = "我能吞下玻璃而不伤身体".repeat(9);
    assert.deepEqual(breakableParts(chinese), [chinese]);
  });
});
