import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readClipboardSamples } from "../../../test/support/clipboard.ts";
import { readClipboard } from "./read-clipboard.ts";

describe("text from the clipboard", () => {
  for (const { name, html, text = "", markdown } of readClipboardSamples())
    test(`of ${name} becomes clean Markdown`, () => {
      const read = readClipboard(html === undefined ? { markdown: text } : { html });
      assert.equal(read.markdown, markdown);
      assert.equal(read.omittedImages, name === "word-desktop" ? 1 : 0);
      assert.deepEqual(read.images, []);
    });
});
