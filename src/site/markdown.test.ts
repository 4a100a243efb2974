import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { browser, openPage, publishSite } from "../../test/support/published-site.ts";
import { prefersMarkdown } from "./markdown/index.ts";

describeOnEachDatabase("pages as Markdown", (suite) => {
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);
  const publish = (options?: Parameters<typeof publishSite>[1]) => publishSite(suite.app, options);

  test("have absolute links to pages and files, reusable content and variables, and begin with the title", async () => {
    const { app } = suite;
    const site = await publish({
      pages: [
        [
          "Welcome",
          { document: { markdown: "Read the [guide](guide.md#usage) or <https://a.example/b_c>." } },
        ],
        [
          "Guide",
          {
            document: {
              markdown: "## Usage\n\n[Home](welcome.md), [gone](gone.md), [b](https://b.example/?a=1&b=2)",
            },
          },
        ],
      ],
    });
    const { origin } = new URL(site.url);
    const home = await open(`${site.url}/welcome.md`);
    assert.equal(home.status, 200);
    assert.equal(home.headers["content-type"], "text/markdown; charset=utf-8");
    assert.equal(home.headers["x-robots-tag"], "noindex");
    assert.equal(home.headers.link, `<${site.url}>; rel="canonical"`);
    assert.match(String(home.headers["cache-control"]), /^public/);
    assert.match(String(home.headers.vary), /accept/);
    assert.equal(
      home.text,
      `# Welcome\n\nRead the [guide](${site.url}/guide#usage) or <https://a.example/b_c>.\n`,
    );
    const guide = await open(`${site.url}/guide.md`, browser);
    assert.equal(
      guide.text,
      `# Guide\n\n## Usage\n\n[Home](${site.url}), [gone](), [b](https://b.example/?a=1&b=2)\n`,
    );
    assert.ok(site.url.startsWith(origin));
    const etag = String(guide.headers.etag);
    assert.equal((await open(`${site.url}/guide.md`, { "if-none-match": etag })).status, 304);
    await app.change(site.space.path, {
      operation: "update_page",
      page: site.ids.get("Guide"),
      title: "Manual",
    });
    assert.match((await open(`${site.url}/guide.md`, { "if-none-match": etag })).text, /^# Manual/);
  });

  test("are read at the URL of the page with the header Accept, beside HTML", async () => {
    const site = await publish({ pages: [["Welcome"], ["Guide", { document: { markdown: "Text" } }]] });
    const accept = "text/markdown, text/html;q=0.9, */*;q=0.1";
    for (let i = 0; i < 2; i++) {
      const markdown = await open(`${site.url}/guide`, { accept });
      assert.deepEqual([markdown.status, markdown.text], [200, "# Guide\n\nText\n"]);
      assert.match(String(markdown.headers.vary), /accept/);
      assert.match((await open(`${site.url}/guide`, browser)).text, /^<!doctype html>/);
    }
    assert.equal(
      (await open(`${site.url}/Guide`, { accept })).location,
      new URL(`${site.url}/guide`).pathname,
    );
    assert.equal((await open(site.url, { accept })).text, "# Welcome\n");
    // Programs that prefer Markdown also ask for its files.
    assert.equal((await open(`${site.url}/guide.md`, { accept })).text, "# Guide\n\nText\n");
  });

  test("have one URL each; others lead to it, and pages whose slugs end with .md open", async () => {
    const { app } = suite;
    const site = await publish({ pages: [["Welcome"], ["Guide", { document: { markdown: "Text" } }]] });
    const { pathname } = new URL(site.url);
    for (const name of ["index.md", "README.md", "readme.md", "Welcome.md"])
      assert.equal((await open(`${site.url}/${name}`)).location, `${pathname}/welcome.md`, name);
    await app.change(site.space.path, {
      operation: "update_page",
      page: site.ids.get("Guide"),
      slug: "manual",
    });
    assert.equal((await open(`${site.url}/guide.md?a=1`)).location, `${pathname}/manual.md?a=1`);
    const named = await app.page(site.space.path, "Odd", { slug: "notes.md" });
    assert.ok(named);
    const { status, text } = await open(`${site.url}/notes.md`, browser);
    assert.equal(status, 200);
    assert.match(text, /^<!doctype html>.*Odd/s);
    assert.match((await open(`${site.url}/notes.md.md`)).text, /^# Odd/);
  });

  test("that do not exist are reported as text, with similar pages", async () => {
    const site = await publish({ pages: [["Welcome"], ["Installation"]] });
    const missing = await open(`${site.url}/instalation.md`);
    assert.equal(missing.status, 404);
    assert.equal(missing.headers["content-type"], "text/markdown; charset=utf-8");
    assert.ok(missing.text.includes(`[Installation](${site.url}/installation)`), missing.text);
    // The first page has the URL of the site.
    assert.ok((await open(`${site.url}/welcom.md`)).text.includes(`[Welcome](${site.url})`));
    assert.equal((await open(`${site.url}/nothing`, { accept: "text/markdown" })).status, 404);
  });

  test("show only what this visitor sees", async () => {
    const beta = "visitor.claims.unsigned.beta";
    const site = await publish({
      pages: [
        ["Home", { document: { markdown: `Open.\n\n{% if ${beta} %}\nHidden words.\n{% endif %}\n` } }],
        ["Hidden page", { condition: beta, document: { markdown: "Hidden text." } }],
        ["Last", { document: { markdown: "See [this](hidden-page.md)." } }],
      ],
    });
    for (let i = 0; i < 2; i++) {
      assert.equal((await open(`${site.url}/home.md`)).text, "# Home\n\nOpen.\n");
      assert.equal((await open(`${site.url}/last.md`)).text, "# Last\n\nSee [this]().\n");
      assert.equal((await open(`${site.url}/hidden-page.md`)).status, 404);
      const member = await open(`${site.url}/home.md?visitor.beta=true`);
      assert.match(member.text, /Hidden words/);
      assert.match(String(member.headers["cache-control"]), /^private/);
      assert.match((await open(`${site.url}/hidden-page.md?visitor.beta=true`)).text, /Hidden text/);
    }
  });

  test("are refused if the site is not for agents, and its visitors are checked as for pages", async () => {
    const { app } = suite;
    const site = await publish({ pages: [["Home"]], visibility: "share-link" });
    const { urls } = await app.ok(app.admin, `POST ${site.path}/share-links`, { body: { name: "Link" } });
    assert.equal((await open(`${urls.published}/home.md`)).status, 200);
    const withoutKey = urls.published.slice(0, urls.published.lastIndexOf("/"));
    assert.equal((await open(`${withoutKey}/home.md`)).status, 404);
    await app.ok(app.admin, `PATCH ${site.path}`, { body: { agentsContext: "excluded" } });
    assert.equal((await open(`${urls.published}/home.md`)).status, 404);
    assert.equal((await open(urls.published, { accept: "text/markdown" })).status, 404);
    assert.equal((await open(urls.published)).status, 200);
  });
});

test("Markdown is preferred by weight, then by order", () => {
  const prefers = (accept: string) => prefersMarkdown({ headers: { accept } });
  for (const accept of [
    "text/markdown",
    "text/markdown, text/html, */*",
    "text/html;q=0.8, text/markdown;q=0.9",
  ])
    assert.equal(prefers(accept), true, accept);
  for (const accept of [
    "",
    "*/*",
    "text/html, text/markdown",
    "text/markdown;q=0",
    "text/markdown;q=0.1, text/html",
  ])
    assert.equal(prefers(accept), false, accept);
});
