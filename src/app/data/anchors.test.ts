import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findBlock, findQuote, quoteOf, type TextBlock } from "./anchors.ts";

const blocks = (...texts: readonly string[]): TextBlock[] => texts.map((text, i) => ({ key: `k${i}`, text }));

describe("quoted words", () => {
  const text = "Install the server, then start the server.";
  const second = text.lastIndexOf("the server");
  const quote = quoteOf(text, second, second + "the server".length);

  test("are found where what is around them is the most similar", () => {
    assert.deepEqual(quoteOf(text, second - 1, second + 10), quote);
    assert.deepEqual(quote, { text: "the server", prefix: text.slice(0, second), suffix: "." });
    const found = (...texts: readonly string[]) => {
      const at = findQuote(blocks(...texts), "gone", quote);
      return at && [at.index, at.from];
    };
    assert.deepEqual(found(text), [0, second]);
    const changed = `Also: ${text.replace("Install", "Set up")}`;
    assert.deepEqual(found("Stop the server", changed), [1, changed.lastIndexOf("the server")]);
    assert.equal(found("Install the program, then start it."), undefined);
    assert.equal(found("Nobody knows the server which was here"), undefined);
  });

  test("are found in their own block, even if all around them has changed", () => {
    assert.deepEqual(findQuote([{ key: "k", text: "About the server which" }], "k", quote), {
      index: 0,
      from: 6,
      to: 16,
    });
  });
});

describe("a block", () => {
  test("is found by its key, else by most of its words", () => {
    const list = blocks("Other words", "A short text about many things", "A short text");
    assert.equal(findBlock(list, { node: "k2", preview: "x" }), 2);
    assert.equal(findBlock(list, { node: "gone", preview: "A text about many things, short" }), 1);
    assert.equal(findBlock(list, { node: "gone", preview: "Nothing of this" }), undefined);
    assert.equal(findBlock(list, { node: "gone" }), undefined);
  });
});
