import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";

type Body = Reply["body"];

describeOnEachDatabase("changes of pages", (suite) => {
  const markdown = (text: string) => ({ document: { markdown: text } });

  /** A space with a page, and a change request that changes it. */
  async function changedPage(before: string, after: string, fields: object = {}) {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page", markdown(before));
    const request = await app.changeRequest(space);
    const changes = [{ operation: "update_page", page, ...markdown(after), ...fields }];
    await app.ok(app.admin, `POST ${request.path}/content`, { body: { changes } });
    const read = (query: Record<string, string> = {}): Promise<Body> =>
      app.ok(app.admin, `GET ${request.path}/changes/page/${page}`, { query });
    return { space, page, request, read };
  }

  test("are given as data: fields, blocks, words and cells", async () => {
    const table = "| a | b |\n|---|---|\n";
    const { read } = await changedPage(
      `# Same\n\nOld words here now.\n\n${table}| 1 | 2 |\n| 3 | 4 |\n\nGone entirely\n`,
      `# Same\n\nNew words here now.\n\n${table}| 1 | 2 |\n| 3 | five |\n\n---\n`,
      { title: "Renamed", description: "Said", condition: "visitor.claims.x" },
    );
    const body = await read();
    assert.deepEqual([body.object, body.change, body.type], ["page-changes", "edited", "document"]);
    assert.deepEqual(body.attributes.title, { before: "Page", after: "Renamed" });
    assert.deepEqual(body.attributes.description, { after: "Said" });
    assert.deepEqual(body.attributes.condition, { after: "visitor.claims.x" });
    const [same, words, cells, ...rest] = body.blocks;
    assert.deepEqual(same, { change: "unchanged", count: 1 });
    assert.deepEqual(
      words.text.map((part: Body) => [part.change, part.nodes[0].leaves[0].text]),
      [
        ["removed", "Old"],
        ["added", "New"],
        ["unchanged", " words here now."],
      ],
    );
    const [unchanged, edited] = cells.table.rows;
    assert.deepEqual(unchanged, { change: "unchanged", count: 1 });
    assert.deepEqual(
      edited.cells.map((cell: Body) => cell.change),
      ["unchanged", "edited"],
    );
    assert.deepEqual(
      rest.map(({ change, block }: Body) => [change, block.type]),
      [
        ["removed", "paragraph"],
        ["added", "divider"],
      ],
    );
  });

  test("are shown in the page, side by side, and as lines of Markdown", async () => {
    const same = Array.from({ length: 9 }, (_, i) => `Same ${i}`).join("\n\n");
    const { read } = await changedPage(
      `${same}\n\nOld **words** here <now>.\n\n- one\n- two\n\n\`\`\`js\nlet a = 1;\n\`\`\`\n`,
      `${same}\n\nNew **words** here <now>.\n\n- one\n- two\n- three\n\n\`\`\`js\nlet a = 2;\n\`\`\`\n`,
    );
    const { parts } = await read({ format: "html" });
    assert.deepEqual(
      parts.map(({ change, count }: Body) => [change, count]),
      [
        ["collapsed", 7],
        ["unchanged", undefined],
        ["edited", undefined],
        ["edited", undefined],
        ["edited", undefined],
      ],
    );
    const [, , words, list, code] = parts.map(({ html }: Body) => html?.replaceAll(/ data-key="\w+"/g, ""));
    assert.match(
      words,
      /^<p><del class="diff-removed">Old<\/del><ins class="diff-added">New<\/ins> <strong>words/,
    );
    assert.match(list, /<li>two<\/li><li><ins class="diff-added">three<\/ins><\/li>/);
    assert.match(code, /let a = <del class="diff-removed">1<\/del><ins class="diff-added">2<\/ins>;/);
    assert.doesNotMatch(JSON.stringify(parts), / style=/);
    const columns = (await read({ format: "columns", unchanged: "true" })).parts;
    assert.deepEqual(columns[0].before, columns[0].after);
    assert.match(columns[1].before, /<del class="diff-removed">Old<\/del> <strong>/);
    assert.match(columns[1].after, /<ins class="diff-added">New<\/ins> <strong>/);
    const { lines } = await read({ format: "markdown" });
    assert.deepEqual(lines[0], { change: "collapsed", count: 15 });
    assert.deepEqual(
      lines.filter(({ change }: Body) => change === "added").map(({ text }: Body) => text),
      ["New **words** here <now>.", "- three", "let a = 2;"],
    );
    const removed = lines.find(({ change }: Body) => change === "removed");
    assert.deepEqual([removed.before, removed.ranges], [19, [[0, 3]]]);
  });

  test("mark tables, tabs, images and fields of blocks", async () => {
    const tabs = (title: string, text: string) =>
      `{% tabs %}\n{% tab title="${title}" %}\n${text}\n{% endtab %}\n{% endtabs %}`;
    const table = (rows: string) => `| name | size |\n|---|---|\n${rows}`;
    const hint = (style: string) => `{% hint style="${style}" %}\nMind it\n{% endhint %}`;
    const { read } = await changedPage(
      [
        tabs("One", "Text of it"),
        table("| a | 1 |\n| b | 2 |"),
        hint("info"),
        "![x](https://x.example/a.png)",
      ].join("\n\n"),
      [
        tabs("Two", "Text of it all"),
        table("| a | 10 |\n| c | 3 |"),
        hint("danger"),
        "![x](https://x.example/b.png)",
      ].join("\n\n"),
    );
    const [tab, cells, style, image] = (await read({ format: "html" })).parts.map(({ html }: Body) => html);
    assert.match(tab, /title: <del class="diff-removed">One<\/del> <ins class="diff-added">Two<\/ins>/);
    assert.match(tab, /Text of it<ins class="diff-added"> all<\/ins>/);
    assert.match(cells, /<td><del class="diff-removed">1<\/del><ins class="diff-added">10<\/ins><\/td>/);
    assert.match(cells, /<tr><td><del class="diff-removed">b<\/del>/);
    assert.match(cells, /<tr><td><ins class="diff-added">c<\/ins>/);
    assert.match(style, /hint-danger.*style: <del class="diff-removed">info<\/del> <ins/);
    assert.match(image, /^<del class="diff-removed">.*a\.png.*<\/del><ins class="diff-added">.*b\.png/s);
  });

  test("are those of new, deleted, moved and unchanged pages", async () => {
    const { app } = suite;
    const { space, page, request } = await changedPage("Text", "Text");
    const path = `${request.path}/changes/page`;
    const read = (id: string) => app.ok(app.admin, `GET ${path}/${id}`, { query: { format: "html" } });
    assert.deepEqual([(await read(page)).change, (await read(page)).attributes], ["unchanged", {}]);
    const parent = await app.page(space.path, "Parent");
    await app.ok(app.admin, `POST ${request.path}/update`);
    const change = (body: object) =>
      app.ok(app.admin, `POST ${request.path}/content`, {
        body: { changes: [body] },
        query: { compat: "false" },
      });
    await change({ operation: "update_page", page, into: parent });
    const moved = await read(page);
    assert.deepEqual(
      [moved.change, moved.attributes],
      ["edited", { parent: { after: { id: parent, title: "Parent" } } }],
    );
    const { changes } = await change({ operation: "insert_page", title: "New", ...markdown("Fresh") });
    const created = await read(changes[0].page.id);
    assert.deepEqual([created.change, created.parts[0].change], ["created", "added"]);
    await change({ operation: "delete_page", page });
    const deleted = await read(page);
    assert.deepEqual(
      [deleted.change, deleted.title, deleted.parts[0].change],
      ["deleted", "Page", "removed"],
    );
    await app.refused(app.admin, `GET ${path}/unknown`, 404, /Page not found/);
    const outsider = await app.member(null);
    await app.refused(outsider, `GET ${path}/${page}`, 404, /not found/);
  });

  test("compare any two revisions of a space, and reusable contents", async () => {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page", markdown("one two three"));
    const first = (await app.ok(app.admin, `GET ${space.path}`)).revision;
    const set = (text: string) =>
      app.change(space.path, { operation: "update_page", page, ...markdown(text) });
    await set("one 2 three");
    await set("one 2 three four");
    const last = (await app.ok(app.admin, `GET ${space.path}`)).revision;
    const path = `${space.path}/revisions/${last}/changes`;
    const wordsSince = async (query: object) => {
      const { blocks } = await app.ok(app.admin, `GET ${path}/page/${page}`, { query: { ...query } });
      return blocks[0].text.map((part: Body) => [part.change, part.nodes[0].leaves[0].text]);
    };
    assert.deepEqual(await wordsSince({}), [
      ["unchanged", "one 2 three"],
      ["added", " four"],
    ]);
    assert.deepEqual(
      (await wordsSince({ since: first })).map(([change]: Body) => change),
      [...["unchanged", "removed", "added", "unchanged", "added"]],
    );
    const { changes } = await app.ok(app.admin, `GET ${path}`, { query: { since: first } });
    assert.deepEqual(
      changes.map(({ type }: Body) => type),
      ["page_edited"],
    );
    assert.deepEqual((await app.ok(app.admin, `GET ${path}`, { query: { since: last } })).changes, []);
    for (const suffix of ["", `/page/${page}`])
      await app.refused(app.admin, `GET ${path}${suffix}`, 404, /Revision not found/, {
        query: { since: "x" },
      });
    const other = await app.space();
    const foreign = (await app.ok(app.admin, `GET ${other.path}`)).revision;
    await app.refused(app.admin, `GET ${path}/page/${page}`, 404, /Revision/, { query: { since: foreign } });

    await app.change(space.path, {
      operation: "insert_reusable_content",
      title: "Part",
      ...markdown("Shared text"),
    });
    const { items } = await app.ok(app.admin, `GET ${space.path}/content/reusable-contents`);
    const now = (await app.ok(app.admin, `GET ${space.path}`)).revision;
    const reusable = await app.ok(
      app.admin,
      `GET ${space.path}/revisions/${now}/changes/reusable-contents/${items[0].id}`,
      { query: { format: "html" } },
    );
    assert.deepEqual(
      [reusable.change, reusable.parts[0].html.replace(/ data-key="\w+"/, "")],
      ["created", "<p>Shared text</p>"],
    );
    await set(`one 2 three four\n\n{% include "/reusable-contents/${items[0].id}" %}`);
    const { revision: included } = await app.ok(app.admin, `GET ${space.path}`);
    const { parts } = await app.ok(
      app.admin,
      `GET ${space.path}/revisions/${included}/changes/page/${page}`,
      {
        query: { format: "html" },
      },
    );
    assert.match(parts[1].html, /Reusable content <strong>Part<\/strong>/);
    await app.refused(app.admin, `GET ${path}/reusable-contents/unknown`, 404, /Reusable content not found/);
  });
});
