import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { packNode, unpackNode } from "./packing.ts";

describe("the text of a node, packed,", () => {
  test("is the same again, whatever is in it and however long it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 200 }), (text, times) => {
        const node = JSON.stringify({ text: text.repeat(times) });
        assert.equal(unpackNode(packNode(node)), node);
      }),
      { numRuns: 200 },
    );
  });

  test("is smaller where it has much that is alike", () => {
    const page = { createdAt: "2026-11-16T15:33:55.135Z", order: "a5", parent: "0Vb9PIjf00QHvFxyEiPwCj" };
    const text = JSON.stringify({ level: 0, values: Array.from({ length: 20 }, () => page) });
    assert.ok(packNode(text).length < text.length / 2);
  });
});
