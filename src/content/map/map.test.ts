import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { inMemoryNodes, type Nodes } from "../nodes/nodes.ts";
import { diffMaps } from "./diff-map.ts";
import { editMap } from "./edit-map.ts";
import { emptyMap, type MapRoot } from "./map-node.ts";
import {
  countEntries,
  entryAt,
  getFirstValues,
  getValue,
  getValues,
  rankOf,
  readEntries,
  readEntriesBetween,
  startingWith,
} from "./read-map.ts";

type Plain = Map<string, number>;

const key = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.integer({ min: 0, max: 400 }).map((number) => `k${number}`),
);
const edit = fc.tuple(key, fc.option(fc.nat(9), { nil: undefined, freq: 3 }));
const batches = fc.array(fc.array(edit, { maxLength: 200, size: "max" }), { maxLength: 5 });

function applyEdits(map: Plain, edits: readonly (readonly [string, number | undefined])[]): void {
  for (const [name, value] of edits) {
    if (value === undefined) map.delete(name);
    else map.set(name, value);
  }
}

function sorted(map: Plain): { key: string; value: number }[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => ({ key: name, value }));
}

async function build(nodes: Nodes, plain: Plain): Promise<MapRoot> {
  return editMap(nodes, emptyMap(nodes), plain);
}

describe("a map of nodes", () => {
  test("has the entries of a JavaScript map after any edits, sorted by key", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const nodes = inMemoryNodes();
        const plain: Plain = new Map();
        let root = emptyMap(nodes);
        for (const edits of all) {
          root = await editMap(nodes, root, new Map(edits));
          applyEdits(plain, [...new Map(edits)]);
          assert.deepEqual(await readEntries(nodes, root), sorted(plain));
        }
        assert.equal(await countEntries(nodes, root), plain.size);
        const names = [...plain.keys(), "missing"];
        assert.deepEqual(
          new Map(sortedPairs(await getValues(nodes, root, names))),
          new Map(sortedPairs(plain)),
        );
        for (const [rank, { key: name, value }] of sorted(plain).entries()) {
          assert.equal(await getValue(nodes, root, name), value);
          assert.equal(await rankOf(nodes, root, name), rank);
          assert.deepEqual(await entryAt(nodes, root, rank), { key: name, value });
        }
        assert.equal(await entryAt(nodes, root, plain.size), undefined);
        const [from, end] = [Math.floor(plain.size / 3), Math.ceil(plain.size / 2)];
        for (const [first, last] of [
          [from, end],
          [0, plain.size + 1],
          [end, from],
        ] as const)
          assert.deepEqual(
            await readEntriesBetween(nodes, root, first, last),
            sorted(plain).slice(first, last),
          );
        const prefixes = names.map((name) => name.slice(0, 2));
        const firstValues = prefixes.flatMap((prefix) => {
          const first = sorted(plain).find((entry) => entry.key.startsWith(prefix));
          return first === undefined ? [] : [[prefix, first.value] as const];
        });
        assert.deepEqual(await getFirstValues(nodes, root, prefixes), new Map(firstValues));
      }),
      { numRuns: 60 },
    );
  });

  test("has a root that does not depend on the history of edits", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const nodes = inMemoryNodes();
        const plain: Plain = new Map();
        let root = emptyMap(nodes);
        for (const edits of all) {
          root = await editMap(nodes, root, new Map(edits));
          applyEdits(plain, [...new Map(edits)]);
        }
        assert.equal(root, await build(nodes, plain));
      }),
      { numRuns: 100 },
    );
  });

  test("has exactly the changed keys in its diff with another map", async () => {
    await fc.assert(
      fc.asyncProperty(batches, fc.array(edit, { maxLength: 100, size: "max" }), async (all, last) => {
        const nodes = inMemoryNodes();
        const plain: Plain = new Map();
        for (const edits of all) applyEdits(plain, edits);
        const before = await build(nodes, plain);
        const changed = new Map(plain);
        applyEdits(changed, last);
        const after = await build(nodes, changed);
        const differences = await diffMaps<number>(nodes, before, after);
        const keys = [...new Set([...plain.keys(), ...changed.keys()])];
        const expected = keys
          .filter((name) => plain.get(name) !== changed.get(name))
          .sort((a, b) => (a < b ? -1 : 1));
        assert.deepEqual(
          differences.map((difference) => difference.key),
          expected,
        );
        const edits = new Map(differences.map((difference) => [difference.key, difference.after]));
        assert.equal(await editMap(nodes, before, edits), after);
      }),
      { numRuns: 100 },
    );
  });

  test("returns any range of keys", async () => {
    const nodes = inMemoryNodes();
    const plain: Plain = new Map(Array.from({ length: 500 }, (_, i) => [`${i % 7}/${i}`, i]));
    const root = await build(nodes, plain);
    const all = sorted(plain);
    await fc.assert(
      fc.asyncProperty(key, key, fc.nat(600), async (from, until, limit) => {
        const expected = all.filter((entry) => entry.key >= from && entry.key < until).slice(0, limit);
        assert.deepEqual(await readEntries(nodes, root, { from, until, limit }), expected);
      }),
    );
    const third = await readEntries(nodes, root, startingWith("3/"));
    assert.deepEqual(
      third,
      all.filter((entry) => entry.key.startsWith("3/")),
    );
  });

  test("writes few nodes for an edit among ten thousand keys", async () => {
    const nodes = inMemoryNodes();
    const plain: Plain = new Map(Array.from({ length: 10_000 }, (_, i) => [`key-${i}`, i]));
    const root = await build(nodes, plain);
    const write = nodes.write.bind(nodes);
    let count = 0;
    nodes.write = (node) => {
      count += 1;
      return write(node);
    };
    await editMap(nodes, root, new Map([["key-5000", -1]]));
    assert.ok(count <= 8, `${count} nodes were written`);
  });
});

function sortedPairs(map: ReadonlyMap<string, number>): [string, number][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
