import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ancestorsOf,
  buildLibrary,
  currentDestination,
  type Destination,
  isPossibleMove,
  type Library,
  type LibraryItem,
  rowsOf,
  type Step,
  stepDestination,
  topLevel,
  withMove,
} from "../../src/app/data/library-tree.ts";
import { findMatches, matchScore } from "../../src/app/data/matching.ts";

/** A line for each item: kind and id, and its parent. Their order is that of the lines. */
function libraryOf(...lines: readonly string[]): Library {
  return buildLibrary(
    lines.map((line, i) => {
      const [id = "", parent] = line.split(" in ");
      const object = id.startsWith("c") ? "collection" : "space";
      return { object, id, title: id, position: `a${i}`, ...(parent && { parent }) } as LibraryItem;
    }),
  );
}

const sample = () => libraryOf("s1", "c1", "s2 in c1", "c2 in c1", "s3 in c2", "s4", "c3");

function outline(library: Library): string {
  return rowsOf(library, () => true)
    .map(({ item, level }) => "-".repeat(level - 1) + item.id)
    .join(" ");
}

test("a tree has the order of positions, and only the rows of open collections", () => {
  const library = sample();
  assert.equal(outline(library), "s1 c1 -s2 -c2 --s3 s4 c3");
  const rows = rowsOf(library, (id) => id === "c1");
  assert.deepEqual(
    rows.map(({ item, index, siblings, isOpen }) => [item.id, index, siblings, isOpen]),
    [
      ["s1", 1, 4, undefined],
      ["c1", 2, 4, true],
      ["s2", 1, 2, undefined],
      ["c2", 2, 2, false],
      ["s4", 3, 4, undefined],
      ["c3", 4, 4, false],
    ],
  );
  assert.deepEqual(
    ancestorsOf(library, "s3").map(({ id }) => id),
    ["c1", "c2"],
  );
  assert.equal(
    outline(libraryOf("s1 in unseen", "s2")),
    "s1 s2",
    "spaces of unseen collections are at the top",
  );
});

test("steps move past siblings, into the collection before, and out of a collection", () => {
  const steps: [string, Step, string | undefined][] = [
    ["s1", "up", undefined],
    ["s1", "down", "c1 -s2 -c2 --s3 s1 s4 c3"],
    ["s1", "in", undefined],
    ["s1", "out", undefined],
    ["s4", "in", "s1 c1 -s2 -c2 --s3 -s4 c3"],
    ["s4", "up", "s1 s4 c1 -s2 -c2 --s3 c3"],
    ["s3", "out", "s1 c1 -s2 -c2 -s3 s4 c3"],
    ["c2", "out", "s1 c1 -s2 c2 -s3 s4 c3"],
    ["c3", "in", "s1 c1 -s2 -c2 --s3 -c3 s4"],
    ["c3", "down", undefined],
  ];
  for (const [id, step, expected] of steps) {
    const library = sample();
    const destination = stepDestination(library, id, step);
    assert.equal(destination && outline(withMove(library, id, destination)), expected, `${id} ${step}`);
  }
});

test("every possible move can be undone, and no collection is put into itself", () => {
  const library = sample();
  const ids = [...library.byId.keys()];
  const destinations = (): Destination[] => [
    ...[topLevel, "c1", "c2", "c3"].map((parent) => ({ parent })),
    ...ids.flatMap((id) => {
      const parent = library.byId.get(id)?.parent ?? topLevel;
      return [
        { parent, before: id },
        { parent, after: id },
      ];
    }),
  ];
  let moves = 0;
  for (const id of ids)
    for (const destination of destinations()) {
      const moved = withMove(library, id, destination);
      if (!isPossibleMove(library, id, destination)) {
        assert.equal(moved, library);
        continue;
      }
      moves++;
      assert.equal(rowsOf(moved, () => true).length, ids.length, `${id} ${JSON.stringify(destination)}`);
      assert.notEqual(outline(moved), outline(library));
      const item = library.byId.get(id) as LibraryItem;
      assert.equal(outline(withMove(moved, id, currentDestination(library, item))), outline(library));
    }
  assert.ok(moves > 50);
  for (const parent of ["c1", "c2"]) assert.ok(!isPossibleMove(library, "c1", { parent }));
});

test("texts match by all words, without accents, the beginnings first", () => {
  assert.equal(matchScore("réf api", "API Reference") !== undefined, true);
  assert.equal(matchScore("api x", "API Reference"), undefined);
  const titles = ["Therapist", "The API", "API", "API reference", "Other"];
  assert.deepEqual(
    findMatches(titles, "api", (title) => title, 3),
    ["API", "API reference", "The API"],
  );
});
