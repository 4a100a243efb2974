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
import { ImportError } from "../source/imported-tree.ts";

const isRefused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ImportError, String(error));
  assert.match(error.message, pattern);
  return true;
};

describe("a website", () => {
  test("is imported in the order of its navigation", async (t) => {
    const menu: MenuEntry[] = [
      ["/docs/", "Home"],
      [
        undefined,
        "Guide",
        ["/docs/guide/install.html", "Install", ["/docs/guide/linux", "Linux"]],
        ["guide/use", "Use"],
      ],
      ["https://other.test/", "Elsewhere"],
      ["/blog", "Blog"],
    ];
    const description = '<meta name="description" content="How to install">';
    const site = await serveSite(t, {
      "/docs/": pageOf("Welcome", { menu, main: linksTo("extra", "/blog", "../docs/guide/use#top") }),
      "/docs/guide/use": pageOf("Using it", { main: linksTo("install.html") }),
      "/docs/guide/install.html": pageOf("Installing", { main: "Text.", head: description }),
      "/docs/guide/linux": pageOf("On Linux"),
      "/docs/extra": pageOf("More", { main: linksTo("guide/install/mac") }),
      "/docs/guide/install/mac": pageOf("On a Mac"),
      "/blog": pageOf("Blog"),
    });
    const { pages, outline, total, progress } = await importSite(t, `${site.url}/docs/`);
    assert.deepEqual(outline, [
      "Welcome",
      "Guide (group)",
      "  Installing",
      "    On Linux",
      "    On a Mac",
      "  Using it",
      "More",
    ]);
    assert.equal(total, 6);
    assert.deepEqual(progress.at(-1), { done: 6, total: 6, pages: 6, files: 0 });
    assert.ok(progress.length >= 6 && progress.every(({ done, total: all }) => done <= all));
    const byTitle = (title: string) => pages.find((page) => page.title === title);
    assert.equal(byTitle("Welcome")?.address, `${site.url}/docs/`);
    assert.match(
      byTitle("Welcome")?.markdown ?? "",
      /\[\.\.\/docs\/guide\/use#top\]\(\.\.\/docs\/guide\/use#top\)/,
    );
    assert.match(byTitle("Installing")?.markdown ?? "", /^---\ndescription: "How to install"\n---\n\nText\./);
    assert.ok(!site.requested.includes("/blog"));
  });

  test("keeps a shared description only on its start page", async (t) => {
    const describedAs = (text: string) => `<meta name="description" content="${text}">`;
    const menu: MenuEntry[] = [
      ["a", "A"],
      ["b", "B"],
      ["c", "C"],
    ];
    const site = await serveSite(t, {
      "/": pageOf("Home", { menu, head: describedAs("Our docs") }),
      "/a": pageOf("A", { head: describedAs("Our docs") }),
      "/b": pageOf("B", { head: describedAs("Our docs") }),
      "/c": pageOf("C", { head: describedAs("About C") }),
    });
    const { pages } = await importSite(t, `${site.url}/`);
    assert.deepEqual(
      pages.map(({ markdown = "" }) => /^description: "(.*)"$/m.exec(markdown)?.[1]),
      ["Our docs", undefined, undefined, "About C"],
    );
  });

  test("has each page once, with all URLs as aliases", async (t) => {
    const canonical = '<link rel="canonical" href="/docs/c">';
    const site = await serveSite(t, {
      "/docs/index.html": pageOf("Home", {
        main: linksTo(
          "/docs",
          "a",
          "a/",
          "a/index.html?x=1",
          "old",
          "b",
          "print/c",
          "c",
          "mirror",
          "print/d",
        ),
      }),
      "/docs/a": pageOf("A", { main: linksTo("./", "index.html", "a#part") }),
      "/docs/b": pageOf("B"),
      "/docs/old": redirectTo("/docs/older"),
      "/docs/older": redirectTo("/docs/b"),
      "/docs/c": pageOf("C", { head: canonical }),
      "/docs/print/c": pageOf("C for printing", { head: canonical }),
      "/docs/mirror": pageOf("M", { head: '<link rel="canonical" href="https://docs.test/docs/mirror">' }),
      "/docs/print/d": pageOf("D", { head: '<link rel="canonical" href="/docs/missing">' }),
    });
    const { pages, total } = await importSite(t, `${site.url}/docs/index.html`);
    const aliases = Object.fromEntries(
      pages.map((page) => [page.title, page.aliases?.map((alias) => alias.replace(site.url, "")).sort()]),
    );
    assert.deepEqual(aliases, {
      Home: ["/docs", "/docs/"],
      A: ["/docs/a/", "/docs/a/index.html?x=1"],
      B: ["/docs/old"],
      C: ["/docs/print/c"],
      M: ["https://docs.test/docs/mirror"],
      D: ["/docs/missing"],
    });
    // The total includes the missing page.
    assert.equal(total, 7);
    const all = pages.flatMap(({ address, aliases: others = [] }) => [address, ...others]);
    assert.equal(new Set(all).size, all.length);
  });

  test("starts at the target of a redirect", async (t) => {
    const site = await serveSite(t, {
      "/": redirectTo("/en/docs/"),
      "/en/docs/": pageOf("Home", { main: linksTo("a", "/en/blog", "/fr/docs/a") }),
      "/en/docs/a": pageOf("A"),
      "/en/blog": pageOf("Blog"),
      "/fr/docs/a": pageOf("Autre"),
    });
    const { outline, pages } = await importSite(t, `${site.url}/`);
    assert.deepEqual(outline, ["Home", "A"]);
    assert.deepEqual(pages[0]?.aliases, [`${site.url}/`]);
  });

  test("does not follow redirects out of its scope", async (t) => {
    const other = await serveSite(t, { "/docs/x": pageOf("Other") });
    const site = await serveSite(t, {
      "/docs/": pageOf("Home", { main: linksTo("a", "b", "c") }),
      "/docs/a": redirectTo(`${other.url}/docs/x`),
      "/docs/b": redirectTo("/blog"),
      "/docs/c": redirectTo("/docs/c"),
      "/blog": pageOf("Blog"),
    });
    const { outline, total } = await importSite(t, `${site.url}/docs/`);
    assert.deepEqual(outline, ["Home"]);
    // The total includes the redirect loop.
    assert.equal(total, 2);
  });

  test("has pages with a query only if the page without the query does not exist", async (t) => {
    const main = linksTo(
      "page?utm=1",
      "page",
      "show?id=2",
      "show?id=1",
      "show?id=1&x",
      "index.php?p=b",
      "index.php",
    );
    const site = await serveSite(t, {
      "/": pageOf("Home", { main }),
      "/page": pageOf("Page"),
      "/page?utm=1": pageOf("Page, tracked"),
      "/show?id=1": pageOf("First", { main: "one" }),
      "/show?id=1&x": pageOf("First again", { main: "one" }),
      "/show?id=2": pageOf("Second", { main: "two" }),
      "/index.php": pageOf("Script"),
      "/index.php?p=b": pageOf("Page of a script", { main: "b" }),
    });
    const { outline, pages } = await importSite(t, `${site.url}/`);
    assert.deepEqual(outline, ["Home", "Page", "Second", "First", "Script", "  Page of a script"]);
    assert.deepEqual(pages[1]?.aliases, [`${site.url}/page?utm=1`]);
    assert.deepEqual(pages[3]?.aliases, [`${site.url}/show?id=1&x`]);
  });

  test("has pages that only its sitemaps list", async (t) => {
    const sitemap = (...paths: string[]) =>
      paths.map((path) => `<url><loc>http://127.0.0.1:${site.port}${path}</loc></url>`).join("");
    const site = await serveSite(t, (path) => {
      if (path === "/robots.txt") return "User-agent: *\nDisallow: /docs/no\nSitemap: /maps.xml";
      if (path === "/maps.xml") return "<sitemapindex><sitemap><loc>/map.xml</loc></sitemap></sitemapindex>";
      if (path === "/map.xml") return sitemap("/docs/a", "/docs/b/c", "/blog", "/docs/no/1");
      if (path === "/docs/sitemap.xml") return sitemap("/docs/b/", "/docs/");
      if (path === "/docs/") return pageOf("Home");
      return pageOf(path);
    });
    const { outline, total } = await importSite(t, `${site.url}/docs/`);
    assert.deepEqual(outline, ["Home", "/docs/b/", "  /docs/b/c", "/docs/a"]);
    assert.equal(total, 4);
  });

  test("uses the navigation of another page if the start page has none", async (t) => {
    const menu: MenuEntry[] = [
      ["b", "B"],
      [undefined, "More", ["a", "A"]],
    ];
    const site = await serveSite(t, {
      "/": pageOf("Home", { main: linksTo("a", "b") }),
      "/a": pageOf("A", { menu }),
      "/b": pageOf("B", { menu }),
    });
    const { outline } = await importSite(t, site.url);
    assert.deepEqual(outline, ["Home", "B", "More (group)", "  A"]);
  });
});

describe("a navigation that expands only the current submenu", () => {
  test("is merged from all pages", async (t) => {
    const top = (guide: MenuEntry[], api: MenuEntry[]): MenuEntry[] => [
      ["/guide/", "Guide", ...guide],
      ["/api/one", "API", ...api],
    ];
    const guide = top(
      [
        ["/guide/b", "B"],
        ["/guide/a", "A"],
      ],
      [],
    );
    const api = top(
      [],
      [
        ["/api/one", "One"],
        [undefined, "More", ["/api/two", "Two"]],
      ],
    );
    const site = await serveSite(t, {
      "/": pageOf("Home", { menu: top([], []) }),
      "/guide/": pageOf("The guide", { menu: guide }),
      "/guide/a": pageOf("A", { menu: guide }),
      "/guide/b": pageOf("B", { menu: guide }),
      "/api/one": pageOf("One", { menu: api }),
      "/api/two": pageOf("Two", { menu: api }),
    });
    const { outline } = await importSite(t, `${site.url}/`);
    assert.deepEqual(outline, [
      "Home",
      "The guide",
      "  B",
      "  A",
      "API (group)",
      "  One",
      "  More (group)",
      "    Two",
    ]);
  });
});

describe("a start page", () => {
  test("that cannot be read fails the import with the reason", async (t) => {
    const site = await serveSite(t, {
      "/a.json": (response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
      "/lie": (response) => response.writeHead(200, { "content-type": "text/html" }).end(Buffer.alloc(100)),
      "/circle": redirectTo("/circle"),
    });
    const fails = (start: string, message: string) =>
      assert.rejects(importSite(t, start), isRefused(new RegExp(`^${RegExp.escape(message)}`)));
    await fails(`${site.url}/none`, `${site.url}/none: returned status 404`);
    await fails(`${site.url}/a.json`, `${site.url}/a.json: is not an HTML page`);
    await fails(`${site.url}/lie`, `${site.url}/lie: is not an HTML page`);
    await fails(`${site.url}/circle`, `${site.url}/circle: redirects more than 5 times`);
    await fails("nothing", "nothing: the URL is not a well-formed http or https URL");
    await fails("ftp://docs.test/", "ftp://docs.test/: the URL is not a well-formed http or https URL");
    await fails(`http://a:b@127.0.0.1:${site.port}/`, "http://a:b@127.0.0.1");
  });
});
