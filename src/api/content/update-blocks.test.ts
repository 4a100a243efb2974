import assert from "node:assert/strict";
import { test } from "node:test";
import { bootApp, describeOnEachDatabase, type Person, type Reply } from "../../../test/support/app.ts";
import { paragraphBlock } from "../../../test/support/blocks.ts";

type Change = Readonly<Record<string, unknown>>;

describeOnEachDatabase("saving blocks of a page", (suite) => {
  async function openPage(markdown: string, options: { inChangeRequest?: boolean } = {}) {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page", { document: { markdown } });
    const { path } = options.inChangeRequest ? await app.changeRequest(space) : space;
    const operation = `POST ${path}/content/page/${page}/blocks`;
    const read = async () =>
      (await app.ok(app.admin, `GET ${path}/content/page/${page}`, { query: { format: "markdown" } }))
        .markdown;
    const open = async () => {
      const { id: revision } = await app.ok(app.admin, `GET ${path}/content`);
      const { document } = await app.ok(app.admin, `GET ${path}/content/page/${page}`, {
        query: { format: "document" },
      });
      const keys: string[] = document.nodes.map(({ key }: { key: string }) => key);
      return { revision, document, keys };
    };
    const save = (revision: string, changes: readonly Change[], person: Person = app.admin) =>
      app.ok(person, operation, { body: { revision, changes } });
    const refused = (status: number, message: RegExp, revision: string, ...changes: Change[]) =>
      app.refused(app.admin, operation, status, message, { body: { revision, changes } });
    return { app, space, path, page, operation, read, open, save, refused };
  }
  const insert = (text: string, position: object = {}): Change => ({
    operation: "insert_blocks",
    blocks: [paragraphBlock(text)],
    ...position,
  });
  const replace = (key: string | undefined, ...texts: string[]): Change => ({
    operation: "replace_block",
    key,
    blocks: texts.map((text) => paragraphBlock(text)),
  });

  for (const inChangeRequest of [false, true])
    test(`inserts, replaces, moves and deletes blocks of ${inChangeRequest ? "a change request" : "a space"}`, async () => {
      const { path, app, page, read, open, save } = await openPage("# A\n\n*b*  \nc\n\n* d\n+ e\n", {
        inChangeRequest,
      });
      const { revision, keys } = await open();
      const [a, b, d] = keys;
      const reply = await save(revision, [
        insert("first"),
        { ...insert("after b", { after: b }), blocks: [{ ...paragraphBlock("after b"), key: "new" }] },
        replace("new", "one", "two"),
        { operation: "move_block", key: d, after: a },
        { operation: "delete_block", key: a },
      ]);
      assert.equal(await read(), "first\n\n* d\n\n*b*  \nc\n\none\n\ntwo\n\n+ e\n");
      const now = await open();
      assert.deepEqual([reply.revision, reply.order], [now.revision, now.keys]);
      const changed = now.document.nodes.filter(({ key }: { key: string }) => !keys.includes(key));
      assert.deepEqual(Object.values(reply.blocks), changed);
      assert.equal(changed.length, 3);
      // The reply is complete: what is not in it, the client has.
      assert.ok(reply.order.every((key: string) => keys.includes(key) || key in reply.blocks));
      const changes = await app.ok(
        app.admin,
        inChangeRequest ? `GET ${path}/changes` : `GET ${path}/revisions/${reply.revision}/changes`,
      );
      assert.deepEqual(
        changes.changes.map((change: Reply["body"]) => change.type),
        ["page_edited"],
      );
      assert.equal(changes.changes[0].page.id, page);
    });

  test("changes blocks in containers and fragments", async () => {
    const { read, open, save, refused } = await openPage(
      '{% tabs %}\n{% tab title="A" %}\none\n\ntwo\n{% endtab %}\n\n{% tab title="B" %}\nthree\n{% endtab %}\n{% endtabs %}\n\n<details>\n\n<summary>More</summary>\n\nfour\n\n</details>\n\n* x\n* y\n',
    );
    const { revision, document } = await open();
    const [tabs, details, list] = document.nodes;
    const [first, second] = tabs.nodes;
    const body = details.fragments[1];
    await save(revision, [
      { operation: "move_block", key: first.nodes[0].key, into: second.key, after: second.nodes[0].key },
      insert("five", { into: body.key, after: body.nodes[0].key }),
      { operation: "delete_block", key: list.nodes[0].key },
      { operation: "delete_block", key: list.nodes[1].key },
    ]);
    assert.equal(
      await read(),
      '{% tabs %}\n{% tab title="A" %}\ntwo\n{% endtab %}\n\n{% tab title="B" %}\nthree\n\none\n{% endtab %}\n{% endtabs %}\n\n<details>\n\n<summary>More</summary>\n\nfour\n\nfive\n\n</details>\n',
    );
    const now = await open();
    const [tab] = now.document.nodes[0].nodes;
    const into = (key: string, into: string) => ({ operation: "move_block", key, into });
    const tabsKey = now.keys[0] ?? "";
    await refused(
      400,
      /^changes\[0\]\.into: must not be in the block itself/,
      now.revision,
      into(tabsKey, tab.key),
    );
    await refused(
      400,
      /^changes\[0\]\.into: must be a block that can contain a tabs-item/,
      now.revision,
      into(tab.key, now.document.nodes[1].fragments[1].key),
    );
    await refused(
      400,
      /^changes\[0\]\.into: must be the key of a block or fragment/,
      now.revision,
      into(tabsKey, tab.nodes[0].key),
    );
  });

  test("answers the current state without writing for no changes, and for changes of nothing", async () => {
    const { open, save } = await openPage("a\n\nb\n");
    const { revision, keys, document } = await open();
    assert.deepEqual(await save(revision, []), { revision, order: keys, blocks: {} });
    const same = [{ operation: "replace_block", key: keys[0], blocks: [document.nodes[0]] }];
    assert.deepEqual(await save(revision, same), { revision, order: keys, blocks: {} });
    assert.equal((await open()).revision, revision);
  });

  test("refuses what it cannot apply, and names the field", async () => {
    const { app, space, page, operation, open, refused } = await openPage("a\n\nb\n");
    const { revision, keys } = await open();
    const [a = "", b] = keys;
    await refused(400, /^changes\[0\]\.key: is not the key of a block/, revision, replace("none", "x"));
    await refused(
      400,
      /^changes\[1\]\.key: is not the key/,
      revision,
      { operation: "delete_block", key: a },
      replace(a, "x"),
    );
    await refused(400, /^changes\[0\]\.after: is not the key/, revision, insert("x", { after: "none" }));
    await refused(400, /^changes\[0\]\.after: must not be the block itself/, revision, {
      operation: "move_block",
      key: a,
      after: a,
    });
    await refused(400, /^changes\[0\]: operation must be one of/, revision, { operation: "swap", key: a });
    const hint = { object: "block", type: "hint", data: { style: "loud" }, nodes: [paragraphBlock("x")] };
    await refused(400, /^changes\[1\]\.blocks\[0\]\.data\.style: /, revision, replace(b, "c"), {
      operation: "insert_blocks",
      blocks: [hint],
    });
    const item = { object: "block", type: "list-item", data: {}, nodes: [paragraphBlock("x")] };
    await refused(400, /^changes\[0\]\.blocks\[0\]\.type: /, revision, {
      operation: "insert_blocks",
      blocks: [item],
    });
    await refused(400, /^changes: must be at most/, revision, insert("x".repeat(3_000_000)));
    await refused(409, /^revision: .*read the page again/, "unknown", insert("x"));
    const request = await app.changeRequest(space);
    const changed = await app.change(request.path, { operation: "update_page", page, title: "Other" });
    await refused(409, /^revision: /, changed.revision, insert("x"));
    const added = await app.page(space.path, "Added");
    await app.refused(
      app.admin,
      `POST ${space.path}/content/page/${added}/blocks`,
      400,
      /^revision: is earlier/,
      {
        body: { revision, changes: [] },
      },
    );
    await app.refused(app.admin, operation.replace(page, "unknown"), 404, /^Page not found/, {
      body: { revision, changes: [] },
    });
    await app.change(space.path, { operation: "delete_page", page });
    await refused(410, /^The page was deleted/, revision, replace(a, "x"));
  });

  test("merges with what others have saved since", async () => {
    const { app, open, save, read } = await openPage("one\n\ntwo\n\nthree words here. And there.\n");
    const editor = await app.member("edit");
    const { revision, keys } = await open();
    await save(
      revision,
      [replace(keys[0], "one by editor"), insert("end by editor", { after: keys[2] })],
      editor,
    );
    const reply = await save(revision, [
      replace(keys[1], "two by admin"),
      replace(keys[2], "three words here. And over there."),
    ]);
    assert.equal(
      await read(),
      "one by editor\n\ntwo by admin\n\nthree words here. And over there.\n\nend by editor\n",
    );
    const now = await open();
    assert.deepEqual([reply.revision, reply.order], [now.revision, now.keys]);
    assert.equal(Object.keys(reply.blocks).length, 4);
  });

  test("keeps both versions of words that both changed, without markers", async () => {
    const { app, open, save, read } = await openPage(
      'same words\n\n{% hint style="info" %}\ninner\n{% endhint %}\n',
    );
    const editor = await app.member("edit");
    const { revision, keys, document } = await open();
    const inner = document.nodes[1].nodes[0].key;
    await save(revision, [replace(keys[0], "their words"), replace(inner, "inner of theirs")], editor);
    await save(revision, [replace(keys[0], "my words"), replace(inner, "inner of mine")]);
    assert.equal(
      await read(),
      'their words\n\nmy words\n\n{% hint style="info" %}\ninner of theirs\n\ninner of mine\n{% endhint %}\n',
    );
    // What one deleted and the other changed is kept.
    const next = await open();
    await save(next.revision, [{ operation: "delete_block", key: next.keys[0] }], editor);
    await save(next.revision, [replace(next.keys[0], "changed again")]);
    assert.match(await read(), /^changed again\n\nmy words\n/);
  });

  test("applies a request that is sent again once", async () => {
    const { app, open, save, read } = await openPage("a\n\nb\n\nc\n");
    const editor = await app.member("edit");
    const { keys } = await open();
    const [a, b, c] = keys;
    const batches: readonly (readonly Change[])[] = [
      [insert("new"), insert("last", { after: c })],
      [replace(b, "b2")],
      [{ operation: "move_block", key: a, after: c }],
      [{ operation: "delete_block", key: b }],
    ];
    for (const changes of batches) {
      const start = await open();
      const rekey = (key: unknown) => start.keys[keys.indexOf(String(key))] ?? key;
      const batch = changes.map((change) => ({
        ...change,
        ...("key" in change && { key: rekey(change.key) }),
        ...("after" in change && { after: rekey(change.after) }),
      }));
      const first = await save(start.revision, batch);
      const text = await read();
      assert.deepEqual(await save(start.revision, batch), first);
      assert.equal(await read(), text);
      // Somebody else saves before it is sent again.
      const now = await open();
      await save(
        now.revision,
        now.keys.map((key) => replace(key, `${key} by editor`)),
        editor,
      );
      const after = await read();
      const again = await save(start.revision, batch);
      assert.equal(await read(), after);
      assert.deepEqual([again.revision, again.order], [(await open()).revision, (await open()).keys]);
      const reset = await open();
      await save(reset.revision, [
        ...reset.keys.map((key) => ({ operation: "delete_block", key })),
        { operation: "insert_blocks", blocks: ["a", "b", "c"].map((text) => paragraphBlock(text)) },
      ]);
    }
  });

  test("merges saves of several processes, and applies a request once that both get at the same time", async (t) => {
    const { app, space, page, operation, open, read } = await openPage("start\n");
    const other = await bootApp(suite.environment);
    t.after(() => other.close());
    const otherPage = await app.page(space.path, "Other", { document: { markdown: "start\n" } });
    const saveOther = async (through: typeof app, text: string) => {
      const { id: revision } = await through.ok(app.admin, `GET ${space.path}/content`);
      const body = { revision, changes: [insert(text)] };
      await through.ok(app.admin, operation.replace(page, otherPage), { body });
    };
    const saved = ["start"];
    for (let round = 1; round <= 8; round++) {
      const { revision, keys } = await open();
      saved.push(`saved ${round}`);
      const body = { revision, changes: [insert(`saved ${round}`)] };
      const [first, second] = await Promise.all([
        app.ok(app.admin, operation, { body }),
        other.ok(app.admin, operation, { body }),
        saveOther(other, `${round}`),
        saveOther(app, `${round} again`),
      ]);
      assert.deepEqual([first.order.length, first.order], [keys.length + 1, second.order]);
    }
    assert.equal(await read(), `${saved.reverse().join("\n\n")}\n`);
  });
});
