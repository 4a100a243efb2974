import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

/** The fields of a document's nodes that the tests read. */
interface DocumentNode {
  readonly type: string;
  readonly key: string;
  readonly data: Record<string, unknown>;
  readonly nodes: DocumentNode[];
}

describeOnEachDatabase("documents as blocks", (suite) => {
  async function createPages(...pages: { title: string; markdown: string }[]) {
    const { app } = suite;
    const { path } = await app.space();
    const ids: string[] = [];
    for (const { title, markdown } of pages)
      ids.push(await app.page(path, title, { document: { markdown } }));
    const read = async (
      id: string | undefined,
      query: Record<string, unknown> = {},
      base = `${path}/content`,
    ) =>
      (await app.ok(app.admin, `GET ${base}/page/${id}`, { query: { format: "document", ...query } }))
        .document;
    return { app, path, ids, read };
  }
  const text = (value: string) => ({ object: "text", leaves: [{ object: "leaf", text: value, marks: [] }] });
  const paragraph = (value: string) => ({
    object: "block",
    type: "paragraph",
    data: {},
    nodes: [text(value)],
  });

  test("are returned by every operation that reads pages, with links by id", async () => {
    const { app, path, ids, read } = await createPages(
      { title: "Target", markdown: "# Target\n" },
      {
        title: "Start",
        markdown: "---\ndescription: d\n---\n\nSee [it](target.md#top), [out](https://x.y), [?](none.md).\n",
      },
    );
    const [target, start] = ids;
    const document = await read(start);
    assert.deepEqual([document.object, document.data], ["document", { frontMatter: "description: d\n" }]);
    const refs = document.nodes[0].nodes.flatMap((node: DocumentNode) =>
      node.type === "link" ? [node.data.ref] : [],
    );
    assert.deepEqual(refs, [
      { kind: "anchor", anchor: "top", page: target },
      { kind: "url", url: "https://x.y" },
      { kind: "url", url: "none.md" },
    ]);
    const { revision } = await app.ok(app.admin, `GET ${path}`);
    const get = (rest: string) => app.ok(app.admin, `GET ${path}/${rest}`);
    assert.deepEqual((await get("content/path/start?format=document")).document, document);
    assert.deepEqual(await read(start, {}, `${path}/revisions/${revision}`), document);
    assert.deepEqual(await get(`revisions/${revision}/page/${start}/document`), document);
    const { documentId, markdown } = await get(`content/page/${start}`);
    assert.match(markdown, /\[it\]\(target\.md#top\)/);
    assert.deepEqual(await get(`documents/${documentId}`), document);
    await app.refused(app.admin, `GET ${path}/documents/${"x".repeat(27)}`, 404, /Document not found/);
    await app.refused(app.admin, `GET ${path}/documents/nope`, 404, /Document not found/);
    const request = await app.changeRequest({ path });
    assert.deepEqual(await read(start, {}, `${request.path}/content`), document);
    assert.deepEqual(await app.ok(app.admin, `GET ${request.path}/content/page/${start}/document`), document);
  });

  test("are empty for an empty page, and missing for a page that has no document", async () => {
    const { app, path } = await createPages();
    const empty = await app.page(path, "Empty");
    const group = await app.page(path, "Group", { type: "group" });
    const nothing = { object: "document", data: {}, nodes: [] };
    const page = await app.ok(app.admin, `GET ${path}/content/page/${empty}?format=document`);
    assert.deepEqual([page.document, page.markdown], [nothing, undefined]);
    assert.deepEqual(await app.ok(app.admin, `GET ${path}/content/page/${empty}/document`), nothing);
    await app.refused(app.admin, `GET ${path}/content/page/${group}/document`, 404, /Document not found/);
    const { document } = await app.ok(app.admin, `GET ${path}/content/page/${group}?format=document`);
    assert.equal(document, undefined);
  });

  test("are returned only to callers who may read the space", async () => {
    const { app, path, ids } = await createPages({ title: "A", markdown: "a" });
    const stranger = await app.stranger();
    const { documentId } = await app.ok(app.admin, `GET ${path}/content/page/${ids[0]}`);
    for (const rest of [`content/page/${ids[0]}/document`, `documents/${documentId}`])
      await app.refused(stranger, `GET ${path}/${rest}`, 404, /Space not found/);
    const other = await app.space();
    await app.refused(app.admin, `GET ${other.path}/documents/${documentId}`, 404, /Document not found/);
  });

  test("are found in every revision and change request of a space, but not in its copies", async () => {
    const { app, path, ids } = await createPages({ title: "A", markdown: "a" });
    const copy = `/spaces/${(await app.ok(app.admin, `POST ${path}/duplicate`)).id}`;
    const request = await app.changeRequest({ path });
    const idIn = async (content: string) =>
      (await app.ok(app.admin, `GET ${content}/page/${ids[0]}`)).documentId as string;
    const write = (target: string, markdown: string) =>
      app.change(target, { operation: "update_page", page: ids[0], document: { markdown } });
    const found = [await idIn(`${path}/content`)];
    await write(path, "only here");
    await write(request.path, "only in the draft");
    found.push(await idIn(`${path}/content`), await idIn(`${request.path}/content`));
    for (const id of found) {
      await app.ok(app.admin, `GET ${path}/documents/${id}`);
      await app.refused(app.admin, `GET ${copy}/documents/${id}`, 404, /Document not found/);
      const other = id.slice(0, 27) + (await idIn(`${copy}/content`)).slice(27);
      if (id !== found[0])
        await app.refused(app.admin, `GET ${copy}/documents/${other}`, 404, /Document not found/);
    }
    await app.ok(app.admin, `GET ${copy}/documents/${await idIn(`${copy}/content`)}`);
  });

  test("can be written, and read as blocks or as Markdown", async () => {
    const { app, path, ids, read } = await createPages({ title: "Target", markdown: "t" });
    const link = {
      object: "inline",
      type: "link",
      data: { ref: { kind: "page", page: ids[0] } },
      nodes: [text("it")],
    };
    const nodes = [
      { object: "block", type: "heading-2", data: {}, nodes: [text("Title")] },
      { object: "block", type: "paragraph", nodes: [text("See *"), link] },
      { object: "block", type: "hint", data: { style: "warning" }, nodes: [paragraph("Mind")] },
    ];
    const document = { document: { object: "document", data: {}, nodes } };
    const id = await app.page(path, "Written", { document });
    const { markdown } = await app.ok(app.admin, `GET ${path}/content/page/${id}`);
    assert.equal(
      markdown,
      '## Title\n\nSee \\*[it](target.md)\n\n{% hint style="warning" %}\nMind\n{% endhint %}\n',
    );
    const written = await read(id);
    assert.deepEqual(
      written.nodes.map(({ type }: DocumentNode) => type),
      ["heading-2", "paragraph", "hint"],
    );
    await app.change(path, { operation: "update_page", page: id, document: { document: written } });
    assert.deepEqual(await read(id), written);
    const changed = await app.change(path, { operation: "insert_reusable_content", title: "R", document });
    const [reusable] = changed.insertedReusableContents;
    const revision = (await app.ok(app.admin, `GET ${path}`)).revision;
    for (const base of ["content", `revisions/${revision}`]) {
      const read = await app.ok(app.admin, `GET ${path}/${base}/reusable-contents/${reusable}/document`);
      assert.equal(read.nodes.length, 3);
    }
  });

  test("are refused if invalid, with the invalid field", async () => {
    const { app, path } = await createPages();
    const documentOf = (...nodes: unknown[]) => ({ document: { object: "document", nodes } });
    const inTabs = (inner: unknown) => ({ object: "block", type: "tabs", nodes: [inner] });
    const update = (data: object) => ({ object: "block", type: "update", data, nodes: [paragraph("x")] });
    const prompt = (...nodes: unknown[]) => ({ object: "block", type: "prompt", data: {}, nodes });
    const code = { object: "block", type: "code", nodes: [{ object: "block", type: "code-line" }] };
    const button = (data: object) => ({
      object: "block",
      type: "paragraph",
      nodes: [{ object: "inline", type: "button", data: { label: "x", kind: "primary", ...data } }],
    });
    const invalid: [unknown, RegExp][] = [
      [{ document: { object: "block" } }, /document\.document\.object: must be/],
      [{ document: { object: "document" } }, /document\.document\.nodes: must be an array/],
      [documentOf({ object: "block", type: "nope" }), /nodes\[0\]\.type: must be one of paragraph/],
      [
        documentOf({ object: "block", type: "hint", data: { style: "loud" } }),
        /nodes\[0\]\.data\.style: must be one of info/,
      ],
      [documentOf(inTabs(paragraph("x"))), /nodes\[0\]\.nodes\[0\]\.type: must be one of tabs-item/],
      [documentOf({ object: "block", type: "list-item", nodes: [] }), /nodes\[0\]\.type/],
      [
        documentOf({ object: "block", type: "updates", nodes: [update({ date: "soon" })] }),
        /nodes\[0\]\.nodes\[0\]\.data\.date: must be a date or a timestamp/,
      ],
      [
        documentOf({
          object: "block",
          type: "updates",
          nodes: [update({ date: "2026-04-22", tags: [{ kind: "tag", tag: "a,b" }] })],
        }),
        /nodes\[0\]\.nodes\[0\]\.data\.tags\[0\]\.tag: must be the name of a tag/,
      ],
      [documentOf(update({ date: "2026-04-22" })), /nodes\[0\]\.type/],
      [documentOf(prompt(paragraph("x"))), /nodes\[0\]\.nodes\[0\]\.type: must be one of code/],
      [documentOf(prompt(code, code)), /nodes\[0\]\.nodes: must contain a single block/],
      [documentOf(button({})), /nodes\[0\]\.nodes\[0\]\.data: must contain either ref or action/],
      [
        documentOf(button({ action: { action: "select" } })),
        /nodes\[0\]\.nodes\[0\]\.data\.action\.slug: must be a string/,
      ],
      [
        documentOf({ object: "block", type: "paragraph", nodes: [{ object: "text" }] }),
        /nodes\[0\]\.nodes\[0\]\.leaves/,
      ],
      [documentOf({ object: "block", type: "embed", data: {} }), /nodes\[0\]\.data\.url: must be a string/],
      [{ markdown: "a", ...documentOf() }, /document: must have either markdown or document/],
    ];
    for (const [document, message] of invalid)
      await app.refused(app.admin, `POST ${path}/content`, 400, message, {
        body: { changes: [{ operation: "insert_page", title: "x", document }] },
      });
    assert.deepEqual((await app.ok(app.admin, `GET ${path}/content/pages`)).pages, []);
  });

  test("keep the keys of the blocks that did not change", async () => {
    const markdown = "# One\n\nfirst\n\n- a\n- b\n\nlast\n";
    const { app, path, ids, read } = await createPages({ title: "A", markdown });
    const before: DocumentNode[] = (await read(ids[0])).nodes;
    const changed = "# One\n\nnew\n\nfirst, changed\n\n- a\n- b\n- c\n\nlast\n";
    await app.change(path, { operation: "update_page", page: ids[0], document: { markdown: changed } });
    const after: DocumentNode[] = (await read(ids[0])).nodes;
    const [heading, , list, last] = before;
    assert.deepEqual([after[0]?.key, after[3]?.key, after[4]?.key], [heading?.key, list?.key, last?.key]);
    assert.deepEqual(after[3]?.nodes.slice(0, 2), list?.nodes);
  });

  test("keep the Markdown of unchanged blocks, so that merges see only the changes", async () => {
    const markdown = "# Title\n\nFirst.\n\n* one\n* two\n\nOver *two*\nlines, to [A](./a.md).\n";
    const { app, path, ids } = await createPages({ title: "A", markdown });
    const [page] = ids;
    const request = await app.changeRequest({ path });
    const pagePath = `${request.path}/content/page/${page}`;
    const { document } = await app.ok(app.admin, `GET ${pagePath}?format=document`);
    await app.change(request.path, { operation: "update_page", page, document: { document } });
    assert.equal((await app.ok(app.admin, `GET ${pagePath}`)).markdown, markdown);
    const nodes = document.nodes.with(1, paragraph("First, changed."));
    await app.change(request.path, {
      operation: "update_page",
      page,
      document: { document: { ...document, nodes } },
    });
    const changed = markdown.replace("First.", "First, changed.");
    assert.equal((await app.ok(app.admin, `GET ${pagePath}`)).markdown, changed);
    const inPrimary = markdown.replace("* two", "* two, changed");
    await app.change(path, { operation: "update_page", page, document: { markdown: inPrimary } });
    assert.equal((await app.ok(app.admin, `POST ${request.path}/merge`)).result, "merge");
    const merged = (await app.ok(app.admin, `GET ${path}/content/page/${page}`)).markdown;
    assert.equal(merged, changed.replace("* two", "* two, changed"));
  });

  test("show an update with a condition only if that is met", async () => {
    const update = (date: string, text: string) => `{% update date="${date}" %}\n${text}\n{% endupdate %}\n`;
    const beta = `{% if visitor.claims.beta %}\n${update("2026-04-02", "beta")}{% endif %}\n`;
    const markdown = `{% updates %}\n${update("2026-04-03", "new")}${beta}${update("2026-04-01", "old")}{% endupdates %}\n`;
    const { ids, read } = await createPages({ title: "A", markdown });
    const types = async (query: Record<string, string>) =>
      (await read(ids[0], query)).nodes.map(({ type }: DocumentNode) => type);
    assert.deepEqual(await types({}), ["updates", "if", "updates"]);
    const evaluated = await read(ids[0], { evaluated: "true" });
    assert.deepEqual(
      evaluated.nodes.map(({ type }: DocumentNode) => type),
      ["updates", "updates"],
    );
    assert.ok(!JSON.stringify(evaluated).includes("beta"));
  });

  test("are evaluated on request", async () => {
    const expression = '<code class="expression">space.vars.v</code>';
    const markdown = `${expression} [a](a.md)\n\n{% if visitor.claims.pro %}\npro\n{% else %}\nbasic\n{% endif %}\n\n{% if space.vars.v == "1.2" %}\nshown\n{% endif %}\n`;
    const { app, path, ids, read } = await createPages({ title: "A", markdown });
    const { insertedReusableContents } = await app.change(
      path,
      { operation: "set_variables", variables: { v: "1.2" } },
      { operation: "insert_reusable_content", title: "Note", document: { markdown: `shared ${expression}` } },
    );
    const include = `\n{% include "/reusable-contents/${insertedReusableContents[0]}" %}\n`;
    await app.change(path, {
      operation: "update_page",
      page: ids[0],
      document: { markdown: markdown + include },
    });
    const types = async (evaluated?: string) =>
      (await read(ids[0], evaluated === undefined ? {} : { evaluated })).nodes.map(
        ({ type }: DocumentNode) => type,
      );
    assert.deepEqual(await types(), ["paragraph", "if", "if", "if", "reusable-content"]);
    assert.deepEqual(await types("true"), ["paragraph", "paragraph", "paragraph", "paragraph"]);
    assert.deepEqual(await types("deterministic-only"), ["paragraph", "if", "if", "paragraph", "paragraph"]);
    const evaluated = await app.ok(app.admin, `GET ${path}/content/page/${ids[0]}?evaluated=true`);
    assert.equal(evaluated.markdown, "# A\n\n1.2 [a](a.md)\n\nbasic\n\nshown\n\nshared 1.2\n");
  });

  test("begin with the title of their page as evaluated Markdown, unless they have a heading", async () => {
    const expression = '<code class="expression">page.title</code>';
    const cases = [
      ["Plain", "Text\n\n# Later\n", "# Plain\n\nText\n\n# Later\n"],
      ["Front", "---\nicon: a\n---\n\nText\n", "---\nicon: a\n---\n\n# Front\n\nText\n"],
      ["Same", "# Same\n\nText\n", "# Same\n\nText\n"],
      ["Own heading", "Other *one*\n===\n\nText\n", "Other *one*\n===\n\nText\n"],
      ["Smaller", "## Part\n", "# Smaller\n\n## Part\n"],
      ["*A* [b] C #", "    code\n", "# \\*A\\* \\[b\\] C \\#\n\n    code\n"],
      ["Empty", "", "# Empty\n"],
      ["Expression", `${expression}\n`, `# Expression\n\n${expression}\n`],
    ] as const;
    const { app, path, ids } = await createPages(...cases.map(([title, markdown]) => ({ title, markdown })));
    for (const [i, [title, markdown, withTitle]] of cases.entries()) {
      const read = async (evaluated: string) =>
        (await app.ok(app.admin, `GET ${path}/content/page/${ids[i]}?evaluated=${evaluated}`)).markdown;
      assert.equal(await read("false"), markdown, title);
      for (const mode of ["true", "deterministic-only"]) assert.equal(await read(mode), withTitle, title);
    }
  });

  test("are reverted block by block", async () => {
    const { app, path, ids } = await createPages({ title: "A", markdown: "one\n\ntwo\n\nthree\n" });
    const [page] = ids;
    const request = await app.changeRequest({ path });
    const markdown = async () =>
      (await app.ok(app.admin, `GET ${request.path}/content/page/${page}`)).markdown;
    await app.change(request.path, {
      operation: "update_page",
      page,
      document: { markdown: "One!\n\ntwo\n\nThree!\n\nfour\n" },
    });
    const { document } = await app.ok(app.admin, `GET ${request.path}/content/page/${page}?format=document`);
    const [first, , , fourth]: DocumentNode[] = document.nodes;
    await app.change(request.path, { operation: "revert_page", page, block: [first?.key] });
    assert.equal(await markdown(), "one\n\ntwo\n\nThree!\n\nfour\n");
    await app.change(request.path, { operation: "revert_page", page, block: [fourth?.key] });
    assert.equal(await markdown(), "one\n\ntwo\n\nThree!\n");
    const body = { changes: [{ operation: "revert_page", page, block: ["nope"] }] };
    await app.refused(app.admin, `POST ${request.path}/content`, 400, /^changes\[0\]\.block\[0\]/, { body });
  });
});
