import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ListedPage } from "../../data/api-types.ts";
import { ancestorsIn, neighboursIn, rowsOf } from "./tree-rows.ts";

/** Pages from lines whose indentation is their depth. A title in capitals is a group. */
function tree(text: string): ListedPage[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const title = line.trim();
      const depth = (line.length - line.trimStart().length) / 2;
      return { id: title, title, depth, type: /^[A-Z]+$/.test(title) ? "group" : "document" };
    });
}

const pages = tree(`a
  b
    c
  d
GROUP
  e`);
const titles = (rows: ReturnType<typeof rowsOf>) => rows.map(({ page }) => page.title);

describe("the rows of a page tree", () => {
  test("are those below open pages", () => {
    assert.deepEqual(titles(rowsOf(pages, new Set(), "")), ["a", "GROUP"]);
    assert.deepEqual(titles(rowsOf(pages, new Set(["a"]), "")), ["a", "b", "d", "GROUP"]);
    assert.deepEqual(titles(rowsOf(pages, new Set(["b"]), "")), ["a", "GROUP"]);
    assert.deepEqual(
      titles(rowsOf(pages, new Set(["a", "b", "GROUP"]), "")),
      pages.map(({ id }) => id),
    );
  });

  test("are the pages that match what is typed, with the pages above them", () => {
    assert.deepEqual(titles(rowsOf(pages, new Set(), "C")), ["a", "b", "c"]);
    assert.deepEqual(titles(rowsOf(pages, new Set(), "nothing")), []);
    assert.deepEqual(titles(rowsOf(pages, new Set(), " d ")), ["a", "d"]);
  });

  test("know their place among their siblings, and whether they can be opened", () => {
    const rows = rowsOf(pages, new Set(["a"]), "");
    assert.deepEqual(
      rows.map(({ id, parent, position, siblings, isOpen }) => [id, parent, position, siblings, isOpen]),
      [
        ["a", "", 1, 2, true],
        ["b", "a", 1, 2, false],
        ["d", "a", 2, 2, undefined],
        ["GROUP", "", 2, 2, false],
      ],
    );
  });

  test("know the pages above a page, and the documents next to it", () => {
    assert.deepEqual(ancestorsIn(pages, "c"), ["a", "b"]);
    assert.deepEqual(ancestorsIn(pages, "a"), []);
    assert.deepEqual(ancestorsIn(pages, "none"), []);
    assert.deepEqual([neighboursIn(pages, "d").previous?.id, neighboursIn(pages, "d").next?.id], ["c", "e"]);
    assert.deepEqual(neighboursIn(pages, "GROUP"), {});
  });
});
