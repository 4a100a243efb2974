import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { testOnce } from "../../../test/support/databases.ts";

describeOnEachDatabase("changes to content", (suite) => {
  test("are refused with the name of an invalid field, and change nothing", async () => {
    const { app } = suite;
    const [{ path }, foreign] = [await app.space(), await app.space()];
    const insert = (path: string, fields: object) =>
      app.ok(app.admin, `POST ${path}/content`, {
        body: { changes: [{ operation: "insert_page", title: "Page", ...fields }] },
      });
    const { changes: foreignChanges } = await insert(foreign.path, {});
    const { changes: made } = await insert(path, {
      cover: { ref: { kind: "url", url: "https://x.y/z" }, yPos: 0 },
    });
    const page = made[0].page.id;
    const before = await app.ok(app.admin, `GET ${path}`);
    const link = { operation: "insert_page", type: "link", title: "Link" };
    const invalid = [
      [{ ...link, target: { kind: "url", url: "javascript:alert(1)" } }, 400, /target\.url: must be an http/],
      [{ ...link, target: { kind: "url", url: "" } }, 400, /target\.url/],
      [{ ...link, target: { kind: "page", page: "nope" } }, 404, /target\.page: Page not found/],
      [{ ...link, target: { kind: "page", page: foreignChanges[0].page.id } }, 404, /target\.page/],
      [{ ...link, target: { kind: "file", file: "nope" } }, 404, /target\.file: File not found/],
      [{ ...link, target: { kind: "space", space: "nope" } }, 404, /target\.space: Space not found/],
      [{ ...link, target: { kind: "page", page: "x".repeat(257) } }, 400, /target\.page/],
      [{ ...link, target: { kind: "nothing" } }, 400, /target: kind must be one of url, file, page/],
      [
        { operation: "update_page", page, cover: { ref: { kind: "file", file: "no" }, yPos: 0 } },
        404,
        /cover\.ref/,
      ],
      [
        { operation: "update_page", page, cover: { ref: { kind: "url", url: "data:x" }, yPos: 0 } },
        400,
        /cover\.ref/,
      ],
      [{ operation: "update_page", page, title: " " }, 400, /title: must not be blank/],
      [
        { operation: "update_page", page, title: "a\u0007" },
        400,
        /title: must not be blank, nor contain control/,
      ],
      [
        { operation: "update_page", page, document: { markdown: "---\ncover: javascript:x\n---\n" } },
        400,
        /cover must be/,
      ],
      [
        { operation: "update_page", page, document: { markdown: '---\ntitle: "a\\tb"\n---\n' } },
        400,
        /control/,
      ],
      [{ operation: "update_page", page, icon: "<script>" }, 400, /icon: must be the name/],
      [{ operation: "update_page", page, variables: { "a\nb": "x" } }, 400, /variables/],
      [{ operation: "update_page", page, variables: { a: { b: 1 } } }, 400, /variables\.a: must be string/],
      [
        { operation: "update_page", page, variables: { a: "x".repeat(257) } },
        400,
        /variables\.a: must be at most 256/,
      ],
      [{ operation: "set_variables", variables: { "a\nb": { any: [1] } } }, 400, /variables/],
      [{ operation: "set_variables", variables: { "": "x" } }, 400, /variables/],
      [
        { operation: "update_page", page, document: { markdown: "x".repeat(2 * 1024 * 1024 + 1) } },
        400,
        /markdown/,
      ],
      [{ operation: "update_page", page, document: { markdown: "---\ntitle: *x\n---\n" } }, 400, /alias/],
      [
        { operation: "update_page", page, document: { markdown: '---\ntitle: "\\0"\n---\n' } },
        400,
        /null characters/,
      ],
      [
        {
          operation: "update_page",
          page,
          document: { markdown: `[a](${page})`.replace(page, "page.md").repeat(20_001) },
        },
        400,
        /more than 20000 links/,
      ],
      [
        { operation: "update_page", page, document: { document: { object: "document" } } },
        400,
        /document\.document/,
      ],
    ] as const;
    for (const [change, status, message] of invalid)
      await app.refused(app.admin, `POST ${path}/content`, status, message, { body: { changes: [change] } });
    assert.deepEqual(await app.ok(app.admin, `GET ${path}`), before);
  });

  testOnce(suite)("are processed fast, even if they are built to be slow", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const hostile = [
      { emoji: `${"0".repeat(49)}x` },
      { document: { markdown: `#${" ".repeat(2000)}\u2028x` } },
      { document: { markdown: `---\nx: ${"[".repeat(30_000)}\n---\n` } },
      { document: { markdown: "[a](.)".repeat(100_000) } },
      { document: { markdown: '<code class="expression">page.vars.x</code>'.repeat(20_000) } },
      { document: { markdown: "![](x".repeat(200_000) } },
    ];
    const start = performance.now();
    for (const fields of hostile) {
      const changes = [{ operation: "insert_page", ...fields }];
      const { status } = await app.call(app.admin, `POST ${path}/content`, { body: { changes } });
      assert.ok([200, 400].includes(status), String(status));
    }
    const elapsed = performance.now() - start;
    // Each of these once took minutes; together they take about a second.
    assert.ok(elapsed < 20_000, `${elapsed} ms`);
  });

  test("check slugs at the new parent, and remove a cover that is null", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const change = (...changes: object[]) => app.change(path, ...changes);
    const { changes } = await change(
      { operation: "insert_page", title: "A", ref: "a" },
      { operation: "insert_page", title: "X" },
      {
        operation: "insert_page",
        title: "Y",
        cover: { ref: { kind: "url", url: "https://x.y/z" }, yPos: 2 },
      },
      { operation: "insert_page", title: "Z", into: "a" },
    );
    const [a, , y] = changes.map(({ page }: { page: { id: string } }) => page.id);
    const move = { operation: "update_page", page: y, into: a };
    const body = { changes: [{ ...move, slug: "z" }] };
    await app.refused(app.admin, `POST ${path}/content`, 409, /slug z already/, { body });
    await change({ ...move, slug: "x", cover: null });
    const moved = await app.ok(app.admin, `GET ${path}/content/page/${y}`);
    assert.deepEqual([moved.path, moved.cover], ["a/x", undefined]);
    await change({ operation: "update_page", page: y, into: null, slug: "" });
    assert.equal((await app.ok(app.admin, `GET ${path}/content/page/${y}`)).path, "y");
  });

  test("keep the attributes of a page when its document is written back", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const frontMatter =
      "title: T\ncover: https://x.y/1.png\ncoverY: 3\nlayout:\n  outline:\n    visible: false\nvars:\n  a: b\n";
    const page = await app.page(path, "Page", { document: { markdown: `---\n${frontMatter}---\ntext` } });
    const read = () => app.ok(app.admin, `GET ${path}/content/page/${page}`);
    const before = await read();
    assert.deepEqual([before.cover.yPos, before.layout.outline, before.variables], [3, false, { a: "b" }]);
    await app.change(path, {
      operation: "update_page",
      page,
      cover: null,
      layout: null,
      variables: { z: "1" },
    });
    const after = await read();
    assert.equal(after.markdown, "---\ntitle: T\n---\ntext");
    await app.change(path, { operation: "update_page", page, document: { markdown: after.markdown } });
    const again = await read();
    assert.deepEqual([again.cover, again.layout.outline, again.variables], [undefined, true, { z: "1" }]);
    const title = "😀".repeat(512);
    await app.change(path, { operation: "update_page", page, title });
    const { markdown } = await read();
    await app.change(path, { operation: "update_page", page, document: { markdown } });
    assert.equal((await read()).title, title);
  });

  test("apply covers in the order of the batch", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const markdown = "---\ncover: https://x.y/1.png\n---\n";
    const insert = { operation: "insert_page", title: "Page", ref: "r", document: { markdown } };
    const cover = { ref: { kind: "url", url: "https://x.y/2.png" }, yPos: 1 };
    const changes = [insert, { operation: "update_page", page: "r", cover }];
    const id = (await app.change(path, ...changes)).changes[0].page.id;
    assert.deepEqual((await app.ok(app.admin, `GET ${path}/content/page/${id}`)).cover, cover);
    await app.change(path, {
      operation: "update_page",
      page: id,
      document: { markdown: "---\ncover: nofile.png\n---\n" },
    });
    assert.deepEqual((await app.ok(app.admin, `GET ${path}/content/page/${id}`)).cover, cover);
  });
});
