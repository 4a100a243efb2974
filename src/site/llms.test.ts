import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describeOnce, describeOnEachDatabase } from "../../test/support/app.ts";
import { openPage, publishSite } from "../../test/support/published-site.ts";

describeOnEachDatabase("lists of pages for language models", (suite) => {
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);
  const beta = "visitor.claims.unsigned.beta";
  const text = (markdown: string) => ({ document: { markdown } });

  const publish = () =>
    publishSite(suite.app, {
      pages: [
        ["Welcome", { ...text("Hello."), description: "All about\nit" }],
        ["Guide [1]", text("See [home](welcome.md).")],
        ["Beta", { ...text("Beta words."), condition: beta }],
        ["Unlisted", { ...text("Unlisted words."), hidden: true }],
        ["Unsearched", { ...text("Unsearched words."), noIndex: true }],
        ["No robots", { ...text("Words not for robots."), noRobotsIndex: true }],
        ["Empty"],
      ],
    });

  test("link to the Markdown of the pages in the navigation, with descriptions", async () => {
    const { app } = suite;
    const site = await publish();
    const group = await app.page(site.space.path, "Group", { type: "group" });
    await app.page(site.space.path, "Inner", { into: group, ...text("Inner words.") });
    const hidden = await app.page(site.space.path, "Hidden group", { type: "group" });
    await app.page(site.space.path, "Not listed", { into: hidden, ...text("Words."), condition: beta });
    const list = await open(`${site.url}/llms.txt`);
    assert.equal(list.status, 200);
    assert.equal(list.headers["content-type"], "text/plain; charset=utf-8");
    assert.match(String(list.headers["cache-control"]), /^public/);
    assert.equal(
      list.text,
      [
        "# Acme\n",
        "> All about it\n",
        "## Handbook\n",
        `- [Welcome](${site.url}/welcome.md): All about it`,
        `- [Guide \\[1\\]](${site.url}/guide-1.md)\n`,
        "### Group\n",
        `- [Inner](${site.url}/group/inner.md)\n`,
      ].join("\n"),
    );
    for (const [, url = ""] of list.text.matchAll(/\]\((\S+\.md)\)/g))
      assert.equal((await open(url)).status, 200, url);
    const etag = String(list.headers.etag);
    assert.equal((await open(`${site.url}/llms.txt`, { "if-none-match": etag })).status, 304);
    for (const [encoding, decompress] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const compressed = await open(`${site.url}/llms.txt`, { "accept-encoding": encoding });
      assert.equal(compressed.headers["content-encoding"], encoding);
      assert.equal(decompress(compressed.bytes).toString(), list.text);
    }
    await app.page(site.space.path, "New", text("New words."));
    const changed = await open(`${site.url}/llms.txt`, { "if-none-match": etag });
    assert.match(changed.text, /new\.md/);
    const forBeta = await open(`${site.url}/llms.txt?visitor.beta=true`);
    assert.match(forBeta.text, /beta\.md/);
    assert.match(String(forBeta.headers["cache-control"]), /^private/);
  });

  test("the whole text has the same pages, with their URLs, compressed while it is written", async () => {
    const site = await publish();
    const full = await open(`${site.url}/llms-full.txt`);
    assert.equal(
      full.text,
      `Source: ${site.url}\n\n# Welcome\n\nHello.\n\n---\n\nSource: ${site.url}/guide-1\n\n# Guide \\[1\\]\n\nSee [home](${site.url}).\n`,
    );
    const compressed = await open(`${site.url}/llms-full.txt`, { "accept-encoding": "br" });
    assert.equal(brotliDecompressSync(compressed.bytes).toString(), full.text);
    const forBeta = await open(`${site.url}/llms-full.txt?visitor.beta=true`);
    assert.match(forBeta.text, /Beta words/);
    assert.doesNotMatch(forBeta.text, /Unlisted|Unsearched|robots/);
  });

  test("exist for the site and for each space, with sections and variants, but not below pages", async () => {
    const { app } = suite;
    const site = await publish();
    const other = await app.space({ title: "Other space" });
    await app.page(other.path, "Start", text("Other words."));
    const body = { spaceId: other.id, title: "Reference" };
    const { id: section } = await app.ok(app.admin, `POST ${site.path}/sections`, { body });
    await app.ok(app.admin, `PATCH ${site.path}/sections/${section}`, {
      body: { path: "reference", description: "Every call" },
    });
    const list = (await open(`${site.url}/llms.txt`)).text;
    assert.match(
      list,
      /## Handbook\n.*## Reference\n\nEvery call\n\n- \[Start\]\(\S+\/reference\/start\.md\)/s,
    );
    const ofSection = (await open(`${site.url}/reference/llms.txt`)).text;
    assert.match(ofSection, /^# Acme\n.*## Reference/s);
    assert.doesNotMatch(ofSection, /Handbook/);
    assert.doesNotMatch((await open(`${site.url}/reference/llms-full.txt`)).text, /Hello/);
    assert.equal((await open(`${site.url}/guide-1/llms.txt`)).status, 404);
    const hidden = { draft: true };
    await app.ok(app.admin, `PATCH ${site.path}/sections/${section}`, { body: hidden });
    assert.doesNotMatch((await open(`${site.url}/llms-full.txt`)).text, /Other words/);
    await app.ok(app.admin, `PATCH ${site.path}`, { body: { agentsContext: "excluded" } });
    assert.equal((await open(`${site.url}/llms.txt`)).status, 404);
  });
});

describeOnce("the whole text of a site", (suite) => {
  test("has a slot for each client, which is free again when the client leaves", async () => {
    const { app } = suite;
    const markdown = "Words of a long page. ".repeat(40_000);
    const site = await publishSite(app, {
      pages: Array.from({ length: 30 }, (_, i) => [`Page ${i}`, { document: { markdown } }] as const),
    });
    const address = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { host, pathname } = new URL(`${site.url}/llms-full.txt`);
    /** Asks for the text on a connection that reads nothing but the first bytes. */
    const ask = async () => {
      const request = get(`${address}${pathname}`, { headers: { host }, agent: false });
      const [response]: [IncomingMessage] = (await once(request, "response")) as never;
      response.pause();
      return { status: response.statusCode, leave: () => request.destroy() };
    };
    /** Asks again until the server has noticed that a client has left. */
    const askUntilFree = async () => {
      for (let i = 0; i < 100; i++) {
        const reply = await ask();
        if (reply.status === 200) return reply;
        reply.leave();
        await wait(20);
      }
      return undefined;
    };
    const first = await ask();
    assert.equal(first.status, 200);
    const refused = await ask();
    assert.equal(refused.status, 429, "a client has one slot");
    refused.leave();
    first.leave();
    for (let i = 0; i < 6; i++) {
      const next = await askUntilFree();
      assert.ok(next, `the slot of client ${i} was not freed`);
      next.leave();
    }
  });
});
