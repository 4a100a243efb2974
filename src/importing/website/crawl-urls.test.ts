import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  folderOfStart,
  isEndless,
  isFileUrl,
  isScript,
  pageKey,
  queryKey,
  resolveUrl,
  withinScope,
} from "./crawl-urls.ts";

const url = (href: string) => new URL(href, "https://docs.test");
const urls = (...hrefs: string[]) => hrefs.map(url);

describe("a link", () => {
  test("is resolved relative to its page, without its fragment", () => {
    const from = (href: string) => resolveUrl(href, "https://docs.test/guide/install")?.href;
    assert.equal(from("../api?x=1#top"), "https://docs.test/api?x=1");
    assert.equal(from(" linux "), "https://docs.test/guide/linux");
    assert.equal(from("//other.test:443/a"), "https://other.test/a");
    assert.equal(from("#part"), "https://docs.test/guide/install");
  });

  test("is not resolved if it cannot be fetched", () => {
    for (const href of [
      "mailto:a@docs.test",
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://docs.test/",
      "https://a:b@docs.test/",
      "http://",
      `/${"a".repeat(1100)}`,
      `data:${"a".repeat(5_000_000)}`,
    ])
      assert.equal(resolveUrl(href, "https://docs.test/"), undefined, href.slice(0, 40));
  });
});

describe("the scope of a crawl", () => {
  const scope = { origin: "https://docs.test", folder: "/docs/" };
  const inScope = (href: string) => withinScope(url(href), scope)?.href;

  test("is an origin and a folder", () => {
    assert.equal(inScope("/docs/a"), "https://docs.test/docs/a");
    assert.equal(inScope("/docs/"), "https://docs.test/docs/");
    assert.equal(inScope("/docs"), "https://docs.test/docs");
    for (const href of ["/", "/blog/a", "/docs2/a", "/Docs/a", "/docs/../a", "https://www.docs.test/docs/a"])
      assert.equal(inScope(href), undefined, href);
    assert.equal(inScope("https://docs.test:8443/docs/a"), undefined);
  });

  test("includes http links to a site with https", () => {
    assert.equal(inScope("http://docs.test/docs/a?b"), "https://docs.test/docs/a?b");
    assert.equal(inScope("http://docs.test:8080/docs/a"), undefined);
    assert.equal(
      withinScope(url("https://docs.test/a"), { origin: "http://docs.test", folder: "/" }),
      undefined,
    );
  });

  test("is the folder of the start page, or the start URL if that is a folder", () => {
    const folder = (start: string, ...links: string[]) => folderOfStart(url(start), urls(...links));
    assert.equal(folder("/"), "/");
    assert.equal(folder("/docs/"), "/docs/");
    assert.equal(folder("/docs/index.html", "/docs/index.html/a"), "/docs/");
    assert.equal(folder("/docs/intro", "/docs/a", "/docs/b", "/docs/intro/c"), "/docs/");
    assert.equal(folder("/docs", "/docs", "/docs/a", "/docs/b", "/blog"), "/docs/");
    assert.equal(folder("/docs", "/docs/a", "/blog", "/about"), "/");
    assert.equal(folder("/docs", "https://elsewhere.test/", "https://elsewhere.test/b", "/docs/a"), "/docs/");
    assert.equal(folder("/docs"), "/");
  });
});

describe("the key of a page", () => {
  test("is the same for all spellings of its URL", () => {
    const spellings = [
      "https://docs.test/a/~b%20c",
      "https://docs.test/a/~b%20c/",
      "https://docs.test:443/a/~b c/index.html",
      "https://docs.test/a/%7eb%20c/index.htm",
      "https://docs.test//a//~b%20c?x=1#y",
      "https://docs.test/x/../a/%7E%62%20c",
    ];
    for (const spelling of spellings)
      assert.equal(pageKey(url(spelling)), "https://docs.test/a/~b%20c", spelling);
    assert.equal(pageKey(url("/")), pageKey(url("/index.html")));
  });

  test("differs between pages", () => {
    const different = urls("/a", "/A", "/a.html", "/a%2Fb", "/a/b", "/index", "http://docs.test/a");
    assert.equal(new Set(different.map(pageKey)).size, different.length);
  });

  test("contains the sorted query", () => {
    assert.equal(queryKey(url("/a?c=2&b=1")), queryKey(url("/a/?b=1&c=2")));
    assert.notEqual(queryKey(url("/a?b=1")), queryKey(url("/a?b=2")));
    assert.equal(queryKey(url("/a?")), pageKey(url("/a")));
    assert.equal(isScript(queryKey(url("/wiki/index.php?title=A.b"))), true);
    assert.equal(isScript(queryKey(url("/wiki?title=a.php"))), false);
  });
});

describe("an endless path", () => {
  test("is too deep or repetitive", () => {
    for (const path of [
      "/a/a/a",
      "/docs/a/b/a/b/a/b",
      "/x/a/b/c/a/b/c/a/b/c/y",
      "/a/1/a/2/a/3/a/4/a/5",
      `/${Array.from({ length: 21 }, (_, i) => i).join("/")}`,
      "/a".repeat(500),
    ])
      assert.equal(isEndless(path), true, path);
  });

  test("is not an ordinary path", () => {
    for (const path of [
      "/",
      "/a/a",
      "/api/v1/api/v2/api",
      "/2024/01/01",
      "/docs/java/lang/java/util",
      "/a//b//c",
    ])
      assert.equal(isEndless(path), false, path);
  });
});

test("a file is recognized by its extension", () => {
  for (const path of ["/a.pdf", "/a.ZIP", "/a.tar.gz", "/a.png?x=1"])
    assert.equal(isFileUrl(url(path)), true, path);
  for (const path of ["/a", "/a.html", "/v1.2", "/a.pdf/", "/README.md", "/node.js", "/a.php?f=b.pdf"])
    assert.equal(isFileUrl(url(path)), false, path);
});
