import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Block } from "../../content/document/model/model.ts";
import { allText, blocksOf, markdownOf } from "./sample-pages/read-sample.ts";

const blockTypes = (body: string) =>
  blocksOf(body)
    .map(({ type }) => type)
    .join(" ");

/** Reads HTML that becomes a single block. */
function readSingleBlock(body: string): Block {
  const [first, ...others] = blocksOf(body);
  assert.ok(first !== undefined && others.length === 0, markdownOf(body));
  return first;
}

describe("a code block", () => {
  const code = (html: string) => markdownOf(html);

  test("has the language from its attributes or its ancestors", () => {
    for (const html of [
      '<pre><code class="language-js">a</code></pre>',
      '<pre class="lang-js">a</pre>',
      '<pre data-language="js">a</pre>',
      '<pre><code class="hljs js">a</code></pre>',
      '<pre class="sourceCode js"><code class="sourceCode js">a</code></pre>',
      '<div class="highlight-js notranslate"><div class="highlight"><pre>a</pre></div></div>',
      '<div class="highlight highlight-source-js"><pre>a</pre></div>',
      '<pre data-syntaxhighlighter-params="brush: js; gutter: false">a</pre>',
    ])
      assert.equal(code(html), "```js\na\n```\n", html);
    assert.equal(code('<pre><code class="language-plaintext">a</code></pre>'), "```\na\n```\n");
    assert.equal(code('<div class="lang-en"><pre>a</pre></div>'), "```\na\n```\n");
  });

  test("keeps its lines, and gets a fence that is long enough", () => {
    assert.equal(code("<pre>\n  a\n\n\tb ```\n</pre>"), "````\n  a\n\n\tb ```\n````\n");
    assert.equal(code("<pre>a<br>b<div>c</div><div>d</div></pre>"), "```\na\nbc\nd\n```\n");
    assert.equal(
      code('<pre><span class="line">a</span><span class="line"></span><span class="line">b</span></pre>'),
      "```\na\n\nb\n```\n",
    );
    assert.equal(code("<pre>{% hint %} {{ a }}</pre>"), "```\n{% hint %} {{ a }}\n```\n");
  });

  test("has no line numbers and buttons", () => {
    assert.equal(
      code('<pre><button>Copy</button><span class="ln">1</span>a\n<span class="ln">2</span>b</pre>'),
      "```\na\nb\n```\n",
    );
    assert.equal(
      code(
        '<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span></code></pre></td><td class="lntd"><pre><code class="language-go">a\n</code></pre></td></tr></table>',
      ),
      "```go\na\n```\n",
    );
  });
});

describe("a list", () => {
  test("is tight if its items are only text", () => {
    assert.equal(markdownOf("<ul><li>a<ol><li>b</ol><li>c</ul>"), "- a\n  1. b\n- c\n");
    assert.equal(markdownOf("<ul><li><p>a</p><p>b</p><li>c</ul>"), "- a\n\n  b\n\n- c\n");
    assert.equal(markdownOf('<ol start="3"><li>a<li>b</ol>'), "3. a\n4. b\n");
  });

  test("stays separate from an adjacent one", () => {
    assert.equal(
      blockTypes("<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>"),
      "list-unordered list-unordered list-ordered list-ordered",
    );
  });

  test("can have any blocks, and lists between its items", () => {
    const list = readSingleBlock(
      '<ul><li>a<div class="admonition tip"><pre>b</pre></div><blockquote>c</blockquote></li><ul><li>d</li></ul></ul>',
    );
    assert.deepEqual(
      list.nodes
        ?.flatMap((item) => (item.object === "block" ? (item.nodes ?? []) : []))
        .map((node) => node.object === "block" && node.type),
      ["paragraph", "hint", "blockquote", "list-unordered"],
    );
  });

  test("is joined from the elements that Google Docs writes for each level", () => {
    const part = (level: number, text: string, id = "a", name = "ul") =>
      `<${name} class="lst-kix_${id}-${level}"><li>${text}</${name}>`;
    assert.equal(
      markdownOf(part(0, "a") + part(1, "b") + part(2, "c") + part(1, "d") + part(0, "e")),
      "- a\n  - b\n    - c\n  - d\n- e\n",
    );
    assert.equal(markdownOf(part(0, "a") + part(2, "b") + part(2, "c")), "- a\n  - b\n  - c\n");
    assert.equal(markdownOf(part(0, "a") + part(0, "b", "other")), "- a\n\n* b\n");
    assert.equal(
      markdownOf(part(0, "a") + part(1, "b") + part(1, "c", "a", "ol")),
      "- a\n\n  - b\n\n  1. c\n",
    );
  });

  test("can have checkboxes", () => {
    assert.equal(
      markdownOf(
        '<ul><li><p><input type="checkbox" checked> a</p><li><label><input type="checkbox"> b</label></ul>',
      ),
      "- [x] a\n- [ ] b\n",
    );
  });
});

describe("a table", () => {
  test("is a Markdown table if its cells are lines of text", () => {
    assert.equal(
      markdownOf(
        '<table><caption>C</caption><tr><th>a<th align="right">b<tr><td>x|y<br>z<td><code>p|q</code></table>',
      ),
      "C\n\n| a | b |\n| - | -: |\n| x\\|y<br>z | `p\\|q` |\n",
    );
    assert.equal(blockTypes("<table><tr><td>a<td>b<tr><td>c<td>d</table>"), "table");
  });

  test("has empty cells for spans", () => {
    assert.equal(
      markdownOf('<table><tr><th colspan="2">a<th>b<tr><td rowspan="2">c<td>d<td>e<tr><td>f<td>g</table>'),
      "| a | | b |\n| - | - | - |\n| c | d | e |\n| | f | g |\n",
    );
  });

  test("is an HTML table if its cells have blocks", () => {
    const table = readSingleBlock(
      "<table><tr><th>a<th>b<tr><td><ul><li>x<li>y</ul><td><p>p<p>q<tr><td><pre><code class='language-js'>1\n2</code></pre><td><blockquote>z</blockquote></table>",
    );
    assert.equal(table.type, "table");
    assert.deepEqual(
      table.fragments?.map(({ nodes }) => nodes.map(({ type }) => type).join(" ")),
      ["list-unordered", "paragraph paragraph", "code", "blockquote"],
    );
  });

  test("in another table is flattened", () => {
    assert.equal(
      allText(blocksOf("<table><tr><th>a<th>b<tr><td>x<p>y</p><table><tr><td>1<td>2</table><td>z</table>")),
      "abxy1 2z",
    );
  });
});

describe("images and videos", () => {
  test("have alternative text, and the URLs of lazily loaded images", () => {
    assert.equal(markdownOf('<img src="a.png" alt="A" title="T">'), '![A](a.png "T")\n');
    assert.equal(
      markdownOf('<img src="data:image/gif;base64,R0" data-src="b.png" alt="B">'),
      "![B](b.png)\n",
    );
    assert.equal(
      markdownOf('<picture><source srcset="c.webp"><img src="c.png" alt=""></picture>'),
      "![](c.png)\n",
    );
    assert.equal(markdownOf('a<img src="data:image/png;base64,AA">b'), "ab\n");
    assert.equal(markdownOf('<p><img class="emoji" alt="🎉" src="e.png"> x</p>'), "🎉 x\n");
  });

  test("are not links to themselves", () => {
    assert.equal(markdownOf('<a href="big.png"><img src="a.png" alt="A"></a>'), "![A](a.png)\n");
    assert.equal(
      markdownOf('<a href="https://ci"><img src="a.svg" alt="A"></a>'),
      "[![A](a.svg)](https://ci)\n",
    );
  });

  test("are embedded with the URL of the video's page", () => {
    const embed = (url: string) => `{% embed url="${url}" %}\n`;
    assert.equal(
      markdownOf('<iframe src="//www.youtube-nocookie.com/embed/abcdefghijk?rel=0"></iframe>'),
      embed("https://www.youtube.com/watch?v=abcdefghijk"),
    );
    assert.equal(
      markdownOf('<iframe src="https://player.vimeo.com/video/123?h=1"></iframe>'),
      embed("https://vimeo.com/123"),
    );
    assert.equal(
      markdownOf('<video><source src="https://a.test/v.mp4"></video>'),
      embed("https://a.test/v.mp4"),
    );
    assert.equal(markdownOf('<video src="v.mp4"></video>'), '{% file src="v.mp4" %}\n');
    assert.equal(
      markdownOf(
        '<iframe src="https://www.googletagmanager.com/ns.html"></iframe><iframe src="javascript:x"></iframe>',
      ),
      "",
    );
    assert.equal(
      blockTypes('<p>a</p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><p>b</p>'),
      "paragraph embed paragraph",
    );
  });
});

describe("a formula", () => {
  const katex = (tex: string) =>
    `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span>`;

  test("is read from its source, inline or as a block", () => {
    assert.equal(markdownOf(`<p>a ${katex("x^2")} b</p>`), "a $$x^2$$ b\n");
    assert.equal(
      markdownOf(`<p>a</p><span class="katex-display">${katex("\\frac{1}{2}")}</span>`),
      "a\n\n$$\n\\frac{1}{2}\n$$\n",
    );
    assert.equal(
      markdownOf('<span class="MathJax_Preview">p</span><script type="math/tex">y</script>'),
      "$$y$$\n",
    );
    assert.equal(
      markdownOf('<p>x</p><script type="math/tex; mode=display">a\n\nb</script>'),
      "x\n\n$$\na\nb\n$$\n",
    );
    assert.equal(blockTypes(`<p>${katex("a_b")}</p>`), "paragraph");
  });
});

test("a callout has a style, and a title unless it only repeats the style", () => {
  const hint = (html: string) => markdownOf(html).replace(/\n(?!$)/g, " ");
  assert.equal(
    hint('<div class="admonition attention"><p class="admonition-title">Attention</p><p>a</p></div>'),
    '{% hint style="warning" %} a {% endhint %}\n',
  );
  assert.equal(
    hint(
      '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>a</p></div>',
    ),
    '{% hint style="warning" %} a {% endhint %}\n',
  );
  assert.equal(
    hint('<div class="alert alert-danger">a</div>'),
    '{% hint style="danger" %} a {% endhint %}\n',
  );
  assert.equal(hint('<aside class="note"><p>a</p></aside>'), '{% hint style="info" %} a {% endhint %}\n');
  assert.equal(
    hint('<div class="admonition tip"><p class="admonition-title">Do <b>so</b></p></div>'),
    '{% hint style="success" %} **Do so** {% endhint %}\n',
  );
});

test("a callout of AsciiDoc is read without the table around it", () => {
  const html =
    '<div class="admonitionblock caution"><table><tbody><tr><td class="icon"><i class="fa icon-caution" title="Caution"></i></td><td class="content"><div class="paragraph"><p>a</p></div></td></tr></tbody></table></div>';
  assert.equal(markdownOf(html), '{% hint style="warning" %}\na\n{% endhint %}\n');
});

test("tabs can be nested", () => {
  const tabs = (name: string, inner: string) =>
    `<div><ul role="tablist"><li role="tab">${name}1</li><li role="tab">${name}2</li></ul><div><div role="tabpanel">${inner}</div><div role="tabpanel" hidden>${name} two</div></div></div>`;
  const outer = readSingleBlock(tabs("a", `<p>first</p>${tabs("b", "<p>deep</p>")}`));
  assert.equal(outer.type, "tabs");
  const items = outer.nodes?.map((item) =>
    item.object === "block" ? (item.nodes ?? []).map((node) => node.object === "block" && node.type) : [],
  );
  assert.deepEqual(items, [["paragraph", "tabs"], ["paragraph"]]);
  assert.deepEqual(
    outer.nodes?.map((item) => item.object === "block" && item.type === "tabs-item" && item.data.title),
    ["a1", "a2"],
  );
});

test("a footnote with two references is written once, and other superscript links stay links", () => {
  assert.equal(
    markdownOf(
      '<p>a<sup><a href="#f" id="r">1</a></sup> b<sup><a href="#f">1</a></sup> c<sup><a href="#t">2</a></sup></p><p id="t">d</p><ol class="footnotes"><li id="f"><p>n <a href="#r">↩</a></p></li></ol>',
    ),
    "a[^1] b[^1] c[<sup>2</sup>](#t)\n\nd\n\n[^1]: n\n",
  );
});
