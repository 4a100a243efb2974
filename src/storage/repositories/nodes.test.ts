import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { packNode, unpackNode } from "./nodes.ts";

describe("the stored form of a node", () => {
  test("decodes to the same text, for any content and length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 200 }), (text, times) => {
        const node = JSON.stringify({ text: text.repeat(times) });
        assert.equal(unpackNode(packNode(node)), node);
      }),
      { numRuns: 200 },
    );
  });

  test("is less than half the size for repetitive text", () => {
    const page = { createdAt: "2026-11-16T15:33:55.135Z", order: "a5", parent: "0Vb9PIjf00QHvFxyEiPwCj" };
    const text = JSON.stringify({ level: 0, values: Array.from({ length: 20 }, () => page) });
    assert.ok(packNode(text).length < text.length / 2);
  });

  test("is decoded without a buffer that is much larger than the text", () => {
    const page = { createdAt: "2026-11-16T15:33:55.135Z", order: "a5", parent: "0Vb9PIjf00QHvFxyEiPwCj" };
    const values = Array.from({ length: 10 }, (_, i) => ({ ...page, slug: `page-${i * 7919}` }));
    const packed = packNode(JSON.stringify({ level: 0, values }));
    const count = 200;
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < count; i++) unpackNode(packed);
    const taken = process.memoryUsage().arrayBuffers - before;
    assert.ok(taken < count * 4 * 1024, `${taken} bytes for ${count} nodes`);
  });
});
