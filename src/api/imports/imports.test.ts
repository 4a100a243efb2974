import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { describeOnce, describeOnEachDatabase } from "../../../test/support/app.ts";
import { testOnce } from "../../../test/support/databases.ts";
import { pixel } from "../../../test/support/integrations.ts";
import { specsOf } from "../../../test/support/openapi.ts";
import { zipOf } from "../../../test/support/zip.ts";

const image = Buffer.from(pixel, "base64");

/** The files of the test site by their paths. */
const site: Record<string, { type: string; body: string | Buffer }> = {
  "/tree.zip": {
    type: "application/zip",
    body: zipOf([
      { name: "README.md", bytes: "# Welcome\n\nFirst [install](guide/install.md#run) it.\n" },
      {
        name: "SUMMARY.md",
        bytes:
          "# Summary\n\n* [Welcome](README.md)\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n",
      },
      { name: "guide/README.md", bytes: "# Guide\n\n![Picture](../.gitbook/assets/dot.png)\n" },
      {
        name: "guide/install.md",
        bytes: "---\ndescription: How to\n---\n\n# Install\n\nBack [home](../README.md).\n",
      },
      { name: ".gitbook/assets/dot.png", bytes: image },
    ]),
  },
  "/linking.zip": {
    type: "application/zip",
    body: zipOf([
      { name: "a.md", bytes: "# A\n\n[b](https://app.gitbook.com/s/idInGitBook/b)\n" },
      { name: "b.md", bytes: "# B\n" },
    ]),
  },
  "/reference.zip": {
    type: "application/zip",
    body: zipOf([
      {
        name: "SUMMARY.md",
        bytes:
          '* [Q&A](qa.md "Questions")\n\n## API\n\n* ```yaml\n  type: builtin:openapi\n  props:\n    models: true\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: pets\n  ```\n* ```yaml\n  type: builtin:openapi\n  dependencies: {spec: {ref: {spec: missing}}}\n  ```\n\n***\n\n* [Last](last.md)\n',
      },
      { name: "qa.md", bytes: "---\ntags:\n  - beta\n  - tag: new\n    primary: true\n---\n\nText\n" },
      {
        name: "last.md",
        bytes: "---\nlayout:\n  width: huge\n  cover:\n    size: background\n---\n\nText\n",
      },
    ]),
  },
  "/spaces.zip": {
    type: "application/zip",
    body: zipOf([
      {
        name: "docs.yaml",
        bytes:
          "site:\n  structure:\n    - {type: space, key: a, title: A, path: a, content: {directory: ./a}}\n    - {type: space, key: b, title: B, path: b, content: {directory: ./b}}\n",
      },
      { name: "a/README.md", bytes: "# In A\n" },
      { name: "b/README.md", bytes: "# In B\n" },
    ]),
  },
  "/page.md": { type: "text/markdown", body: "# A page\n\nText and ![a picture](img/dot.png).\n" },
  "/waiting.md": { type: "text/markdown", body: "# At last\n" },
  "/img/dot.png": { type: "image/png", body: image },
  "/page.html": {
    type: "text/html",
    body: "<html><body><nav><a href=/>Home</a></nav><main><h1>A page</h1><p>Some <b>text</b>.</p></main></body></html>",
  },
  "/empty.zip": { type: "application/zip", body: zipOf([{ name: "a.txt", bytes: "Text" }]) },
  "/lie.zip": { type: "application/zip", body: "no zip" },
  "/robots.txt": { type: "text/plain", body: "User-agent: *\nAllow: /\n" },
  "/docs/": {
    type: "text/html",
    body: `<html><body><nav><ul><li><a href="/docs/">Start</a></li><li><a href="/docs/next">Next</a></li></ul></nav>
      <main><h1>Start</h1><p>See the <a href="next">next page</a>.</p></main></body></html>`,
  },
  "/docs/next": {
    type: "text/html",
    body: "<html><body><main><h1>Next</h1><p>The end.</p></main></body></html>",
  },
};

describeOnEachDatabase(
  "importing content",
  (suite) => {
    const once = testOnce(suite);
    let server: Server;
    let base: string;
    const requestedPaths: string[] = [];
    const waiting = Promise.withResolvers<void>();
    before(async () => {
      server = createServer(async (request, response) => {
        requestedPaths.push(request.url ?? "");
        if (request.url === "/waiting.md") await waiting.promise;
        const file = site[request.url ?? ""];
        response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" });
        response.end(file?.body);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(() => server.close());

    const importInto = (path: string, source: string, url: string) =>
      suite.app.call(suite.app.admin, `POST ${path}`, { body: { source, url: `${base}${url}` } });
    const markdownOf = async (content: string, path: string) =>
      (await suite.app.ok(suite.app.admin, `GET ${content}/path/${path}`)).markdown;

    test("creates pages from a Markdown tree, with its links and files", async () => {
      const { app } = suite;
      const space = await app.space();
      const reply = await importInto(`${space.path}/content/import`, "zip", "/tree.zip");
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      const { revision, ...counts } = reply.body;
      assert.deepEqual(counts, { importedResources: 4, totalResources: 4 });
      assert.equal(reply.headers.location, app.context.urls.api(`${space.path}/revisions/${revision}`));
      assert.equal((await app.ok(app.admin, `GET ${space.path}`)).revision, revision);
      const { pages } = await app.ok(app.admin, `GET ${space.path}/content/pages`);
      const shape = (page: { title: string; path: string; pages?: [] }): unknown => [
        page.title,
        page.path,
        ...(page.pages ?? []).map(shape),
      ];
      assert.deepEqual(pages.map(shape), [
        ["Welcome", "welcome"],
        ["Guide", "guide", ["Install", "guide/install"]],
      ]);
      assert.match(
        await markdownOf(`${space.path}/content`, "welcome"),
        /\[install\]\(guide\/install\.md#run\)/,
      );
      assert.match(
        await markdownOf(`${space.path}/content`, "guide/install"),
        /\[home\]\(\.\.\/welcome\.md\)/,
      );
      const [file] = (await app.ok(app.admin, `GET ${space.path}/content/files`)).items;
      assert.equal(file.name, "dot.png");
      assert.match(await markdownOf(`${space.path}/content`, "guide"), new RegExp(`/files/${file.id}`));
      const again = await importInto(`${space.path}/content/import`, "zip", "/tree.zip");
      assert.equal(again.status, 201, "a second import failed");
    });

    test("creates the pages of OpenAPI specs, and reports those of missing specs", async () => {
      const { app } = suite;
      const specs = specsOf(suite);
      const text =
        "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\npaths:\n  /pets:\n    get: {tags: [Animals], responses: {}}\ncomponents: {schemas: {Pet: {type: object}}}\n";
      await specs.put("pets", { text });
      await specs.process();
      const space = await app.space();
      const { status, body } = await importInto(`${space.path}/content/import`, "zip", "/reference.zip");
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual(body.warnings, [
        "SUMMARY.md: the pages of the OpenAPI spec missing are skipped, because the organization has no such spec",
      ]);
      const { pages } = await app.ok(app.admin, `GET ${space.path}/content/pages`);
      const [questions, api, last] = pages;
      assert.deepEqual(
        [questions.title, questions.linkTitle, questions.slug, questions.tags],
        [
          "Q&A",
          "Questions",
          "qa",
          [{ tag: { kind: "tag", tag: "beta" } }, { tag: { kind: "tag", tag: "new" }, primary: true }],
        ],
      );
      assert.deepEqual(
        api.pages.map(({ title }: { title: string }) => title),
        ["Animals", "Models"],
      );
      assert.match(
        await markdownOf(`${space.path}/content`, "api/animals"),
        /\{% openapi-operation spec="pets" path="\/pets" method="get" %\}/,
      );
      assert.deepEqual([last.layout.width, last.layout.coverSize], ["default", "background"]);
    });

    test("changes nothing if its origin cannot be recorded", async () => {
      const { app, kind } = suite;
      const { database } = app.context;
      const space = await app.space();
      const { revision } = await app.ok(app.admin, `GET ${space.path}`);
      const [forbid, allow] =
        kind === "sqlite"
          ? [
              "create trigger no_origin before insert on space_origins begin select raise(abort, 'no'); end",
              "drop trigger no_origin",
            ]
          : [
              "alter table space_origins add constraint no_origin check (false) not valid",
              "alter table space_origins drop constraint no_origin",
            ];
      await database.write((trx) => sql.raw(forbid).execute(trx));
      try {
        const body = { source: "zip", url: `${base}/linking.zip`, origin: "another" };
        const { status } = await app.call(app.admin, `POST ${space.path}/content/import`, { body });
        assert.equal(status, 500);
      } finally {
        await database.write((trx) => sql.raw(allow).execute(trx));
      }
      assert.equal((await app.ok(app.admin, `GET ${space.path}`)).revision, revision);
    });

    test("replaces content, keeps the ids of pages, and resolves links to its origin", async () => {
      const { app } = suite;
      const space = await app.space();
      await app.page(space.path, "Before");
      const path = `${space.path}/content/import`;
      const body = { source: "zip", url: `${base}/linking.zip`, replace: true, origin: "idInGitBook" };
      const { revision } = await app.ok(app.admin, `POST ${path}`, { body });
      const { pages } = await app.ok(app.admin, `GET ${space.path}/content/pages`);
      assert.deepEqual(
        pages.map(({ title }: { title: string }) => title),
        ["A", "B"],
      );
      assert.match(await markdownOf(`${space.path}/content`, "a"), /\[b\]\(b\.md\)/);
      const again = await app.ok(app.admin, `POST ${path}`, { body: { ...body, origin: undefined } });
      assert.equal(again.revision, revision);
      const other = await app.space();
      const { page: id } = { page: await app.page(other.path, "Home") };
      const inPage = `POST ${other.path}/content/page/${id}/import`;
      await app.refused(app.admin, inPage, 400, /^replace: is not possible in a page/, { body });
      await importInto(`${other.path}/content/import`, "zip", "/linking.zip");
      const target = `/spaces/${space.id}/pages/${pages[1].id}`;
      assert.ok((await markdownOf(`${other.path}/content`, "a")).includes(`[b](${target})`));
      const stranger = await app.member(null);
      const own = await app.space();
      await app.give(own.path, "edit", { users: [stranger] });
      await app.ok(stranger, `POST ${own.path}/content/import`, {
        body: { source: "zip", url: `${base}/linking.zip` },
      });
      assert.match(await markdownOf(`${own.path}/content`, "a"), /\[b\]\(https:\/\/app\.gitbook/);
    });

    once("imports one space of a repository with several", async () => {
      const { app } = suite;
      const space = await app.space();
      const path = `POST ${space.path}/content/import`;
      const body = { source: "zip", url: `${base}/spaces.zip` };
      await app.refused(app.admin, path, 400, /^url: contains several spaces.* directory: a, b$/, { body });
      const markdown = { ...body, source: "markdown", directory: "a" };
      await app.refused(app.admin, path, 400, /^directory: requires the source zip/, { body: markdown });
      const outside = { ...body, directory: "../b" };
      await app.refused(app.admin, path, 400, /^url: has no folder \.\.\/b/, { body: outside });
      await app.ok(app.admin, path, { body: { ...body, directory: "./b" } });
      const { pages } = await app.ok(app.admin, `GET ${space.path}/content/pages`);
      assert.deepEqual(
        pages.map(({ title }: { title: string }) => title),
        ["In B"],
      );
    });

    once("creates pages from Markdown, HTML and a website", async () => {
      const { app } = suite;
      const space = await app.space();
      const request = await app.changeRequest(space);
      const content = `${request.path}/content`;
      for (const [source, url, counts] of [
        ["markdown", "/page.md", [2, 2]],
        ["html", "/page.html", [1, 1]],
        ["website", "/docs/", [2, 2]],
      ] as const) {
        const { status, body } = await importInto(`${content}/import`, source, url);
        assert.equal(status, 201, JSON.stringify(body));
        assert.deepEqual([body.importedResources, body.totalResources], counts, source);
      }
      const { pages } = await app.ok(app.admin, `GET ${content}/pages`);
      assert.deepEqual(
        pages.map(({ title }: { title: string }) => title),
        ["A page", "A page", "Start", "Next"],
      );
      assert.match(await markdownOf(content, "page-1"), /Some \*\*text\*\*\./);
      assert.match(await markdownOf(content, "docs"), /\[next page\]\(next/);
    });

    test("adds to a page or a group", async () => {
      const { app } = suite;
      const space = await app.space();
      const id = await app.page(space.path, "Home");
      const { status } = await importInto(`${space.path}/content/page/${id}/import`, "zip", "/tree.zip");
      assert.equal(status, 201);
      const page = await app.ok(app.admin, `GET ${space.path}/content/page/${id}`);
      assert.match(page.markdown, /First \[install\]\(guide\/install\.md#run\) it\./);
      const request = await app.changeRequest(space);
      const inside = await importInto(`${request.path}/content/page/${id}/import`, "markdown", "/page.md");
      assert.equal(inside.status, 201);
      const written = await app.ok(app.admin, `GET ${request.path}/content/page/${id}`);
      assert.equal(written.markdown, page.markdown, "an existing document was overwritten");
      assert.equal(written.pages.at(-1).title, "A page");
      const group = await app.ok(app.admin, `POST ${space.path}/content`, {
        body: { changes: [{ operation: "insert_page", type: "group", title: "Group" }] },
      });
      const [{ page: made }] = group.changes;
      const below = await importInto(`${space.path}/content/page/${made.id}/import`, "zip", "/tree.zip");
      assert.equal(below.status, 201, JSON.stringify(below.body));
      const unknown = await importInto(`${space.path}/content/page/unknown/import`, "markdown", "/page.md");
      assert.equal(unknown.status, 404);
    });

    test("does not read the source if the content cannot be changed", async () => {
      const { app } = suite;
      const space = await app.space();
      const id = await app.page(space.path, "Home");
      const body = { source: "markdown", url: `${base}/page.md` };
      requestedPaths.length = 0;
      await app.refused(app.admin, `POST ${space.path}/content/import`, 412, /changed/, {
        body,
        headers: { "if-match": '"another"' },
      });
      await app.ok(app.admin, `PATCH ${space.path}`, { body: { editMode: "locked" } });
      await app.refused(app.admin, `POST ${space.path}/content/import`, 409, /locked/, { body });
      await app.refused(app.admin, `POST ${space.path}/content/page/${id}/import`, 409, /locked/, { body });
      assert.deepEqual(requestedPaths, []);
    });

    test("is limited to two at a time, and checks access again before applying", async () => {
      const { app } = suite;
      const space = await app.space();
      const editor = await app.member("edit");
      const body = { source: "markdown", url: `${base}/waiting.md` };
      const path = `POST ${space.path}/content/import`;
      const [own, others] = [app.call(app.admin, path, { body }), app.call(editor, path, { body })];
      while (requestedPaths.filter((url) => url === "/waiting.md").length < 2)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const third = await app.refused(app.admin, path, 429, /has 2 imports running/, { body });
      assert.equal(third.headers["retry-after"], "60");
      await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${editor.id}`);
      waiting.resolve();
      assert.deepEqual([(await own).status, (await others).status], [201, 404]);
      const { pages } = await app.ok(app.admin, `GET ${space.path}/content/pages`);
      assert.equal(pages.length, 1);
    });

    once("is refused with a reason, and writes nothing", async () => {
      const { app } = suite;
      const space = await app.space();
      const before = (await app.ok(app.admin, `GET ${space.path}`)).revision;
      for (const [source, url, reason] of [
        ["zip", "/empty.zip", /^url: contains no Markdown pages/],
        ["zip", "/lie.zip", /^url: is not a readable zip file/],
        ["zip", "/missing.zip", /^url: returned status 404/],
        ["docx", "/tree.zip", /^url: /],
        ["notion", "/empty.zip", /^url: /],
        ["markdown", "/img/dot.png", /^url: is not a text file/],
        ["markdown", "/page.html", /^url: is a web page/],
        ["website", "/nowhere/", /^url: /],
      ] as const) {
        const { status, body } = await importInto(`${space.path}/content/import`, source, url);
        assert.equal(status, 400, `${source} ${url}: ${JSON.stringify(body)}`);
        assert.match(body.error.message, reason);
      }
      for (const [body, message] of [
        [{ source: "zip" }, /^url: is required/],
        [{ url: base }, /^source: is required/],
        [{ url: base, source: "tape" }, /^source: must be one of/],
        [{ url: "file:///etc/passwd", source: "zip" }, /^url: must be an http or https URL/],
      ] as const)
        await app.refused(app.admin, `POST ${space.path}/content/import`, 400, message, { body });
      assert.equal((await app.ok(app.admin, `GET ${space.path}`)).revision, before);
      const reader = await app.member("comment");
      const body = { source: "zip", url: `${base}/tree.zip` };
      await app.refused(reader, `POST ${space.path}/content/import`, 403, /edit/, { body });
    });
  },
  { config: { allowPrivateNetwork: true } },
);

describeOnce("importing without allowPrivateNetwork", (suite) => {
  test("does not reach the private network", async () => {
    const { app } = suite;
    const space = await app.space();
    for (const [source, url] of [
      ["zip", "http://127.0.0.1:9/a"],
      ["website", "http://localhost/a"],
      ["markdown", "http://10.0.0.1/"],
      ["html", "http://[::1]/"],
    ])
      await app.refused(app.admin, `POST ${space.path}/content/import`, 400, /^url: /, {
        body: { source, url },
      });
  });
});
