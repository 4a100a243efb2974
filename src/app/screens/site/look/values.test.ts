import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changesBetween,
  isEqual,
  leavesOf,
  merged,
  moved,
  patchOf,
  rebased,
  valueAt,
  withValue,
} from "./values.ts";

test("fields are read, set and taken back by their paths, without empty objects", () => {
  const values = withValue(withValue({}, "styling.sidebar.list", "pill"), "styling.theme", "bold");
  assert.deepEqual(values, { styling: { sidebar: { list: "pill" }, theme: "bold" } });
  assert.equal(valueAt(values, "styling.sidebar.list"), "pill");
  assert.equal(valueAt(values, "styling.theme.x"), undefined);
  const without = withValue(values, "styling.sidebar.list", undefined);
  assert.deepEqual(without, { styling: { theme: "bold" } });
  assert.deepEqual(withValue(without, "styling.theme", undefined), {});
});

test("containers are merged field by field, other values are replaced as a whole", () => {
  const site = {
    styling: { theme: "bold", primaryColor: { light: "#000", dark: "#fff" } },
    future: { a: 1 },
  };
  const space = { styling: { primaryColor: { light: "#111", dark: "#eee" } } };
  assert.deepEqual(merged(site, space), {
    styling: { theme: "bold", primaryColor: { light: "#111", dark: "#eee" } },
    future: { a: 1 },
  });
  assert.deepEqual([...leavesOf(site).keys()], ["styling.theme", "styling.primaryColor", "future"]);
});

test("a patch has what was changed, and null for what was taken back", () => {
  const before = { title: "A", header: { links: [], preset: "none" }, unknown: { kept: true } };
  const after = { title: "B", header: { links: [] }, unknown: { kept: true } };
  assert.deepEqual(patchOf(before, after), { title: "B", header: { preset: null } });
  assert.equal(changesBetween(before, structuredClone(before)).size, 0);
  assert.ok(isEqual({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }));
  assert.ok(!isEqual([1, 2], [2, 1]));
});

test("one's own changes are put on top of those of others", () => {
  const base = { title: "A", styling: { theme: "clean" } };
  const mine = { title: "A", styling: { theme: "bold" } };
  const theirs = { title: "Theirs", pdf: { enabled: false } };
  assert.deepEqual(rebased(base, mine, theirs), {
    title: "Theirs",
    pdf: { enabled: false },
    styling: { theme: "bold" },
  });
});

test("items are moved within their list only", () => {
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 1), ["a", "c", "b"]);
  assert.deepEqual(moved(["a"], 0, 1), ["a"]);
});
