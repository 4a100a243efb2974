import assert from "node:assert/strict";
import { test } from "node:test";
import type { CrawledPage } from "./crawl-state.ts";
import { canonicalPages } from "./import-website.ts";

type PageSpec = readonly [key: string, canonical?: string, text?: string];

function canonicalKeys(...specs: PageSpec[]): Record<string, string> {
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

test("a copy of the start page is merged with it", () => {
  assert.deepEqual(
    canonicalKeys(["a", undefined, "x"], ["b", undefined, "x"], ["c", undefined, "y"], ["d", undefined, "y"]),
    { a: "a", b: "a", c: "c", d: "d" },
  );
});

test("a page is merged with its canonical page, through any number of pages", () => {
  assert.deepEqual(
    canonicalKeys(["a"], ["b", "c"], ["c", "d"], ["d"], ["e", "b"], ["f", "f"], ["g", "missing"]),
    {
      a: "a",
      b: "d",
      c: "d",
      d: "d",
      e: "d",
      f: "f",
      g: "g",
    },
  );
});

test("of a cycle of canonical URLs, the first page is kept", () => {
  assert.deepEqual(canonicalKeys(["a"], ["b", "c"], ["c", "d"], ["d", "c"], ["e", "d"]), {
    a: "a",
    b: "b",
    c: "b",
    d: "b",
    e: "b",
  });
});

test("the start page as canonical URL is ignored, unless the titles are equal", () => {
  assert.deepEqual(canonicalKeys(["a"], ["b", "a"], ["c", "a", "a"]), { a: "a", b: "b", c: "a" });
});

test("pages that differ only in their query are merged if their text is equal", () => {
  const same: PageSpec[] = ["a", "b", "a?1"].map((key) => [key, undefined, "x"]);
  assert.deepEqual(canonicalKeys(["start"], ...same, ["a?2"]), {
    start: "start",
    a: "a",
    b: "b",
    "a?1": "a",
    "a?2": "a?2",
  });
});

test("long chains of canonical URLs are followed", () => {
  const merged = canonicalKeys(
    ["start"],
    ...Array.from({ length: 2000 }, (_, i): PageSpec => [`${i}`, `${i + 1}`]),
  );
  assert.equal(merged["0"], "1999");
});
