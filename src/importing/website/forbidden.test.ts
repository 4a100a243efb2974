import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pixel } from "../../../test/support/integrations.ts";
import { importSite, linksTo, pageOf, redirectTo, serveSite } from "../../../test/support/website.ts";
import { ImportError } from "../source/imported-tree.ts";

const image = Buffer.from(pixel, "base64");
const isRefused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ImportError, String(error));
  assert.match(error.message, pattern);
  return true;
};

describe("rules of a site", () => {
  test("in robots.txt apply to pages and images", async (t) => {
    const site = await serveSite(t, {
      "/robots.txt": "User-agent: Lectern\nDisallow: /docs/secret\nUser-agent: *\nDisallow: /",
      "/docs/": pageOf("Home", {
        main: `${linksTo("a", "secret/b", "c", "secret.pdf")}<img src="secret/i.png"><img src="ok.png">`,
      }),
      "/docs/a": pageOf("A"),
      "/docs/secret/b": pageOf("B"),
      "/docs/c": redirectTo("/docs/secret/b"),
      "/docs/ok.png": image,
    });
    const { outline, files, total } = await importSite(t, `${site.url}/docs/`);
    assert.deepEqual(outline, ["Home", "A"]);
    assert.deepEqual(
      files.map(({ name }) => name),
      ["ok.png"],
    );
    assert.equal(total, 5);
    assert.deepEqual(
      site.requested.filter((path) => /secret(?!\/b)/.test(path)),
      [],
    );
  });

  test("that disallow the start page fail the import", async (t) => {
    const site = await serveSite(t, {
      "/robots.txt": "User-agent: *\nDisallow: /docs/no",
      "/docs/no": pageOf("No"),
      "/docs/way": redirectTo("/docs/no"),
      "/docs/silent": pageOf("Silent", { head: '<meta name="robots" content="noindex">' }),
    });
    const pattern = /\/docs\/no: the site's robots\.txt does not allow this page to be read$/;
    await assert.rejects(importSite(t, `${site.url}/docs/no`), isRefused(pattern));
    await assert.rejects(importSite(t, `${site.url}/docs/way`), isRefused(pattern));
    await assert.rejects(
      importSite(t, `${site.url}/docs/silent`),
      isRefused(/\/docs\/silent: has no page that may be imported$/),
    );
    const down = await serveSite(t, (path) =>
      path === "/robots.txt" ? (r) => r.writeHead(503).end() : pageOf("A"),
    );
    await assert.rejects(importSite(t, `${down.url}/`), isRefused(/robots\.txt: returned status 503/));
    assert.deepEqual(down.requested, ["/robots.txt"]);
  });

  test("in meta tags (noindex and nofollow) are followed", async (t) => {
    const robots = (content: string) => `<meta name="robots" content="${content}">`;
    const site = await serveSite(t, {
      "/": pageOf("Home", { main: linksTo("a", "b") }),
      "/a": pageOf("A", { head: robots("noindex"), main: linksTo("c") }),
      "/b": pageOf("B", { head: robots("nofollow"), main: linksTo("d") }),
      "/c": pageOf("C"),
      "/d": pageOf("D"),
    });
    const { outline, total } = await importSite(t, site.url);
    assert.deepEqual(outline, ["Home", "B", "C"]);
    assert.equal(total, 3);
  });

  test("for the crawl delay are followed", async (t) => {
    const times: number[] = [];
    const site = await serveSite(t, (path) => {
      if (path === "/robots.txt") return "User-agent: *\nCrawl-delay: 0.1";
      times.push(performance.now());
      return path === "/" ? pageOf("Home", { main: linksTo("a", "b", "c") }) : pageOf(path);
    });
    await importSite(t, site.url);
    // The first request is sent before the crawl delay is known.
    const [, second = 0] = times;
    const elapsed = (times.at(-1) ?? 0) - second;
    assert.ok(
      times.length > 3 && elapsed > 100 * (times.length - 2) - 50,
      `${times.length} in ${elapsed} ms`,
    );
  });
});
