import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { editDistance, editsOf } from "./edits.ts";

describe("edits of a word", () => {
  test("are all texts that differ by one letter, in any alphabet", () => {
    for (const [word, ...others] of [
      ["zebra", "zebr", "zebbra", "zabra", "ezbra", "zebraa", "xebra"],
      ["сервер", "севрер", "серве", "сервер".replace("р", "п"), "серверы"],
      ["שלום", "שלם", "שלםו"],
      ["مرحبا", "مرحا", "مرحبان"],
    ] as const) {
      const edits = editsOf(word);
      for (const other of others) assert.ok(edits.has(other), `${word} ${other}`);
      assert.equal(edits.has(word), false);
      for (const edit of edits) assert.equal(editDistance(word, edit, 2), 1, `${word} ${edit}`);
    }
    assert.equal(editsOf("zebra").size, 5 + 4 + 25 * 5 + 25 * 6 + 1);
  });

  test("are counted up to a limit", () => {
    assert.equal(editDistance("zebra", "zebra", 2), 0);
    assert.equal(editDistance("zebra", "ezbar", 2), 2);
    assert.equal(editDistance("zebra", "quagga", 2), 3);
    assert.equal(editDistance("", "abc", 3), 3);
  });
});
