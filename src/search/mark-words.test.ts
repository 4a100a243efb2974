import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { loadLanguages } from "./languages.ts";
import { markWords } from "./mark-words.ts";
import { parseQuery } from "./query.ts";

const languages = await loadLanguages(["en"]);

describe("marked words", () => {
  const mark = (text: string, query: string) => markWords(text, parseQuery(query, languages));

  test("are those that match, with their inflected forms, and not stop words", () => {
    assert.deepEqual(mark("Installing the server is easy", "install the serv"), [
      ...["", "Installing", " the ", "server", " is easy"],
    ]);
    assert.deepEqual(mark("nothing here", "zebra"), ["nothing here"]);
    assert.deepEqual(mark("use node.js or node", '"node js"'), ["use ", "node.js", " or node"]);
  });

  test("are marked where they are written, whatever their normal form is", () => {
    assert.deepEqual(mark("Die Größe zählt", "grosse"), ["Die ", "Größe", " zählt"]);
    assert.deepEqual(mark("ａｂｃ １２", "abc"), ["", "ａｂｃ", " １２"]);
    assert.deepEqual(mark("in\u00adstall now", "install"), ["", "in\u00adstall", " now"]);
    assert.deepEqual(mark("日本語の文書です", "文書"), ["日本語の", "文書", "です"]);
    assert.deepEqual(mark("ﾃｽﾄ環境", "環境"), ["ﾃｽﾄ", "環境", ""]);
  });

  test("are parts of the text, in order", () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(text, text, (written, query) => {
        const parts = mark(written, query);
        assert.equal(parts.join(""), written);
        assert.equal(parts.length % 2, 1);
      }),
      { numRuns: 500 },
    );
  });
});
