import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  importSite,
  linksTo,
  type MenuEntry,
  pageOf,
  redirectTo,
  serveSite,
} from "../../../test/support/website.ts";

describe("a generated website", () => {
  test("can show submenus only on their pages, and redirect to URLs with a slash", async (t) => {
    const menu = (...below: MenuEntry[]): MenuEntry[] => [
      ["/docs", "Home"],
      ["/docs/a", "A", ...below],
      ["/docs/b", "B"],
    ];
    const below: MenuEntry[] = [[undefined, "Über uns", ["/docs/y", "Y"], ["/docs/x", "X"]]];
    const pages: Record<string, string> = {
      "/docs/": pageOf("Home", { menu: menu(), main: linksTo("/docs/x", "/docs/y") }),
      "/docs/a/": pageOf("A", { menu: menu(...below) }),
      "/docs/b/": pageOf("B", { menu: menu() }),
      "/docs/x/": pageOf("X"),
      "/docs/y/": pageOf("Y"),
    };
    const site = await serveSite(t, (path) => pages[path] ?? (pages[`${path}/`] && redirectTo(`${path}/`)));
    const { outline, pages: imported } = await importSite(t, `${site.url}/docs`);
    assert.deepEqual(outline, ["Home", "A", "  Über uns (group)", "    Y", "    X", "B"]);
    assert.equal(imported.find(({ type }) => type === "group")?.slug, "uber-uns");
  });

  test("has the navigations of its sections if the start page only links to them", async (t) => {
    const part = (name: string): MenuEntry[] => [
      [undefined, `${name} 1`, [`/${name}/c`, "C"], [`/${name}/`, "Start"]],
      [undefined, `${name} 2`, [`/${name}/b`, "B"], [`/${name}/a`, "A"]],
    ];
    const menu: MenuEntry[] = [
      ["/", "Home"],
      ["/guide/", "Guide"],
    ];
    const pages = ["api", "guide"].flatMap((name) =>
      ["", "a", "b", "c"].map((page) => [
        `/${name}/${page}`,
        pageOf(`${name} ${page}`, { menu: part(name), main: linksTo("/") }),
      ]),
    );
    const site = await serveSite(t, {
      "/": pageOf("Home", { menu, main: linksTo("/api/a") }),
      ...Object.fromEntries(pages),
    });
    const { outline } = await importSite(t, `${site.url}/`);
    const linesOf = (name: string) => [
      `${name} 1 (group)`,
      `  ${name} c`,
      `  ${name}`,
      `${name} 2 (group)`,
      `  ${name} b`,
      `  ${name} a`,
    ];
    assert.deepEqual(outline, ["Home", ...linesOf("guide"), ...linesOf("api")]);
  });

  test("has one navigation if each page expands another submenu", async (t) => {
    const parts = ["a", "b", "c"];
    const below = (part: string): MenuEntry[] =>
      [1, 2, 3, 4, 5, 6].map((i) => [`/docs/${part}/${i}`, `${part}${i}`]);
    const menuAt = (open?: string): MenuEntry[] => [
      ["/docs/", "Welcome"],
      ...parts.map((part): MenuEntry => [`/docs/${part}/1`, part, ...(part === open ? below(part) : [])]),
    ];
    const pages = parts.flatMap((part) =>
      below(part).map(([path = "", title]) => [path, pageOf(title, { menu: menuAt(part) })]),
    );
    const site = await serveSite(t, {
      "/": pageOf("Landing", { menu: [["/docs/", "Docs"]] }),
      "/docs/": pageOf("Welcome", { menu: menuAt() }),
      ...Object.fromEntries(pages),
    });
    const tree = parts.flatMap((part) => [
      `${part} (group)`,
      ...below(part).map(([, title]) => `  ${title}`),
    ]);
    assert.deepEqual((await importSite(t, `${site.url}/docs/`)).outline, ["Welcome", ...tree]);
    assert.deepEqual((await importSite(t, `${site.url}/`)).outline, ["Landing", "Welcome", ...tree]);
  });

  test("by Sphinx is imported without indexes, source code and search page", async (t) => {
    const generated = [
      "search.html",
      "genindex.html",
      "genindex-A.html",
      "py-modindex.html",
      "_modules/a.html",
    ];
    const site = await serveSite(t, {
      "/": pageOf("Home", { main: linksTo("search", "a.html", ...generated) }),
      "/a.html": pageOf("A"),
      ...Object.fromEntries(generated.map((path) => [`/${path}`, pageOf(path)])),
      "/search": pageOf("Search"),
    });
    const { outline, total } = await importSite(t, `${site.url}/`);
    assert.deepEqual(outline, ["Home", "A"]);
    assert.equal(total, 2);
    const other = await serveSite(t, {
      "/": pageOf("Home", { main: linksTo("search.html") }),
      "/search.html": pageOf("How to search"),
    });
    assert.deepEqual((await importSite(t, `${other.url}/`)).outline, ["Home", "How to search"]);
  });

  test("maps the ids of headings to anchors", async (t) => {
    const main = '<section id="wrap"><h2 id="Second_Part">Second part</h2></section>';
    const site = await serveSite(t, {
      "/": pageOf("Home", { main: linksTo("b#Second_Part", "b#wrap") }),
      "/b": pageOf("B", { main }),
    });
    const { pages } = await importSite(t, `${site.url}/`);
    assert.deepEqual(
      pages.map(({ anchors }) => anchors),
      [
        undefined,
        new Map([
          ["wrap", "second_part"],
          ["Second_Part", "second_part"],
        ]),
      ],
    );
  });
});
