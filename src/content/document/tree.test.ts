import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { documentFromMarkdown } from "./markdown.ts";
import { nodeText } from "./model/plain-text.ts";
import { findNode } from "./model/tree.ts";
import { sanitizeUrls } from "./sanitize-urls.ts";

describe("the tree of a document", () => {
  test("is searched for a node by its key", () => {
    const document = documentFromMarkdown(
      'One\n\n{% hint style="info" %}\n- a\n- b **c**\n{% endhint %}\n\n<details>\n\n<summary>More</summary>\n\nInside\n\n</details>\n\n| h |\n| - |\n| cell |\n',
    );
    const keys = new Set<string>();
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      if ("key" in node && typeof node.key === "string") keys.add(node.key);
      for (const inner of Object.values(node)) visit(inner);
    };
    visit(document);
    assert.ok(keys.size > 15);
    for (const key of keys) assert.equal(findNode(document, key)?.key, key);
    assert.equal(findNode(document, "nothing"), undefined);
    assert.deepEqual(document.nodes.map(nodeText), ["One", "a\nb c", "More\nInside", "h\ncell"]);
  });

  test("has no URLs that could run a script after sanitizing", () => {
    const unsafe = [
      "[a](javascript:alert(1))",
      "[a](JavaScript:alert(1))",
      "[a](<java\tscript:alert(1)>)",
      "[a](vbscript:x)",
      "![a](data:text/html,x)",
      '{% embed url="javascript:x" %}',
      '{% file src="javascript:x" %}',
      '{% content-ref url="javascript:x" %}\n[x](javascript:x)\n{% endcontent-ref %}',
      '<a href="javascript:x" class="button primary">Go</a>',
      '<table><thead><tr><th data-type="files">f</th></tr></thead><tbody><tr><td><a href="javascript:x">c</a></td></tr></tbody></table>',
      '{% @a/b href="javascript:x" src="javascript:x" url="javascript:x" %}',
    ];
    for (const markdown of unsafe) {
      const text = JSON.stringify(sanitizeUrls(documentFromMarkdown(markdown)));
      assert.match(text, /about:blank/, markdown);
      assert.doesNotMatch(text, /"(?:java\s*script|vbscript|data):/i, markdown);
    }
    const cells =
      '<table><thead><tr><th data-type="select" data-multiple>s</th></tr></thead><tbody><tr><td><span data-option="o">TODO: later</span></td></tr></tbody></table>';
    assert.deepEqual(sanitizeUrls(documentFromMarkdown(cells)), documentFromMarkdown(cells));
    const safe =
      "[a](https://a.b) [b](mailto:x@y.z) [c](tel:1) [d](page.md) [e](#x) [f](/pages/p1) javascript:x `data:y`\n\n![i](i.png)\n";
    const document = documentFromMarkdown(safe);
    assert.deepEqual(sanitizeUrls(document), document);
  });
});
