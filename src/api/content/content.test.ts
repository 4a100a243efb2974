import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

describeOnEachDatabase("the content of a space", (suite) => {
  const read = (path: string, person: Person = suite.app.admin) => suite.app.ok(person, `GET ${path}`);

  test("is empty at first, and each batch creates a revision", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const first = await read(`${path}/content`);
    const { id, createdAt, ...rest } = first;
    assert.deepEqual(rest, {
      object: "revision",
      parents: [],
      pages: [],
      files: [],
      reusableContents: [],
      tags: [],
      variables: {},
      type: "edits",
      urls: { app: `${app.context.config.baseUrl}/app${path}/revisions/${id}` },
    });
    const space = await suite.app.change(path, { operation: "insert_page", title: "One" });
    const second = await read(`${path}/content`);
    assert.deepEqual([second.id, second.parents], [space.revision, [id]]);
    assert.equal((await read(path)).revision, second.id);
    assert.deepEqual(await read(`${path}/revisions/${id}`), first);
    assert.deepEqual(await read(`${path}/revisions/${second.id}`), second);
    await app.refused(app.admin, `GET ${path}/revisions/unknown`, 404, /Revision not found/);
    const other = await app.space();
    await app.refused(app.admin, `GET ${other.path}/revisions/${id}`, 404, /Revision not found/);
  });

  test("presents all fields of a page by id, by path and in the tree", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const markdown =
      "---\ndescription: About it\nicon: bolt\nhidden: true\nlayout:\n  outline:\n    visible: false\nvars:\n  who: Ada\n---\n# Install\r\n\nText.\n";
    const id = await suite.app.page(path, "Install", { emoji: "🚀", document: { markdown }, noIndex: true });
    const child = await suite.app.page(path, "On Linux", { into: id });
    const found = await read(`${path}/content/page/${id}`);
    const { createdAt, updatedAt, documentId, pages, ...rest } = found;
    assert.deepEqual(rest, {
      id,
      title: "Install",
      emoji: "🚀",
      icon: "bolt",
      kind: "sheet",
      type: "document",
      urls: { app: `${app.context.config.baseUrl}/app${path}/pages/${id}` },
      slug: "install",
      path: "install",
      description: "About it",
      layout: {
        width: "default",
        cover: true,
        coverSize: "hero",
        coverMask: "none",
        title: true,
        description: true,
        tableOfContents: true,
        outline: false,
        pagination: true,
        metadata: true,
        tags: true,
        actions: true,
        anchors: true,
      },
      tags: [],
      variables: { who: "Ada" },
      hidden: true,
      noIndex: true,
      markdown,
    });
    assert.equal(pages[0].path, "install/on-linux");
    assert.deepEqual(await read(`${path}/content/path/install`), found);
    for (const pagePath of ["install/on-linux", "install%2Fon-linux"]) {
      const { id: byPath, markdown: empty } = await read(`${path}/content/path/${pagePath}`);
      assert.deepEqual([byPath, empty], [child, ""]);
    }
    const { markdown: _, ...inTree } = found;
    assert.deepEqual(await read(`${path}/content/pages`), { pages: [inTree] });
    for (const resource of [
      "page/unknown",
      "path/unknown",
      "path/install/unknown",
      "files/x",
      "reusable-contents/x",
    ])
      await app.refused(app.admin, `GET ${path}/content/${resource}`, 404, /not found/);
    await app.refused(app.admin, `GET ${path}/content/page/${id}`, 400, /^format: must be one of/, {
      query: { format: "html" },
    });
    await app.refused(app.admin, `GET ${path}/content/page/${id}`, 400, /^evaluated: must be one of/, {
      query: { evaluated: "perhaps" },
    });
    // Clients send these flags, but no content is computed and there is no git metadata.
    const query = { metadata: "false", computed: "false" };
    assert.deepEqual(await app.ok(app.admin, `GET ${path}/content/page/${id}`, { query }), found);
  });

  test("returns documents byte for byte", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const documents = [
      "",
      " ",
      "\n\n",
      "\r\n# CRLF\r\n",
      "tab\there, nbsp\u00a0, zero\u200bwidth, rtl \u202e, emoji 👩‍👩‍👧‍👦, \u{1F600}",
      "---\nnot: [closed\n---\n",
      '{% hint style="info" %}\n[x](unknown.md)\n{% endhint %}',
      "x".repeat(900_000),
      "<script>alert(1)</script>\n<details><summary>s</summary>d</details>",
    ];
    for (const [i, markdown] of documents.entries()) {
      const id = await suite.app.page(path, `Page ${i}`, { document: { markdown } });
      assert.equal((await read(`${path}/content/page/${id}`)).markdown, markdown);
    }
    const megabyte = {
      operation: "insert_page",
      title: "Big",
      document: { markdown: "words ".repeat(175_000) },
    };
    await suite.app.change(path, megabyte, { ...megabyte, title: "Big too" });
  });

  test("has strong ETags, and returns 304 if nothing changed", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const id = await suite.app.page(path, "A");
    const { revision } = await read(path);
    const tags = new Set<unknown>();
    for (const url of [
      `${path}/content`,
      `${path}/content/pages`,
      `${path}/content/page/${id}`,
      `${path}/content/path/a`,
      `${path}/content/files`,
      `${path}/revisions/${revision}`,
      `${path}/revisions/${revision}/changes`,
    ]) {
      const { headers } = await app.call(app.admin, `GET ${url}`);
      const etag = String(headers.etag);
      assert.match(etag, /^"[\w-]+"$/);
      tags.add(etag);
      for (const header of [etag, `"x", ${etag}`, `W/${etag}`]) {
        const again = await app.call(app.admin, `GET ${url}`, { headers: { "if-none-match": header } });
        assert.deepEqual([again.status, again.body, again.headers.etag], [304, undefined, etag]);
      }
      assert.equal(
        (await app.call(app.admin, `GET ${url}`, { headers: { "if-none-match": '"x"' } })).status,
        200,
      );
    }
    assert.equal(tags.size, 7);
    await suite.app.page(path, "B");
    const { headers } = await app.call(app.admin, `GET ${path}/content`);
    assert.ok(!tags.has(headers.etag));
  });

  test("evaluates variables on request", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const markdown =
      '---\nvars:\n  name: Ada\n---\n<code class="expression">space.vars.version</code> <code class="expression">page.vars.name</code> <code class="expression">space.vars.none</code>';
    const id = await suite.app.page(path, "A", { document: { markdown } });
    await suite.app.change(path, { operation: "set_variables", variables: { version: "1.2" } });
    const evaluated = await app.ok(app.admin, `GET ${path}/content/page/${id}`, {
      query: { evaluated: true },
    });
    assert.match(evaluated.markdown, /---\n\n# A\n\n1\.2 Ada <code class="expression">space\.vars\.none/);
    assert.equal((await read(`${path}/content/page/${id}`)).markdown, markdown);
    assert.deepEqual((await read(`${path}/content`)).variables, { version: "1.2" });
  });
});
