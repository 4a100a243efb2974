import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { NavigationEntry } from "../html/index.ts";
import type { SourcePage } from "../source/imported-tree.ts";
import { pageKey } from "./crawl-urls.ts";
import type { Menu } from "./menus.ts";
import { buildTree, type SitePage } from "./site-tree.ts";

const origin = "https://docs.test";
const entry = (title: string, href?: string, ...children: NavigationEntry[]): NavigationEntry => ({
  title,
  children,
  ...(href !== undefined && { href }),
});
const menuOn = (path: string, ...entries: NavigationEntry[]): Menu => ({ base: origin + path, entries });

function build(
  paths: readonly string[],
  { menu = menuOn("/"), submenus = {} }: { menu?: Menu; submenus?: Readonly<Record<string, Menu>> } = {},
): SourcePage[] {
  const pages = paths.map((path): SitePage => {
    const address = origin + path;
    return { address, key: pageKey(new URL(address)), title: path, markdown: "text" };
  });
  return buildTree({
    pages,
    start: pages[0],
    menus: [menu],
    submenus: new Map(
      Object.entries(submenus).map(([path, submenu]) => [pageKey(new URL(origin + path)), submenu]),
    ),
    find: (url) => pages.find(({ key }) => key === pageKey(url)),
  });
}

function outline(pages: readonly SourcePage[]): string[] {
  const depths = new Map<string | undefined, number>([[undefined, -1]]);
  return pages.map(({ address, parent, title, type }) => {
    const depth = (depths.get(parent) ?? Number.NaN) + 1;
    assert.ok(!depths.has(address), address);
    depths.set(address, depth);
    return `${"> ".repeat(depth)}${title}${type === "group" ? " (group)" : ""}`;
  });
}

const treeOf = (...options: Parameters<typeof build>) => outline(build(...options));

describe("the tree of a site", () => {
  test("has the order and nesting of its navigation", () => {
    const menu = menuOn(
      "/",
      entry("Home", "/"),
      entry("Guide", undefined, entry("B", "/b", entry("C", "/c")), entry("A", "/a/")),
      entry("D", "d"),
    );
    assert.deepEqual(treeOf(["/", "/a", "/b", "/c", "/d"], { menu }), [
      "/",
      "Guide (group)",
      "> /b",
      "> > /c",
      "> /a",
      "/d",
    ]);
  });

  test("has each page once, at its first entry, and no other entries", () => {
    const menu = menuOn(
      "/",
      entry("A", "/a"),
      entry("Elsewhere", "https://other.test/a"),
      entry("Missing", "/missing"),
      entry("Missing", "/missing", entry("B", "/b"), entry("A again", "/a")),
      entry("Empty", undefined, entry("A again", "/a"), entry("Empty", undefined)),
    );
    assert.deepEqual(treeOf(["/", "/a", "/b"], { menu }), ["/", "/a", "Missing (group)", "> /b"]);
  });

  test("starts with the start page if the navigation does not list it", () => {
    const menu = menuOn("/", entry("A", "/a"), entry("B", "/b"));
    assert.deepEqual(treeOf(["/", "/b", "/a"], { menu }), ["/", "/a", "/b"]);
  });

  test("ignores entries with fragments, unless the page has no other entry", () => {
    const menu = menuOn(
      "/a",
      entry("Here", "#", entry("Section", "#one", entry("Deeper", "#two"))),
      entry("Part of B", "/b#part"),
      entry("Part of C", "/c#part"),
      entry("B", "/b"),
    );
    assert.deepEqual(treeOf(["/a", "/b", "/c"], { menu }), ["/a", "/c", "/b"]);
  });

  test("has a group if a heading links to its first child", () => {
    const menu = menuOn("/", entry("Guide", "/a", entry("A", "/a"), entry("B", "/b")));
    assert.deepEqual(treeOf(["/", "/a", "/b"], { menu }), ["/", "Guide (group)", "> /a", "> /b"]);
  });

  test("contains the submenus of pages", () => {
    const menu = menuOn("/", entry("A", "/a/"), entry("Guide", "/g/1"), entry("B", "/b"));
    const submenus = {
      "/a": menuOn("/a/", entry("A2", "2"), entry("Deep", undefined, entry("A1", "1")), entry("B", "/b")),
      "/a/1": menuOn("/a/1", entry("A3", "3"), entry("A2", "2")),
      "/g/1": menuOn("/g/1", entry("G1", "1"), entry("G2", "2")),
    };
    assert.deepEqual(treeOf(["/", "/a", "/b", "/a/1", "/a/2", "/a/3", "/g/1", "/g/2"], { menu, submenus }), [
      "/",
      "/a",
      "> /a/2",
      "> Deep (group)",
      "> > /a/1",
      "> > > /a/3",
      "Guide (group)",
      "> /g/1",
      "> /g/2",
      "/b",
    ]);
  });
});

describe("pages outside of the navigation", () => {
  test("come last, in the order of discovery, below the page with the longest common path", () => {
    const menu = menuOn("/", entry("A", "/a"), entry("B", "/b"));
    assert.deepEqual(
      treeOf(["/", "/z", "/a/x/deep/er", "/b", "/a", "/a/x", "/ab", "/a/w?q=1", "/b/c.html", "/b/c/d"], {
        menu,
      }),
      ["/", "/a", "> /a/x", "> > /a/x/deep/er", "> /a/w?q=1", "/b", "> /b/c.html", "> > /b/c/d", "/z", "/ab"],
    );
  });

  test("form a tree by their paths without a navigation", () => {
    assert.deepEqual(treeOf(["/docs/", "/docs/b/c", "/docs/a", "/docs/b"]), [
      "/docs/",
      "/docs/a",
      "/docs/b",
      "> /docs/b/c",
    ]);
  });
});

describe("a hostile navigation", () => {
  test("has a limited depth", () => {
    const paths = ["/", ...Array.from({ length: 40 }, (_, i) => `/${i}`)];
    const menu = menuOn(
      "/",
      paths.reduceRight((below, path) => entry(path, path, below), entry("End", "/")),
    );
    const lines = treeOf(paths, { menu });
    assert.equal(lines.length, 41);
    assert.equal(Math.max(...lines.map((line) => line.split("> ").length)), 20);
  });

  test("has a limited number of groups", () => {
    const paths = ["/", ...Array.from({ length: 130 }, (_, i) => `/${i}`)];
    const grouped = (path: string) => {
      let below = entry(path, path);
      for (let i = 18; i > 0; i--) below = entry(`${path} ${i}`, undefined, below);
      return below;
    };
    const pages = build(paths, { menu: menuOn("/", ...paths.map(grouped)) });
    assert.equal(pages.filter(({ type }) => type === "group").length, 2000);
    assert.equal(pages.filter(({ type }) => type === "document").length, 131);
    assert.equal(outline(pages).at(-1), "/129");
  });

  test("is processed in linear time", () => {
    let deep = entry("Page", "/a");
    for (let i = 0; i < 100_000; i++) deep = entry(`${i}`, i % 2 ? "/a" : undefined, deep);
    const wide = Array.from({ length: 100_000 }, (_, i) => entry(`${i}`, "/a", entry("A", "/a")));
    const pages = build(["/", "/a"], { menu: menuOn("/", deep, ...wide) });
    assert.deepEqual(pages.filter(({ type }) => type === "document").length, 2);
  });
});
