import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createNodeCache, hashOf, Nodes } from "./nodes.ts";

describe("a scan of more nodes than the cache holds", () => {
  const texts = new Map(
    Array.from({ length: 1000 }, (_, i) => {
      const text = JSON.stringify({ number: i, text: "x".repeat(1000) });
      return [hashOf(text), text];
    }),
  );
  const hashes = [...texts.keys()];

  test("keeps half of it for others, and finds its beginning again", async () => {
    let loaded = 0;
    const load = async (sought: readonly string[]) => {
      loaded += sought.length;
      return new Map(sought.map((hash) => [hash, texts.get(hash) ?? ""]));
    };
    const nodes = new Nodes({ load }, createNodeCache(400_000));
    const derive = () => nodes.memoize("derived", async () => ({ value: {}, size: 1000 }));
    const value = await derive();
    for (const expected of [1000, 800]) {
      loaded = 0;
      const found = await nodes.readAll<{ number: number }>(hashes);
      assert.deepEqual(
        found.map(({ number }) => number),
        hashes.map((_, i) => i),
      );
      assert.ok(Math.abs(loaded - expected) <= 10, `${loaded} were loaded`);
      assert.equal(await derive(), value);
    }
  });
});
