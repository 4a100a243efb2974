import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { describe, type TestContext, test } from "node:test";
import { serve, serveRaw } from "../../test/support/local-site.ts";
import { fetchEmbed } from "./fetch-embed.ts";
import { readMetadata } from "./read-metadata.ts";

const fetchFrom = (url: string, signal = new AbortController().signal) =>
  fetchEmbed(new URL(url), { allowPrivateNetwork: true, signal });

/** A site with these files, by path. */
async function siteWith(t: TestContext, files: Readonly<Record<string, string>>, type = "text/html") {
  const listener: RequestListener = ({ url = "" }, response) => {
    const content = files[new URL(url, "http://a").pathname];
    const isJson = url.startsWith("/oembed");
    response.writeHead(content === undefined ? 404 : 200, { "content-type": isJson ? "text/json" : type });
    response.end(content);
  };
  return serve(t, listener);
}

describe("the embed of a page", () => {
  test("has the title, site and icon that the page states", async (t) => {
    const site = await siteWith(t, {
      "/og": `<!doctype html><title>Plain</title><base href="/base/">
        <meta property="og:title" content="Fish &amp; &quot;chips&quot;"><meta content='A site' property=og:site_name>
        <LINK REL="shortcut icon" HREF=icon.png>`,
      "/plain": "<head><title>\n Only a  title &#x1F600; </title><script>'<title>no</title>'</script></head>",
      "/none": "<p>nothing</p><!-- <title>no</title> -->",
      "/body": "<body><title>no</title><meta property='og:title' content='no'></body>",
    });
    const host = "127.0.0.1";
    assert.deepEqual(await fetchFrom(`${site.url}/og`), {
      ...{ type: "link", title: 'Fish & "chips"', site: "A site", icon: `${site.url}/base/icon.png` },
    });
    assert.deepEqual(await fetchFrom(`${site.url}/plain`), {
      ...{ type: "link", title: "Only a title 😀", site: host },
    });
    for (const path of ["/none", "/body"])
      assert.deepEqual(await fetchFrom(site.url + path), { type: "link", title: host + path, site: host });
  });

  test("is decoded by the page's charset, and read after redirects", async (t) => {
    const site = await serve(t, ({ url }, response) => {
      if (url === "/start") return response.writeHead(302, { location: "/end/page" }).end();
      response.setHeader("content-type", "text/html; charset=iso-8859-1");
      response.end(Buffer.from("<title>Café</title><link rel=icon href=i.ico>", "latin1"));
    });
    const { title, icon } = (await fetchFrom(`${site.url}/start`)) ?? {};
    assert.deepEqual([title, icon], ["Café", `${site.url}/end/i.ico`]);
  });

  test("is a frame if oEmbed has an https iframe, and contains none of its HTML", async (t) => {
    const page = (name: string) =>
      `<title>Page</title><link rel="alternate" type="application/json+oembed" href="/oembed/${name}?a=1&amp;b=2">`;
    const oembed = (html: string, more: object = {}) =>
      JSON.stringify({ version: "1.0", type: "rich", title: "T", provider_name: "P", html, ...more });
    const iframe = '<iframe src="https://player.example/v?a=1&amp;b=2" onload="alert(1)"></iframe>';
    const cases: Readonly<Record<string, string>> = {
      frame: oembed(`<div onclick="x()">${iframe}</div>`, { height: 300 }),
      video: oembed(iframe, { type: "video", width: 640, height: "360" }),
      script: oembed(`${iframe}<script src="https://evil.example/x.js"></script>`),
      insecure: oembed('<iframe src="http://player.example/"></iframe>'),
      javascript: oembed('<iframe src="javascript:alert(1)"></iframe>'),
      data: oembed('<iframe srcdoc="<script>alert(1)</script>"></iframe>'),
      two: oembed(iframe + iframe),
      hidden: oembed(`<!-- ${iframe} -->`),
      photo: oembed(iframe, { type: "photo" }),
      wrong: oembed("", { html: { toString: 1 }, title: 5, provider_name: null }),
      null: "null",
      broken: "{",
      large: oembed("x".repeat(200_000)),
    };
    const files = Object.entries(cases).flatMap(([name, json]) => [
      [`/${name}`, page(name)],
      [`/oembed/${name}`, json],
    ]);
    const site = await siteWith(t, { ...Object.fromEntries(files), "/missing": page("missing") });
    for (const name of [...Object.keys(cases), "missing"]) {
      const embed = await fetchFrom(`${site.url}/${name}`);
      const expected = ["frame", "video"].includes(name) ? "rich" : "link";
      assert.deepEqual([embed?.type, embed?.title], [expected, "Page"], name);
      if (embed?.type !== "rich") continue;
      assert.match(
        embed.html,
        /^<iframe src="https:\/\/player\.example\/v\?a=1&amp;b=2" title="Page" [^<>]*><\/iframe>$/,
      );
      assert.match(embed.html, /sandbox="allow-scripts /);
      assert.match(embed.html, name === "video" ? /aspect-ratio: 640 \/ 360/ : /height: 300px/);
      assert.doesNotMatch(embed.html, /onload|onclick|div/);
    }
  });

  test("is a frame with the player of Twitter cards and Open Graph", () => {
    const player = (html: string) => readMetadata(html, "https://example.com/a").player?.href;
    assert.equal(player('<meta name="twitter:player" content="/p">'), "https://example.com/p");
    const video = '<meta property="og:video:secure_url" content="https://v.example/1">';
    assert.equal(player(video), undefined);
    assert.equal(
      player(`${video}<meta property="og:video:type" content="text/html">`),
      "https://v.example/1",
    );
    assert.equal(player('<meta name="twitter:player" content="http://insecure.example/">'), undefined);
  });

  test("is a link for other files, and undefined if the page cannot be reached", async (t) => {
    const site = await siteWith(t, { "/a.pdf": "%PDF" }, "application/pdf");
    assert.deepEqual(await fetchFrom(`${site.url}/a.pdf`), {
      ...{ type: "link", title: "127.0.0.1/a.pdf", site: "127.0.0.1" },
    });
    assert.equal(await fetchFrom(`${site.url}/missing`), undefined);
    await site.allClosed();
    const closing = await serveRaw(t, (socket) => socket.destroy());
    assert.equal(await fetchFrom(closing.url), undefined);
    const { signal } = new AbortController();
    const request = { allowPrivateNetwork: false, signal };
    assert.equal(await fetchEmbed(new URL(site.url), request), undefined, "a private address was fetched");
    assert.equal(await fetchEmbed(new URL("https://a:b@example.com/"), request), undefined);
  });

  test("needs only the beginning of a page that never ends", async (t) => {
    const site = await serve(t, (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write("<title>Endless</title>");
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", write);
      write();
    });
    assert.equal((await fetchFrom(site.url))?.title, "Endless");
    await site.allClosed();
  });

  test("is not read further after all clients have disconnected", async (t) => {
    const abort = new AbortController();
    const site = await serve(t, () => abort.abort(new Error("gone")));
    await assert.rejects(fetchFrom(site.url, abort.signal), /gone/);
    await site.allClosed();
  });
});

test("hostile pages are read in time proportional to their length", () => {
  const units = [
    ...["<", "<meta ", '<meta a="', "<meta a='b\" ", "<title>", "<title", "<!--", "<!-- -->", "<script>"],
    ...["<script></script>", "<meta a=b c=d ", "a=b ", "<link rel=icon href=a>", "&amp;", "</", "<meta a = "],
    ...["<svg>", " ", "\n", '<meta property="og:title" content="', "<meta //////"],
  ];
  for (const start of ["", "<meta ", '<meta a="'])
    for (const unit of units) {
      const html = start + unit.repeat(Math.ceil((512 * 1024) / unit.length));
      const before = performance.now();
      readMetadata(html, "https://example.com/");
      const time = performance.now() - before;
      assert.ok(time < 400, `${JSON.stringify(start + unit)} takes ${Math.round(time)} ms`);
    }
});
