import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importFiles, pageAt } from "../../../test/support/markdown-tree.ts";
import { mapAnchors } from "./heading-anchors.ts";

const anchorsOf = (markdown: string, title?: string) =>
  Object.fromEntries(mapAnchors(markdown, title).anchors);

describe("anchors of headings", () => {
  test("are mapped from anchors of other tools", () => {
    assert.deepEqual(anchorsOf("## Client.close(`[cb]`)\n\n## A & B\n"), {
      clientclosecb: "client.close-cb",
      "client-close-cb": "client.close-cb",
      "a--b": "a-and-b",
      "a-b": "a-and-b",
    });
    assert.deepEqual(anchorsOf("## Über uns\n## 安装\n🚀 Start\n===\n"), {
      "über-uns": "uber-uns",
      安装: "an-zhuang",
      "-start": "start",
      "🚀-start": "start",
    });
  });

  test("are numbered if headings repeat, including the title", () => {
    const markdown = "## Use it!\n## Use it!\n\n```\n## no\n```\n### 1. More\n";
    assert.deepEqual(anchorsOf(markdown, "Use it"), {
      "use-it-2": "use-it-1",
      "use-it_1": "use-it",
      "use-it_2": "use-it-1",
      "1-more": "id-1.-more",
      "_1-more": "id-1.-more",
    });
    assert.deepEqual(anchorsOf("Text", "The title"), { "the-title": "" });
  });

  test("are mapped from anchor tags, which are removed", () => {
    const { markdown, anchors } = mapAnchors(
      '<a id="top"></a>\nText\n\n<a name=Before></a>\n\n## One\n<a id="after"></a>\n\nText <a id="in"/> here.\n\n## <a id="x"></a>Two <a id="Two_2"></a>\n\n## Three <a href="#3" id="3"></a>\n\n| <a id="cell">`Cell`</a> | <a id="l" href="/">link</a> |\n\n`<a id="code"></a>` <a id="words">Words</a>',
      undefined,
    );
    assert.equal(
      markdown,
      'Text\n\n\n## One\n\nText  here.\n\n## Two \n\n## Three <a href="#3" id="3"></a>\n\n| `Cell` | <a id="l" href="/">link</a> |\n\n`<a id="code"></a>` Words',
    );
    assert.deepEqual(Object.fromEntries(anchors), {
      top: "",
      Before: "one",
      after: "one",
      in: "one",
      x: "two",
      Two_2: "two",
      three: "3",
      cell: "3",
      words: "3",
    });
  });

  test("are mapped from anchor tags before and in underlined headings", () => {
    const markdown = '# One\n\n<a id="before"></a>\n\nTwo <a id="in"></a>\n---\n\nText <a id="after"></a>\n';
    assert.deepEqual(anchorsOf(markdown), { before: "two", in: "two", after: "two" });
  });

  test("are not mapped in a native tree", async () => {
    const text = "# A\n\n<a id=x></a>\n\n## B & C\n";
    const foreign = await importFiles({ "a.md": text });
    assert.deepEqual(
      pageAt(foreign, "a.md").anchors,
      new Map([
        ["a", ""],
        ["x", "b-and-c"],
        ["b--c", "b-and-c"],
        ["b-c", "b-and-c"],
      ]),
    );
    const native = await importFiles({ "a.md": text, ".gitbook.yaml": "structure: {}" });
    assert.equal(pageAt(native, "a.md").anchors, undefined);
    assert.equal(pageAt(native, "a.md").markdown, "<a id=x></a>\n\n## B & C\n");
  });
});
