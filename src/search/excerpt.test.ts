import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseQuery } from "./query.ts";
import { excerptOf } from "./score.ts";

const excerpt = (body: string, query: string) =>
  excerptOf({ title: "", heading: "", body }, parseQuery(query, []));
const filler = "Lorem ipsum dolor sit amet. ".repeat(40);

describe("an excerpt", () => {
  test("is the entire text if it is short", () => {
    assert.equal(excerpt("A short text.", "short"), "A short text.");
    assert.equal(excerpt("", "short"), "");
  });

  test("is the part of a long text around the first match", () => {
    const found = excerpt(`${filler}Here is a needle in it. ${filler}`, "needle");
    assert.match(found, /^….*needle.*…$/s);
    assert.ok(found.length <= 302, `${found.length}`);
  });

  test("is the start of the text if it contains the match, or if there is no match", () => {
    assert.match(excerpt(`A needle. ${filler}`, "needle"), /^A needle.*…$/s);
    assert.match(excerpt(filler, "needle"), /^Lorem.*…$/s);
  });

  test("has no ellipsis at the end of the text", () => {
    assert.match(excerpt(`${filler}The needle is last.`, "needle"), /^….*The needle is last\.$/s);
  });

  test("begins and ends with whole words", () => {
    const words = Array.from({ length: 300 }, (_, i) => `word${i}end`);
    const found = excerpt(`${words.join(" ")} needle ${words.join(" ")}`, "needle");
    for (const word of found.replaceAll("…", "").split(" ")) assert.match(word, /^(?:word\d+end|needle)$/);
  });

  test("is around the match in text without spaces", () => {
    const run = "的".repeat(2000);
    const text = `${"这是很长的文字。".repeat(60)}我们搜索功能${run}`;
    assert.match(excerpt(text, "搜索"), /搜索/);
  });

  test("does not split surrogate pairs", () => {
    for (let shift = 0; shift < 4; shift++) {
      const text = `${"x".repeat(shift)}${"😀".repeat(500)} needle ${"😀".repeat(500)}`;
      assert.ok(excerpt(text, "needle").isWellFormed(), `${shift}`);
    }
  });
});
