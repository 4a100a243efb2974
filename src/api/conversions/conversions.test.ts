import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";
import { readClipboardSamples } from "../../../test/support/clipboard.ts";
import { limits } from "../../content/model/limits.ts";

type Body = Reply["body"];

describeOnEachDatabase("conversions", (suite) => {
  const convert = (path: string, body: object): Promise<Body> =>
    suite.app.ok(suite.app.admin, `POST ${path}/content/convert`, { body });
  const refs = (document: Body): Body[] =>
    JSON.stringify(document)
      .matchAll(/"ref":(\{[^{}]*\})/g)
      .map(([, ref = ""]) => JSON.parse(ref))
      .toArray();

  test("of HTML give blocks with keys, or Markdown", async () => {
    const { path } = await suite.app.space();
    for (const { name, html, markdown } of readClipboardSamples().filter(({ html }) => html !== undefined)) {
      const asMarkdown = await convert(path, { html, format: "markdown" });
      assert.equal(asMarkdown.markdown, markdown, name);
      const { document } = await convert(path, { html });
      assert.ok(
        document.nodes.length > 0 && document.nodes.every(({ key }: Body) => typeof key === "string"),
      );
      const again = await convert(path, { document });
      const blocks = await convert(path, { markdown: again.markdown });
      assert.deepEqual(blocks.document, document, name);
    }
  });

  test("of Markdown and back keep its bytes, with links by id in the blocks", async () => {
    const { app } = suite;
    const space = await app.space();
    const target = await app.page(space.path, "Target");
    const markdown =
      "---\nicon: star\n---\n\nSetext\n======\n\n* [a](target.md)\n+ b\n\n{% hint %}\nx\n{% endhint %}\n";
    const page = await app.page(space.path, "Page", { document: { markdown } });
    const request = await app.changeRequest(space);
    for (const { path } of [space, request]) {
      const { document, images, omittedImages } = await convert(path, { markdown, page });
      assert.deepEqual(refs(document), [{ kind: "page", page: target }]);
      assert.deepEqual([images, omittedImages], [[], 0]);
      const back = await convert(path, { document, page });
      assert.equal(back.markdown, markdown);
      assert.equal(back.document, undefined);
      const changed = { ...document, nodes: [...document.nodes, document.nodes[1]] };
      const { markdown: longer } = await convert(path, { document: changed, page });
      assert.equal(longer, `${markdown}\n* [a](target.md)\n`);
    }
  });

  test("of Markdown of other programs read their callouts", async () => {
    const { path } = await suite.app.space();
    const markdown = "> [!TIP]\n> Text\n";
    assert.equal((await convert(path, { markdown })).document.nodes[0].type, "blockquote");
    assert.equal((await convert(path, { markdown, dialect: "any" })).document.nodes[0].type, "hint");
  });

  test("turn URLs of pages in the workspace into references", async () => {
    const { app } = suite;
    const [space, other, hidden] = [await app.space(), await app.space(), await app.space()];
    const page = await app.page(space.path, "Page");
    const reader = await app.member(null);
    for (const { path } of [space, other]) await app.give(path, "read", { users: [reader] });
    const url = (path: string, id: string) => app.context.urls.app(`${path}/pages/${id}`);
    const html = [
      url(space.path, page),
      `${url(space.path, page)}#head`,
      url(other.path, "some"),
      url(hidden.path, "some"),
      "https://example.com/app/spaces/a/pages/b",
    ].map((href) => `<p><a href="${href}">x</a></p>`);
    const { body } = await app.call(reader, `POST ${space.path}/content/convert`, {
      body: { html: html.join("") },
    });
    assert.deepEqual(refs(body.document), [
      { kind: "page", page },
      { kind: "anchor", anchor: "head", page },
      { kind: "page", page: "some", space: other.id },
      { kind: "url", url: url(hidden.path, "some") },
      { kind: "url", url: "https://example.com/app/spaces/a/pages/b" },
    ]);
  });

  test("return the images in HTML, and count those of other computers", async () => {
    const { path } = await suite.app.space();
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==",
      "base64",
    );
    const html = `<img alt="My chart" src="data:image/png;base64,${png.toString("base64")}"><img src="file:///C:/a.png"><img src="https://example.com/b.png">`;
    const { document, images, omittedImages } = await convert(path, { html });
    assert.equal(omittedImages, 1);
    const [{ url, name, contentType, base64 }] = images;
    assert.deepEqual([name, contentType, base64], ["My chart.png", "image/png", png.toString("base64")]);
    assert.deepEqual(refs(document), [
      { kind: "url", url },
      { kind: "url", url: "https://example.com/b.png" },
    ]);
  });

  test("refuse wrong input, unknown pages and too much", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const refused = (body: object, message: RegExp, status = 400) =>
      app.refused(app.admin, `POST ${path}/content/convert`, status, message, { body });
    await refused({}, /^body: must have one of html, markdown and document/);
    await refused({ html: "", markdown: "" }, /^body: must have one of/);
    await refused({ document: { object: "document", nodes: [{}] } }, /^document\.nodes\[0\]/);
    await refused({ markdown: "a", page: "unknown" }, /page: Page not found/, 404);
    await refused({ markdown: "a".repeat(limits.document + 1) }, /^markdown: must/);
    await refused({ html: `<p>${"<b>a</b> ".repeat(260_000)}` }, /^html: The page has more than/);
    await refused({ html: `<p>${"word ".repeat(500_000)}` }, /^html: must be at most/);
  });

  test("do not delay other requests", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const html = `<ul>${"<li>An <b>item</b> with <a href='https://example.com'>a link</a></li>".repeat(8000)}</ul>`;
    // The worker thread starts with the first request.
    await convert(path, { html: "<p>a</p>" });
    let done = false;
    const conversion = convert(path, { html }).finally(() => {
      done = true;
    });
    let [longest, before] = [0, performance.now()];
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const now = performance.now();
      longest = Math.max(longest, now - before);
      before = now;
    }
    assert.equal((await conversion).document.nodes[0].nodes.length, 8000);
    assert.ok(longest < 1000, `${Math.round(longest)} ms`);
  });
});

describeOnEachDatabase("checks of Markdown", (suite) => {
  test("find mistakes in a page of a space or of a change request", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const insert = (title: string) => ({ operation: "insert_page", title });
    await app.change(request.path, insert("Page"), insert("New"));
    const { pages } = await app.ok(app.admin, `GET ${request.path}/content/pages`);
    const page = pages[0].id;
    const body = { markdown: "[a](new.md)\n\n  {% hnit %}\n", page };
    const check = (path: string, sent: object) =>
      app.ok(app.admin, `POST ${path}/content/check`, { body: sent });
    assert.deepEqual(await check(request.path, body), {
      problems: [
        {
          code: "unknown-tag",
          severity: "error",
          message: "Write `hint` instead of `hnit`, which is not a tag.",
          line: 3,
          column: 3,
          length: 10,
        },
      ],
    });
    await app.refused(app.admin, `POST ${space.path}/content/check`, 404, /Page not found/, { body });
    const { problems } = await check(space.path, { markdown: "[a](new.md)" });
    assert.deepEqual(
      problems.map(({ code, line, column, length }: Body) => [code, line, column, length]),
      [["broken-reference", 1, 5, 6]],
    );
    assert.equal((await check(space.path, { markdown: "{% a %}\n".repeat(1000) })).problems.length, 500);
  });
});
