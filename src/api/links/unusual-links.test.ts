import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";

describeOnEachDatabase("unusual links", (suite) => {
  const list = (path: string, query: Record<string, string> = {}): Promise<Reply["body"]> =>
    suite.app.ok(suite.app.admin, `GET ${path}`, { query });
  const markdown = (text: string) => ({ document: { markdown: text } });
  /** Each link as `status target < sources`, sorted. */
  const listLinks = async (path: string): Promise<string[]> =>
    (await list(`${path}/links`)).items
      .map(({ status, targetReference, locationReferences }: Reply["body"]) => {
        const { url, page, internalLocation } = targetReference;
        const anchor = internalLocation === undefined ? "" : `#${internalLocation.anchor}`;
        const sources = locationReferences.map(({ page: source }: Reply["body"]) => source.title);
        return `${status} ${page === undefined ? url : page.title + anchor} < ${sources.join(" ")}`;
      })
      .sort();

  test("follow an embedded page that moves, and not a page that gets its path", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const group = await app.page(path, "Group", { type: "group" });
    const target = await app.page(path, "Target");
    await app.page(path, "A", markdown('{% embed url="target.md" %}'));
    await app.change(path, { operation: "update_page", page: target, into: group });
    assert.deepEqual(await listLinks(path), ["ok Target < A"]);
    assert.equal((await list(`${path}/content/page/${target}/backlinks`)).count, 1);
    await app.change(path, { operation: "delete_page", page: target });
    await app.page(path, "Target");
    assert.deepEqual(await listLinks(path), [`broken /pages/${target} < A`]);
  });

  test("resolve to the same anchor in every encoding", async () => {
    const { app } = suite;
    const { path } = await app.space();
    await app.page(path, "A", markdown("[a](later.md#my%2Bown)"));
    await app.page(path, "Later", markdown('# H <a href="#my+own" id="my+own"></a>'));
    await app.page(path, "B", markdown("[a](later.md#my%2Bown) [b](later.md#my+own)"));
    assert.deepEqual(await listLinks(path), ["ok Later#my+own < A B"]);
  });

  test("lead to the anchors of expandables, and to headings that begin with a digit", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const text =
      "## 1. Set up\n\n## 1. Set up\n\n## GET/api & more\n\n<details>\n\n<summary>What's <b>new</b>?</summary>\n\nText\n\n</details>\n\n## Whats new";
    await app.page(path, "Target", markdown(text));
    const anchors = [
      ...["id-1.-set-up", "1.-set-up", "id-1.-set-up-1", "1.-set-up-1"],
      ...["get-api-and-more", "whats-new", "whats-new-1"],
    ];
    const links = [...anchors, "id-2.-set-up", "id-1.-set-up-2"].map((anchor) => `[a](target.md#${anchor})`);
    await app.page(path, "A", markdown(links.join(" ")));
    assert.deepEqual(
      await listLinks(path),
      [
        ...["id-2.-set-up", "id-1.-set-up-2"].map((anchor) => `broken Target#${anchor} < A`),
        ...anchors.map((anchor) => `ok Target#${anchor} < A`),
      ].sort(),
    );
  });

  test("lead to named anchors in text, and to the headings after them", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const text = '<a name="Up"></a>\n\n# Title\n\nText <a id="in-text"></a> and `code`.';
    await app.page(path, "Target", markdown(text));
    const anchors = ["Up", "up", "in-text", "none"];
    await app.page(path, "A", markdown(anchors.map((anchor) => `[a](target.md#${anchor})`).join(" ")));
    assert.deepEqual(await listLinks(path), [
      "broken Target#none < A",
      ...["Up", "in-text", "up"].map((anchor) => `ok Target#${anchor} < A`),
    ]);
  });

  test("are broken if the address cannot be right", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const malformed = [
      ...[
        "hhttps://x.example/a",
        "htpp://x.example",
        "https://https://x.example",
        "http://",
        "https://x..example",
      ],
    ];
    const others = [
      ...["https://x.example/?u=hhttps://y", "vscode://file/x", "mailto:a@b.example", "ssh://x.example"],
    ];
    await app.page(path, "A", markdown([...malformed, ...others].map((url) => `[a](<${url}>)`).join("\n\n")));
    assert.deepEqual(
      await listLinks(path),
      [...malformed.map((url) => `broken ${url} < A`), ...others.map((url) => `ok ${url} < A`)].sort(),
    );
  });

  test("with different query strings are one target", async () => {
    const { app } = suite;
    const { path } = await app.space();
    await app.page(path, "Target", markdown("# H"));
    await app.page(
      path,
      "A",
      markdown("[a](target.md) [b](target.md?x=1) [c](target.md?x#h) [d](target.md#h)"),
    );
    assert.deepEqual(await listLinks(path), ["ok Target < A", "ok Target#h < A"]);
  });

  test("with the same relative path resolve to different targets from different parents", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const [one, two] = [await app.page(path, "One"), await app.page(path, "Two")];
    await app.page(path, "A", { into: one, ...markdown('[a](x.md)\n\n{% file src="x.md" %}') });
    await app.page(path, "B", { into: two, ...markdown('[a](x.md)\n\n{% file src="x.md" %}') });
    const missing = ["A", "A", "B", "B"].map((title) => `broken x.md < ${title}`);
    assert.deepEqual(await listLinks(path), missing);
    await app.page(path, "X", { into: one });
    assert.deepEqual(await listLinks(path), [...missing.slice(2), "ok X < A", "ok X < A"]);
  });

  test("are all listed if the operation ignores brokenContext", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const page = await app.page(path, "A", markdown("[a](gone.md) [b](https://x.example)"));
    for (const operationPath of [`${path}/links`, `${path}/content/page/${page}/links`])
      assert.equal((await list(operationPath, { brokenContext: "space" })).count, 2);
  });

  test("in code are not listed", async () => {
    const { app } = suite;
    const { path } = await app.space();
    await app.page(path, "Target");
    await app.page(path, "A", markdown("text\n\n    [a](target.md)\n\n<pre>[b](target.md)</pre>\n"));
    assert.deepEqual(await listLinks(path), []);
  });

  test("in front matter are listed if the image does not exist", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const cover = "---\ncover: /files/unknown\ncoverDark: ../assets/x.png\n---\n\nText\n";
    await app.page(path, "A", markdown(cover));
    assert.deepEqual(await listLinks(path), ["broken ../assets/x.png < A", "broken /files/unknown < A"]);
  });

  test("resolve to a page by its path, even if it was created later", async () => {
    const { app } = suite;
    const { path } = await app.space();
    await app.page(path, "A", markdown("[a](/pages/later) [b](/pages/later#head) [c](later.md)"));
    assert.equal((await list(`${path}/links`)).stats.broken.total, 3);
    const later = await app.page(path, "Later", markdown("# Head"));
    assert.deepEqual(await listLinks(path), ["ok Later < A", "ok Later#head < A"]);
    assert.equal((await list(`${path}/content/page/${later}/backlinks`)).count, 1);
  });
});
