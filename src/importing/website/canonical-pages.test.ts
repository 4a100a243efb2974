import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalPages } from "./canonical-pages.ts";
import type { CrawledPage } from "./crawl-state.ts";

type PageSpec = readonly [key: string, canonical?: string, text?: string];

function merge(...specs: PageSpec[]): Record<string, string> {
  const pages = specs.map(
    ([key, canonical, text = key]): CrawledPage => ({
      key,
      address: `https://docs.test/${key}`,
      title: text,
      markdown: text,
      ...(canonical !== undefined && { canonical: new URL(`https://docs.test/${canonical}`) }),
    }),
  );
  const find = (url: URL) => pages.find(({ address }) => address === url.href);
  const canonicalOf = canonicalPages(pages, { start: specs[0]?.[0] ?? "", find });
  return Object.fromEntries(pages.map((page) => [page.key, canonicalOf(page).key]));
}

test("a page that is the start once more is merged with it, and no other", () => {
  assert.deepEqual(
    merge(["a", undefined, "x"], ["b", undefined, "x"], ["c", undefined, "y"], ["d", undefined, "y"]),
    { a: "a", b: "a", c: "c", d: "d" },
  );
});

test("a page is merged with the one that it calls its own, over any number of steps", () => {
  assert.deepEqual(merge(["a"], ["b", "c"], ["c", "d"], ["d"], ["e", "b"], ["f", "f"], ["g", "missing"]), {
    a: "a",
    b: "d",
    c: "d",
    d: "d",
    e: "d",
    f: "f",
    g: "g",
  });
});

test("of pages that call each other so, the first one stays", () => {
  assert.deepEqual(merge(["a"], ["b", "c"], ["c", "d"], ["d", "c"], ["e", "d"]), {
    a: "a",
    b: "b",
    c: "b",
    d: "b",
    e: "b",
  });
});

test("pages that all call the start their own are what they are, unless they look like it", () => {
  assert.deepEqual(merge(["a"], ["b", "a"], ["c", "a", "a"]), { a: "a", b: "b", c: "a" });
});

test("pages that differ in their query only are one if they say the same", () => {
  const same: PageSpec[] = ["a", "b", "a?1"].map((key) => [key, undefined, "x"]);
  assert.deepEqual(merge(["start"], ...same, ["a?2"]), {
    start: "start",
    a: "a",
    b: "b",
    "a?1": "a",
    "a?2": "a?2",
  });
});

test("a chain of thousands takes no time", () => {
  const merged = merge(["start"], ...Array.from({ length: 2000 }, (_, i): PageSpec => [`${i}`, `${i + 1}`]));
  assert.equal(merged["0"], "1999");
});
