import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { networkOf } from "../../../test/support/local-site.ts";
import { importSite, linksTo, pageOf, redirectTo, serveSite } from "../../../test/support/website.ts";
import { ImportError } from "../source/imported-tree.ts";
import { createWebClient, webLimits } from "./web-client.ts";

const webWith = (limits: Partial<typeof webLimits>) =>
  createWebClient({ allowPrivateNetwork: true }, { limits: { ...webLimits, ...limits } });
const createPublicClient = () =>
  createWebClient(
    { allowPrivateNetwork: false },
    {
      network: networkOf({ "docs.test": ["127.0.0.1"], "inside.test": ["127.0.0.2"] }),
    },
  );

describe("the private network", () => {
  test("is not imported, and errors reveal nothing about it", async (t) => {
    const site = await serveSite(t, () => pageOf("Secret"));
    const web = createWebClient({ allowPrivateNetwork: false });
    for (const host of ["127.0.0.1", "localhost", "[::1]", "0x7f.1", "169.254.169.254"])
      await assert.rejects(importSite(t, `http://${host}:${site.port}/`, { web }), (error) => {
        assert.ok(error instanceof ImportError, String(error));
        assert.match(error.message, /(?:is in|resolves to) a private network/);
        assert.doesNotMatch(
          error.message.replaceAll(host, "").replaceAll("127.0.0.1", ""),
          /ECONN|::|refused|\d\.\d/,
        );
        return true;
      });
    assert.equal(site.connections(), 0);
  });

  test("is not reached by redirects, links or images of a public site", async (t) => {
    const requested: string[] = [];
    const site = await serveSite(t, (path) => {
      const inside = `http://inside.test:${site.port}`;
      if (path === "/") {
        const main = `${linksTo("a", `${inside}/b`)}<img src="${inside}/c.png"><img src="d.png">`;
        return pageOf("Home", { main });
      }
      if (path === "/a" || path === "/d.png" || path === "/start") return redirectTo(`${inside}/e.png`);
      if (!path.endsWith(".txt") && !path.endsWith(".xml")) requested.push(path);
      return undefined;
    });
    const start = `http://docs.test:${site.port}`;
    const { outline, files, total } = await importSite(t, `${start}/`, { web: createPublicClient() });
    assert.deepEqual([outline, files, total], [["Home"], [], 4]);
    await assert.rejects(
      importSite(t, `${start}/start`, { web: createPublicClient() }),
      /start: the redirect target resolves to a private network$/,
    );
    assert.deepEqual(requested, []);
  });
});

describe("an endless website", () => {
  test("with repeating paths ends", async (t) => {
    const site = await serveSite(t, (path) =>
      /\.(?:txt|xml)$/.test(path) ? undefined : pageOf("Again", { main: linksTo("a/", "b/") }),
    );
    const { pages } = await importSite(t, `${site.url}/docs/`);
    assert.ok(pages.length < 2000, `${pages.length} pages`);
    assert.ok(pages.every(({ address }) => address.split("/").length < 20));
  });

  test("with unlimited pages ends at the limit, and counts the rest", async (t) => {
    const site = await serveSite(t, (path) => {
      const day = Number(/\d+/.exec(path)?.[0] ?? 0);
      return /\.(?:txt|xml)$/.test(path)
        ? undefined
        : pageOf(path, { main: linksTo(`/day/${day + 1}`, `/day/${day + 2}`, `/day?filter=${day}`) });
    });
    const { pages, total } = await importSite(t, `${site.url}/`);
    assert.equal(pages.length, 2000);
    assert.ok(total > 2000 && total < 25_000, `${total}`);
  });

  test("with unlimited broken links ends", async (t) => {
    const many = Array.from({ length: 30_000 }, (_, i) => `/x/${i}`);
    const site = await serveSite(t, { "/": pageOf("Home", { main: linksTo(...many) }) });
    const { pages, total } = await importSite(t, `${site.url}/`);
    assert.equal(pages.length, 1);
    assert.equal(total, 20_000);
    assert.ok(site.requested.length < 4100, `${site.requested.length}`);
  });

  test("ends at the limits of bytes and time", async (t) => {
    const long = "x".repeat(50_000);
    const pageAt = (path: string) => {
      const next = Number(path.slice(1)) + 1;
      return /\.(?:txt|xml)$/.test(path)
        ? undefined
        : pageOf(path, { main: `${linksTo(`/${next}`, `/${next + 1}`)}<img src="/i/${next}">${long}` });
    };
    const site = await serveSite(t, pageAt);
    const { pages, total } = await importSite(t, `${site.url}/1`, { web: webWith({ bytes: 1_000_000 }) });
    assert.ok(pages.length > 10 && pages.length < 20, `${pages.length}`);
    assert.ok(total > 2 * pages.length);
    const calm = await serveSite(t, (path) =>
      path === "/robots.txt" ? "User-agent: *\nCrawl-delay: 0.02\n" : pageAt(path),
    );
    const slow = await importSite(t, `${calm.url}/1`, { web: webWith({ milliseconds: 1000 }) });
    assert.ok(slow.pages.length > 10 && slow.pages.length < 60, `${slow.pages.length}`);
  });
});

describe("a website with broken pages", () => {
  test("is imported without slow, broken and large pages, which are counted", async (t) => {
    const html = { "content-type": "text/html" };
    const site = await serveSite(t, {
      "/": pageOf("Home", {
        main: linksTo("silent", "trickle", "cut", "huge", "error", "lie", "thrown", "good"),
      }),
      "/silent": () => {},
      "/trickle": (response) => {
        response.writeHead(200, html);
        const timer = setInterval(() => response.write("<p>"), 10);
        response.on("close", () => clearInterval(timer));
      },
      "/cut": (response) => {
        response.writeHead(200, { ...html, "content-length": 1000 }).write("<p>");
        setTimeout(() => response.destroy(), 20);
      },
      "/huge": (response) => response.writeHead(200, html).end("x".repeat(5 * 1024 * 1024 + 1)),
      "/error": (response) => response.writeHead(500, html).end("<h1>Error</h1>"),
      "/lie": (response) => response.writeHead(200, html).end(Buffer.alloc(1000)),
      "/thrown": pageOf("Long", { main: "x".repeat(2 * 1024 * 1024 + 1) }),
      "/good": pageOf("Good"),
    });
    const { outline, total } = await importSite(t, `${site.url}/`, { web: webWith({ page: 500 }) });
    assert.deepEqual(outline, ["Home", "Good"]);
    assert.equal(total, 9);
  });

  test("is imported if all pages link to all others", async (t) => {
    const menu = Array.from({ length: 300 }, (_, i) => [`/docs/${i}/`, `Page ${i}`] as const);
    const site = await serveSite(t, (path) => {
      if (path === "/docs/") return pageOf("Home", { menu, main: `<img src="/i.png">` });
      const [, number] = /^\/docs\/(\d+)\/$/.exec(path) ?? [];
      return number === undefined
        ? undefined
        : pageOf(`Page ${number}`, { menu, main: linksTo("../", "../0/index.html") });
    });
    const { pages, outline } = await importSite(t, `${site.url}/docs/`);
    assert.equal(pages.length, 301);
    assert.deepEqual(
      outline.slice(1),
      menu.map(([, title]) => title),
    );
  });
});
