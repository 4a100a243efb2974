import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { escapeHtml } from "../../content/document/html-syntax.ts";
import type { Block } from "../../content/document/model.ts";
import { plainText } from "../../content/document/plain-text.ts";
import { readMarkdown } from "../../content/document/read/read-markdown.ts";
import { readHtml } from "./read-html.ts";

const markdown = (body: string) => readHtml(body, "all").markdown;
const blocks = (body: string) => readMarkdown(markdown(body));
const kinds = (body: string) =>
  blocks(body)
    .map(({ type }) => type)
    .join(" ");
/** What is read of the only block. */
function only(body: string): Block {
  const [first, ...others] = blocks(body);
  assert.ok(first !== undefined && others.length === 0, markdown(body));
  return first;
}

describe("text", () => {
  test("that looks like Markdown or like a tag stays text", () => {
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
      const read = only(`<p>${escapeHtml(text)}</p>`);
      assert.equal(read.type, "paragraph");
      assert.equal(plainText(read.nodes ?? []), text.trim(), markdown(`<p>${escapeHtml(text)}</p>`));
    }
  });

  const signs = [
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
    .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(""));
  /** White space at the edges is not seen, and that between words is one blank. */
  const seen = (text: string) => text.replace(/\s+/g, " ").trim();

  for (const [place, around] of Object.entries({
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
    test(`of any kind is the same again in ${place}`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          if (seen(text) === "") return;
          const html = around(escapeHtml(text));
          const words = allText(blocks(html));
          const expected = wordsIn(around, seen(text));
          assert.equal(words.replace(/\s+/g, ""), expected.replace(/\s+/g, ""), markdown(html));
        }),
        { numRuns: 300 },
      );
    });

  test("is on one line, and breaks where it is meant to", () => {
    assert.equal(markdown("<p> a \n b&nbsp;c<br>d<br><br>e</p>"), "a b c\\\nd\n\ne\n");
  });

  test("has its marks, also where delimiters would not be seen as such", () => {
    assert.equal(
      markdown(
        "<p><b>a </b>b<i>c</i>d <strong><em>e</em></strong> <del>f</del> <u>g</u> <kbd>h</kbd> <sup>i</sup></p>",
      ),
      "**a** b<em>c</em>d **_e_** ~~f~~ g `h` <sup>i</sup>\n",
    );
    assert.equal(
      markdown('<p><span style="font-weight:700">a</span> <b style="font-weight:normal">b</b></p>'),
      "**a** b\n",
    );
  });

  test("has code in links and links in code", () => {
    assert.equal(
      markdown('<p><code>a <a href="u">b</a></code> <a href="u"><code>`c`</code></a></p>'),
      "`a `[`b`](u) [`` `c` ``](u)\n",
    );
  });
});

/** All text that is read, wherever it stands. */
function allText(nodes: readonly Block[]): string {
  return nodes
    .map(({ nodes: inner = [], fragments = [], data }) => {
      const columns = Object.values((data.definition ?? {}) as Record<string, { title?: string }>);
      const titles = columns.map(({ title }) => title ?? "").join("");
      const own = inner.some(({ object }) => object === "block")
        ? allText(inner.filter((each) => each.object === "block"))
        : plainText(inner);
      return titles + own + fragments.map((fragment) => allText(fragment.nodes)).join("");
    })
    .join("");
}

/** What a reader sees of such HTML. */
function wordsIn(around: (text: string) => string, text: string): string {
  const mark = "\ue000";
  return around(mark)
    .replace(/<[^<>]*>/g, "")
    .replaceAll(mark, () => text);
}

describe("a code block", () => {
  const code = (html: string) => markdown(html);

  test("has its language, wherever that is said", () => {
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

  test("is shown as it is, with its lines and its fences", () => {
    assert.equal(code("<pre>\n  a\n\n\tb ```\n</pre>"), "````\n  a\n\n\tb ```\n````\n");
    assert.equal(
      code("<pre>a<br>b<div>c</div><div>d</div></pre>"),
      "```\na\nb\nc\nd\n```\n".replace("b\nc", "bc"),
    );
    assert.equal(
      code('<pre><span class="line">a</span><span class="line"></span><span class="line">b</span></pre>'),
      "```\na\n\nb\n```\n",
    );
    assert.equal(code("<pre>{% hint %} {{ a }}</pre>"), "```\n{% hint %} {{ a }}\n```\n");
  });

  test("is without the numbers of its lines and without buttons", () => {
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
  test("has its items close together where they are only text", () => {
    assert.equal(markdown("<ul><li>a<ol><li>b</ol><li>c</ul>"), "- a\n  1. b\n- c\n");
    assert.equal(markdown("<ul><li><p>a</p><p>b</p><li>c</ul>"), "- a\n\n  b\n\n- c\n");
    assert.equal(markdown('<ol start="3"><li>a<li>b</ol>'), "3. a\n4. b\n");
  });

  test("stays apart from the one beside it", () => {
    assert.equal(
      kinds("<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>"),
      "list-unordered list-unordered list-ordered list-ordered",
    );
  });

  test("may hold any blocks, and lists that stand beside its items", () => {
    const list = only(
      '<ul><li>a<div class="admonition tip"><pre>b</pre></div><blockquote>c</blockquote></li><ul><li>d</li></ul></ul>',
    );
    assert.deepEqual(
      list.nodes
        ?.flatMap((item) => (item.object === "block" ? (item.nodes ?? []) : []))
        .map((node) => node.object === "block" && node.type),
      ["paragraph", "hint", "blockquote", "list-unordered"],
    );
  });

  test("has boxes where there are some", () => {
    assert.equal(
      markdown(
        '<ul><li><p><input type="checkbox" checked> a</p><li><label><input type="checkbox"> b</label></ul>',
      ),
      "- [x] a\n- [ ] b\n",
    );
  });
});

describe("a table", () => {
  test("is one of Markdown where its cells are lines of text", () => {
    assert.equal(
      markdown(
        '<table><caption>C</caption><tr><th>a<th align="right">b<tr><td>x|y<br>z<td><code>p|q</code></table>',
      ),
      "C\n\n| a | b |\n| - | -: |\n| x\\|y<br>z | `p\\|q` |\n",
    );
    assert.equal(kinds("<table><tr><td>a<td>b<tr><td>c<td>d</table>"), "table");
  });

  test("has empty cells where some were merged", () => {
    assert.equal(
      markdown('<table><tr><th colspan="2">a<th>b<tr><td rowspan="2">c<td>d<td>e<tr><td>f<td>g</table>'),
      "| a | | b |\n| - | - | - |\n| c | d | e |\n| | f | g |\n",
    );
  });

  test("is one of HTML where there are blocks in it, which are read again", () => {
    const table = only(
      "<table><tr><th>a<th>b<tr><td><ul><li>x<li>y</ul><td><p>p<p>q<tr><td><pre><code class='language-js'>1\n2</code></pre><td><blockquote>z</blockquote></table>",
    );
    assert.equal(table.type, "table");
    assert.deepEqual(
      table.fragments?.map(({ nodes }) => nodes.map(({ type }) => type).join(" ")),
      ["list-unordered", "paragraph paragraph", "code", "blockquote"],
    );
  });

  test("inside of another is unfolded", () => {
    assert.equal(
      allText(blocks("<table><tr><th>a<th>b<tr><td>x<p>y</p><table><tr><td>1<td>2</table><td>z</table>")),
      "abxy1 2z",
    );
  });
});

describe("pictures and films", () => {
  test("have their words, and are found where they come into view only later", () => {
    assert.equal(markdown('<img src="a.png" alt="A" title="T">'), '![A](a.png "T")\n');
    assert.equal(markdown('<img src="data:image/gif;base64,R0" data-src="b.png" alt="B">'), "![B](b.png)\n");
    assert.equal(
      markdown('<picture><source srcset="c.webp"><img src="c.png" alt=""></picture>'),
      "![](c.png)\n",
    );
    assert.equal(markdown('a<img src="data:image/png;base64,AA">b'), "ab\n");
    assert.equal(markdown('<p><img class="emoji" alt="🎉" src="e.png"> x</p>'), "🎉 x\n");
  });

  test("are links only where they lead to something else", () => {
    assert.equal(markdown('<a href="big.png"><img src="a.png" alt="A"></a>'), "![A](a.png)\n");
    assert.equal(
      markdown('<a href="https://ci"><img src="a.svg" alt="A"></a>'),
      "[![A](a.svg)](https://ci)\n",
    );
  });

  test("are embedded from where one would watch them", () => {
    const embed = (url: string) => `{% embed url="${url}" %}\n`;
    assert.equal(
      markdown('<iframe src="//www.youtube-nocookie.com/embed/abcdefghijk?rel=0"></iframe>'),
      embed("https://www.youtube.com/watch?v=abcdefghijk"),
    );
    assert.equal(
      markdown('<iframe src="https://player.vimeo.com/video/123?h=1"></iframe>'),
      embed("https://vimeo.com/123"),
    );
    assert.equal(
      markdown('<video><source src="https://a.test/v.mp4"></video>'),
      embed("https://a.test/v.mp4"),
    );
    assert.equal(markdown('<video src="v.mp4"></video>'), '{% file src="v.mp4" %}\n');
    assert.equal(
      markdown(
        '<iframe src="https://www.googletagmanager.com/ns.html"></iframe><iframe src="javascript:x"></iframe>',
      ),
      "",
    );
    assert.equal(
      kinds('<p>a</p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><p>b</p>'),
      "paragraph embed paragraph",
    );
  });
});

describe("a formula", () => {
  const katex = (tex: string) =>
    `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span>`;

  test("is that from which it was drawn, in a line or on its own", () => {
    assert.equal(markdown(`<p>a ${katex("x^2")} b</p>`), "a $$x^2$$ b\n");
    assert.equal(
      markdown(`<p>a</p><span class="katex-display">${katex("\\frac{1}{2}")}</span>`),
      "a\n\n$$\n\\frac{1}{2}\n$$\n",
    );
    assert.equal(
      markdown('<span class="MathJax_Preview">p</span><script type="math/tex">y</script>'),
      "$$y$$\n",
    );
    assert.equal(
      markdown('<p>x</p><script type="math/tex; mode=display">a\n\nb</script>'),
      "x\n\n$$\na\nb\n$$\n",
    );
    assert.equal(kinds(`<p>${katex("a_b")}</p>`), "paragraph");
  });
});

test("a callout has its style, and its title where that says more", () => {
  const hint = (html: string) => markdown(html).replace(/\n(?!$)/g, " ");
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

test("tabs inside of tabs stay there", () => {
  const tabs = (name: string, inner: string) =>
    `<div><ul role="tablist"><li role="tab">${name}1</li><li role="tab">${name}2</li></ul><div><div role="tabpanel">${inner}</div><div role="tabpanel" hidden>${name} two</div></div></div>`;
  const outer = only(tabs("a", `<p>first</p>${tabs("b", "<p>deep</p>")}`));
  assert.equal(outer.type, "tabs");
  const items = outer.nodes?.map((item) =>
    item.object === "block" ? (item.nodes ?? []).map((node) => node.object === "block" && node.type) : [],
  );
  assert.deepEqual(items, [["paragraph", "tabs"], ["paragraph"]]);
  assert.deepEqual(
    outer.nodes?.map((item) => item.object === "block" && item.data.title),
    ["a1", "a2"],
  );
});

test("a footnote that is referred to twice is one, and a link in a raised text is none", () => {
  assert.equal(
    markdown(
      '<p>a<sup><a href="#f" id="r">1</a></sup> b<sup><a href="#f">1</a></sup> c<sup><a href="#t">2</a></sup></p><p id="t">d</p><ol class="footnotes"><li id="f"><p>n <a href="#r">↩</a></p></li></ol>',
    ),
    "a[^1] b[^1] c[<sup>2</sup>](#t)\n\nd\n\n[^1]: n\n",
  );
});
