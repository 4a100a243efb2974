import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { plainText } from "../../content/document/model/plain-text.ts";
import { escapeHtml } from "../../content/markdown/syntax/html-syntax.ts";
import { allText, blocksOf, markdownOf } from "./sample-pages/read-sample.ts";

/** The visible text of the HTML around a text. */
function visibleText(wrap: (text: string) => string, text: string): string {
  const placeholder = "\ue000";
  return wrap(placeholder)
    .replace(/<[^<>]*>/g, "")
    .replaceAll(placeholder, () => text);
}

describe("text", () => {
  test("that looks like Markdown or a tag is escaped", () => {
    const texts = [
      "# no heading",
      "1. no list",
      "- no list",
      "> no quote",
      "{% hint %}",
      "{% endhint %}",
      "{% if x %} {{ y }}",
      "{{ x }}",
      "$$x$$",
      "| a | b |",
      "--- ",
      "```",
      "[a](b) ![c](d) [^1]",
      "[^1]: x",
      "[a]: http://x",
      "*a* _b_ ~~c~~ `d`",
      "<details>",
      "<b>x</b>",
      "<!-- x -->",
      "&amp; \\* :smile:",
      "<<<<<<< change request",
    ];
    for (const text of texts) {
      const [block, ...others] = blocksOf(`<p>${escapeHtml(text)}</p>`);
      assert.deepEqual([block?.type, others.length], ["paragraph", 0]);
      assert.equal(plainText(block?.nodes ?? []), text.trim(), markdownOf(`<p>${escapeHtml(text)}</p>`));
    }
  });

  const fragments = [
    ..."*_~`[]()<>{}%$#|\\!&:;-+=.^\"'/ \nab1é🎉",
    "{%",
    "%}",
    "{{",
    "](",
    "<b>",
    "&lt;",
    "**",
    "http://a.b",
  ];
  const texts = fc
    .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(""));
  /** Trims white space, and collapses it between words. */
  const collapse = (text: string) => text.replace(/\s+/g, " ").trim();

  for (const [context, wrap] of Object.entries({
    "a paragraph": (text: string) => `<p>${text}</p>`,
    "a heading": (text: string) => `<p>x</p><h2>${text}</h2>`,
    "an item": (text: string) => `<ul><li>${text}</li></ul>`,
    "a cell": (text: string) =>
      `<table><tr><th>h</th><th>i</th></tr><tr><td>${text}</td><td>y</td></tr></table>`,
    "a cell of a table with lists": (text: string) =>
      `<table><tr><th>h</th><th>i</th></tr><tr><td>${text}</td><td><ul><li>y</li></ul></td></tr></table>`,
    "a hint": (text: string) => `<div class="admonition note"><p>${text}</p></div>`,
    "a summary": (text: string) => `<details><summary>${text}</summary><p>y</p></details>`,
    "a caption": (text: string) => `<figure><img src="i"><figcaption>${text}</figcaption></figure>`,
    "a link": (text: string) => `<p>x <a href="u">${text}</a> y</p>`,
    "bold words": (text: string) => `<p>x<b>${text}</b>y</p>`,
    "marks beside each other": (text: string) => `<p><b>${text}</b><i>${text}</i>${text}<code>c</code></p>`,
  }))
    test(`round-trips in ${context}`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          if (collapse(text) === "") return;
          const html = wrap(escapeHtml(text));
          const actual = allText(blocksOf(html));
          const expected = visibleText(wrap, collapse(text));
          assert.equal(actual.replace(/\s+/g, ""), expected.replace(/\s+/g, ""), markdownOf(html));
        }),
        { numRuns: 300 },
      );
    });

  test("is on one line, with hard line breaks", () => {
    assert.equal(markdownOf("<p> a \n b&nbsp;c<br>d<br><br>e</p>"), "a b c\\\nd\n\ne\n");
  });

  test("keeps its marks, as HTML where delimiters would not be parsed", () => {
    assert.equal(
      markdownOf(
        "<p><b>a </b>b<i>c</i>d <strong><em>e</em></strong> <del>f</del> <u>g</u> <kbd>h</kbd> <sup>i</sup></p>",
      ),
      "**a** b<em>c</em>d **_e_** ~~f~~ g <kbd>h</kbd> <sup>i</sup>\n",
    );
    assert.equal(
      markdownOf('<p><span style="font-weight:700">a</span> <b style="font-weight:normal">b</b></p>'),
      "**a** b\n",
    );
  });

  test("can have code in links and links in code", () => {
    assert.equal(
      markdownOf('<p><code>a <a href="u">b</a></code> <a href="u"><code>`c`</code></a></p>'),
      "`a `[`b`](u) [`` `c` ``](u)\n",
    );
  });
});
