import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importFiles, outlineOf, pageAt, png } from "../../../test/support/markdown-tree.ts";

describe("a Markdown tree with a SUMMARY.md", () => {
  const summary = `# Table of contents

* [Welcome](README.md)
* [Guide](guide/README.md "nav title")
  * [Install \\[fast\\]](<guide/install here.md>)
    1. [Section](guide/README.md#section)
  * [Missing](guide/none.md)
- [Site](https://example.com/x?y=1)

## Reference <a href="#ref" id="ref"></a>

* [API](api.md)
* Just words
  + [Deep](deep.md)
* [Welcome again](README.md)
* [Manual](manual.pdf)
`;
  const files = {
    "SUMMARY.md": summary,
    "README.md": "# Welcome\n\nHello.",
    "guide/README.md": "---\ndescription: All of it\n---\n\n# Guide\n\nText",
    "guide/install here.md": "Run it.",
    "api.md": "# Another heading\n\nText",
    "deep.md": "",
    "manual.pdf": "%PDF-1.7",
  };

  test("has its order and nesting", async () => {
    const tree = await importFiles(files);
    assert.deepEqual(outlineOf(tree), [
      "Welcome",
      "Guide",
      "  Install [fast]",
      "    Section -> guide/README.md#section",
      "Site -> https://example.com/x?y=1",
      "Reference:",
      "  API",
      "  Just words",
      "    Deep",
      "  Welcome again -> README.md",
      "  Manual -> manual.pdf",
    ]);
    assert.equal(pageAt(tree, "README.md").markdown, "Hello.");
    assert.equal(pageAt(tree, "guide/README.md").markdown, "---\ndescription: All of it\n---\n\nText");
    assert.deepEqual(pageAt(tree, "guide/README.md").aliases, ["guide/README", "guide"]);
    assert.equal(pageAt(tree, "api.md").markdown, "# Another heading\n\nText");
    const group = tree.pages.find(({ type }) => type === "group");
    assert.deepEqual([group?.slug, group?.aliases], ["ref", ["ref"]]);
    assert.deepEqual(
      tree.files.map(({ address, name, contentType }) => [address, name, contentType]),
      [["manual.pdf", "manual.pdf", "application/pdf"]],
    );
    // The pages, one broken link, and a file.
    assert.equal(tree.total, 11 + 1 + 1);
  });

  test("places unlisted pages in their folders or at the end, and hides linked ones", async () => {
    const tree = await importFiles({
      ...files,
      "guide/install here.md": "See [more](more.md).",
      "guide/more.md": "# More\n\nAnd [further](../far/further.md), [shown](shown.md)",
      "guide/shown.md": "---\nhidden: false\n---\n",
      "far/further.md": "---\nicon: x\n---\nText",
      "far/unknown.md": "Text",
      "z.md": "",
    });
    assert.deepEqual(outlineOf(tree).slice(0, 6), [
      "Welcome",
      "Guide",
      "  Install [fast]",
      "    Section -> guide/README.md#section",
      "  More",
      "  Shown",
    ]);
    assert.deepEqual(outlineOf(tree).slice(-4), ["Far:", "  Further", "  Unknown", "Z"]);
    assert.match(pageAt(tree, "guide/more.md").markdown ?? "", /^---\nhidden: true\n---\nAnd/);
    assert.equal(pageAt(tree, "guide/shown.md").markdown, "---\nhidden: false\n---\n");
    assert.equal(pageAt(tree, "far/further.md").markdown, "---\nicon: x\nhidden: true\n---\nText");
    assert.equal(pageAt(tree, "far/unknown.md").markdown, "Text");
  });

  test("can have other paths in the settings", async () => {
    const tree = await importFiles({
      ".gitbook.yaml": "root: ./docs/\nstructure:\n  readme: intro.md\n  summary: toc.md\n",
      "README.md": "Of the repository",
      "docs/toc.md": "[One](one.md)\n",
      "docs/intro.md": "Hello ![](/pics/a.png)",
      "docs/one.md": "![](../outside.png)",
      "docs/pics/a.png": png,
      "docs/.gitbook/assets/b.png": png,
      "outside.png": png,
      ".gitbook/assets/not-here.png": png,
    });
    assert.deepEqual(outlineOf(tree), ["Intro", "One"]);
    assert.deepEqual(pageAt(tree, "docs/one.md").aliases, ["docs/one", "one.md", "one"]);
    assert.deepEqual(
      tree.files.map(({ address }) => address),
      ["docs/.gitbook/assets/b.png", "docs/pics/a.png", "outside.png"],
    );
  });

  test("can have headings as groups, and links outside of lists", async () => {
    const tree = await importFiles({
      "SUMMARY.md":
        "# Summary\r\n\r\n[Preface](p.md)\r\n\r\n# Part I\r\n\r\n- [A](a.md)\r\n\t- [B]()\r\n\t\t- [C](c.md)\r\n",
      "p.md": "",
      "a.md": "",
      "c.md": "",
    });
    assert.deepEqual(outlineOf(tree), ["Preface", "Part I:", "  A", "    B", "      C"]);
  });

  test("is read without its comments", async () => {
    const tree = await importFiles({
      "SUMMARY.md":
        "<!-- c -->\n# Summary\n\n* [A <!-- c -->](a.md)\n<!--\n* [Hidden](h.md)\n-->\n  <!-- * [Hidden](h.md) -->\n* <!-- c --> [B](b.md)\n* <!-- [Hidden](h.md) -->\n* [\\<!-- C -->](c.md)\n<!-- not closed\n* [D](d.md)\n",
      ...{ "a.md": "", "b.md": "", "c.md": "", "d.md": "" },
    });
    assert.deepEqual(outlineOf(tree), ["A", "B", "<!-- C -->", "D"]);
  });

  test("ends a group at a thematic break, and keeps the titles of links", async () => {
    const tree = await importFiles({
      "SUMMARY.md":
        '* [A](a.md)\n\n## Group\n\n* [B](b.md "Short \\(b\\)")\n\n***\n\n* [C](<c.md> \'See C\')\n* [Site](https://example.com "The site")\n* * *\n* [D](d.md "mention")\n',
      ...{ "a.md": "", "b.md": "---\nicon: bolt\n---\n", "c.md": "", "d.md": "" },
    });
    assert.deepEqual(outlineOf(tree), ["A", "Group:", "  B", "C", "Site -> https://example.com", "D"]);
    assert.deepEqual(
      tree.pages.map(({ attributes }) => attributes?.linkTitle),
      [undefined, undefined, "Short (b)", "See C", "The site", undefined],
    );
  });

  test("has fenced entries of generated pages", async () => {
    const tree = await importFiles({
      "SUMMARY.md":
        "* [A](a.md)\n  * ```yaml\n    type: builtin:openapi\n    props:\n      models: true\n    dependencies:\n      spec:\n        ref:\n          kind: openapi\n          spec: pets\n    ```\n  * [B](b.md)\n* ```yaml\n  - broken: [\n  ```\n* [C](c.md)\n",
      ...{ "a.md": "", "b.md": "", "c.md": "" },
    });
    assert.deepEqual(
      tree.pages.map(({ address, parent, type }) => [address, parent, type]),
      [
        ["a.md", undefined, "document"],
        ["SUMMARY.md#1", "a.md", "generated"],
        ["b.md", "a.md", "document"],
        ["SUMMARY.md#3", undefined, "generated"],
        ["c.md", undefined, "document"],
      ],
    );
    assert.deepEqual(tree.pages[1]?.generator, {
      type: "builtin:openapi",
      props: { models: true },
      dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
    });
    assert.deepEqual(tree.pages[3]?.generator, {});
  });

  test("is ignored if it lists no pages", async () => {
    const tree = await importFiles({ "SUMMARY.md": "# In short\n\n* It is good\n", "a.md": "" });
    assert.deepEqual(outlineOf(tree), ["A"]);
  });

  test("contains attributes of groups and links", async () => {
    const tree = await importFiles({
      "SUMMARY.md": `* [A](a.md)
* [To A](a.md#x) <a data-link data-icon="bolt"></a>
* [There](/spaces/s1) <a data-link data-hidden></a>

## G <a href="#g-1" id="g-1" data-emoji="1f600" data-if="visitor.claims.x == &quot;1&quot;"></a>
`,
      "a.md": "",
    });
    assert.deepEqual(outlineOf(tree), ["A", "To A -> a.md#x", "There -> /spaces/s1", "G:"]);
    assert.deepEqual(
      tree.pages.map(({ attributes }) => attributes),
      [
        undefined,
        { icon: "bolt" },
        { hidden: true },
        { emoji: "1f600", condition: 'visitor.claims.x == "1"' },
      ],
    );
  });

  test("loses invalid attributes", async () => {
    const tree = await importFiles({
      "SUMMARY.md": `* [A](a.md)
* [There](/spaces/s1) <a data-link data-icon="${"i".repeat(51)}" data-emoji="none"></a>

## G <a id="x/../../up" data-if="((((("></a>

* [B](b.md)

## H <a id=".."></a>
`,
      "a.md": "",
      "b.md": "",
    });
    assert.deepEqual(outlineOf(tree), ["A", "There -> /spaces/s1", "G:", "  B", "H:"]);
    for (const { slug, attributes, aliases = [] } of tree.pages) {
      assert.deepEqual([slug, attributes], [undefined, undefined]);
      assert.ok(aliases.every((alias) => !alias.includes("..")));
    }
  });
});
