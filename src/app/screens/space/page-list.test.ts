import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { ListedPage } from "../../data/api-types.ts";
import type { Destination, Step } from "../../data/library-tree.ts";
import {
  branchIn,
  childrenIn,
  destinationOf,
  isPossibleMove,
  type PageList,
  parentIn,
  positionOf,
  stepDestination,
  withBranch,
  withFields,
  withMove,
  withoutBranch,
} from "./page-list.ts";

/** Pages from words such as `a`, `.b` and `..c`: each point is a level. Capitals are groups, digits are links. */
function list(...texts: readonly string[]): PageList {
  return texts.map((text): ListedPage => {
    const id = text.replace(/^\.+/, "");
    const type = /^[A-Z]/.test(id) ? "group" : /^\d/.test(id) ? "link" : "document";
    return { id, title: id, type, depth: text.length - id.length };
  });
}
const texts = (pages: PageList) => pages.map(({ id, depth }) => ".".repeat(depth) + id);

const sample = list("a", ".b", "..c", ".d", "G", ".e", "1");

describe("the list of pages", () => {
  test("knows what is below what", () => {
    assert.deepEqual(childrenIn(sample, ""), ["a", "G", "1"]);
    assert.deepEqual(childrenIn(sample, "a"), ["b", "d"]);
    assert.deepEqual(childrenIn(sample, "none"), []);
    assert.deepEqual(texts(branchIn(sample, "a")), ["a", ".b", "..c", ".d"]);
    assert.equal(parentIn(sample, "c"), "b");
    assert.equal(parentIn(sample, "G"), "");
    assert.deepEqual(destinationOf(sample, "d"), { parent: "a", after: "b" });
    assert.deepEqual(destinationOf(sample, "b"), { parent: "a", before: "d" });
    assert.deepEqual(destinationOf(sample, "c"), { parent: "b" });
  });

  test("tells where a page is moved as an index without the page itself", () => {
    assert.deepEqual(positionOf(sample, { parent: "", after: "a" }), { into: null, at: 1 });
    assert.deepEqual(positionOf(sample, { parent: "", before: "1" }, "a"), { into: null, at: 1 });
    assert.deepEqual(positionOf(sample, { parent: "a" }), { into: "a", at: 2 });
  });

  test("refuses moves that change nothing or that the server refuses", () => {
    const isPossible = (id: string, to: Destination) => isPossibleMove(sample, id, to);
    assert.equal(isPossible("a", { parent: "c" }), false);
    assert.equal(isPossible("a", { parent: "a" }), false);
    assert.equal(isPossible("b", { parent: "1" }), false);
    assert.equal(isPossible("G", { parent: "a" }), false);
    assert.equal(isPossible("1", { parent: "" }), false);
    assert.equal(isPossible("b", { parent: "a", before: "d" }), false);
    assert.equal(isPossible("b", { parent: "a", after: "d" }), true);
    assert.equal(isPossible("1", { parent: "G" }), true);
    const deep = list(...Array.from({ length: 50 }, (_, i) => `${".".repeat(i)}p${i}`), "q");
    assert.equal(isPossibleMove(deep, "q", { parent: "p49" }), false);
    assert.equal(isPossibleMove(deep, "q", { parent: "p48" }), true);
  });

  test("moves a page by steps", () => {
    const moved = (id: string, step: Step) => {
      const destination = stepDestination(sample, id, step);
      return destination && texts(withMove(sample, id, destination));
    };
    assert.deepEqual(moved("d", "up"), ["a", ".d", ".b", "..c", "G", ".e", "1"]);
    assert.deepEqual(moved("b", "down"), ["a", ".d", ".b", "..c", "G", ".e", "1"]);
    assert.deepEqual(moved("b", "out"), ["a", ".d", "b", ".c", "G", ".e", "1"]);
    assert.deepEqual(moved("d", "in"), ["a", ".b", "..c", "..d", "G", ".e", "1"]);
    assert.equal(moved("a", "up"), undefined);
    assert.equal(moved("a", "out"), undefined);
    assert.equal(moved("b", "in"), undefined);
  });

  test("is the same after a move and its undoing", () => {
    const ids = sample.map(({ id }) => id);
    const destination = fc.record({
      parent: fc.constantFrom("", ...ids),
      side: fc.constantFrom("before", "after", undefined),
      anchor: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.constantFrom(...ids), destination, (id, { parent, side, anchor }) => {
        const sibling = childrenIn(sample, parent)[anchor];
        const to: Destination = { parent, ...(side && sibling && { [side]: sibling }) };
        const moved = withMove(sample, id, to);
        assert.equal(moved.length, sample.length);
        if (!isPossibleMove(sample, id, to)) return assert.equal(moved, sample);
        assert.notDeepEqual(texts(moved), texts(sample));
        assert.deepEqual(childrenIn(moved, parent)[positionOf(sample, to, id).at], id);
        assert.deepEqual(texts(withMove(moved, id, destinationOf(sample, id))), texts(sample));
      }),
    );
  });

  test("gets and loses branches and fields", () => {
    const without = withoutBranch(sample, "a");
    assert.deepEqual(texts(without), ["G", ".e", "1"]);
    const branch = branchIn(sample, "a");
    assert.deepEqual(texts(withBranch(without, branch, { parent: "G", after: "e" })).slice(0, 4), [
      "G",
      ".e",
      ".a",
      "..b",
    ]);
    assert.deepEqual(texts(withBranch(without, branch, destinationOf(sample, "a"))), texts(sample));
    assert.equal(withFields(sample, "b", { title: "New" })[1]?.title, "New");
    assert.equal(withFields(sample, "none", { title: "New" }), sample);
  });
});
