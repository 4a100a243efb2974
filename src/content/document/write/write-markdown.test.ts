import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { annotation, block, leaf, link, paragraph, text, voidBlock } from "../model/build.ts";
import type { Block, Mark, PlainMark } from "../model/model.ts";
import { readMarkdown } from "../read/read-markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";

const textNode = (content: string, ...marks: PlainMark[]) =>
  text(
    leaf(
      content,
      marks.map((type): Mark => ({ object: "mark", type })),
    ),
  );
const textParagraph = (content: string) => paragraph([textNode(content)]);

/** Asserts that each text is in canonical form. */
function assertCanonical(cases: readonly string[]): void {
  for (const markdown of cases) assert.equal(writeMarkdown(readMarkdown(markdown)), `${markdown}\n`);
}

/** Asserts the canonical form of each text. */
function assertCanonicalForm(cases: readonly (readonly [source: string, normal: string])[]): void {
  for (const [source, normal] of cases) assert.equal(writeMarkdown(readMarkdown(source)), `${normal}\n`);
}

function assertWritten(cases: readonly (readonly [blocks: readonly Block[], markdown: string])[]): void {
  for (const [blocks, markdown] of cases) {
    assert.equal(writeMarkdown(blocks), markdown);
    assert.equal(writeMarkdown(readMarkdown(markdown)), markdown);
  }
}

/** Asserts how paragraphs of these texts are written. */
function assertText(cases: readonly (readonly [text: string, markdown: string])[]): void {
  assertWritten(cases.map(([content, markdown]) => [[textParagraph(content)], `${markdown}\n`]));
}

describe("the canonical form", () => {
  test("of text has a line for each hard break, and a blank line between blocks", () => {
    assertWritten([
      [[], ""],
      [[paragraph()], ""],
      [[textParagraph("a"), paragraph(), textParagraph("b")], "a\n\nb\n"],
      [[textParagraph("a\nb")], "a\\\nb\n"],
      [[textParagraph("\na"), textParagraph("b\n")], "<br>a\n\nb<br>\n"],
      [[textParagraph(" a\u00a0"), textParagraph("b \nc")], "&#x20;a&#xA0;\n\nb&#x20;\\\nc\n"],
    ]);
    assertCanonical(['<p align="center">a <strong>b</strong></p>', '<p align="right">a</p>']);
    assertCanonicalForm([
      ["a\nb  \nc", "a b\\\nc"],
      ["\r\na\r\n\r\n\r\nb\r\n", "a\n\nb"],
    ]);
  });

  test("of a heading has an anchor only if it differs from the one derived from the text", () => {
    assertCanonical([
      "# A\n\n## A\n\n### B **c** \\#",
      '# A <a href="#b" id="b"></a>',
      '<h2 align="center" id="x">a</h2>',
      "#",
    ]);
    assertCanonicalForm([
      ["A\n===\nB\n---", "# A\n\n## B"],
      ["##### a ##", "### a"],
      ['# A <a id="a"></a>', "# A"],
      ["# a\\\nb", "# a\\\\\n\nb"],
    ]);
    const heading = (id: string) => block("heading-1", { id }, [textNode("A")]);
    assertWritten([
      [[heading("a"), heading("a-1"), heading("x")], '# A\n\n# A\n\n# A <a href="#x" id="x"></a>\n'],
    ]);
  });

  test("of lists is tight if items are text, and has different markers for adjacent lists", () => {
    assertCanonical([
      "- a\n- b\n  - c\n    1. d\n  - e",
      "- a\n\n  b\n\n- c",
      "3. a\n4. b",
      "- [ ] a\n- [x] b\n- c",
      "- a\n\n* b\n\n- c",
      "1. a\n\n1) b\n\n- c",
      "-\n- a",
      "- - a\n- 1. b",
      "- a\n\n  > b\n\n  ```\n  c\n  ```",
      "10. a\n\n    b",
    ]);
    assertCanonicalForm([
      ["* a\n* b", "- a\n- b"],
      ["1) a\n1) b", "1. a\n2. b"],
      ["- a\n\n- b", "- a\n- b"],
      ["- a\n\n      b", "- a\n\n  ```\n  b\n  ```"],
    ]);
  });

  test("of a divider is dashes, unless these would be read as something else", () => {
    assertCanonical(["___", "___\n\n---", "a\n\n---", "> ___", "- a\n\n  ---"]);
    assertCanonicalForm([["***\n- - -", "___\n\n---"]]);
  });

  test("of code has a fence longer than those in it, and its options in a tag", () => {
    assertCanonical([
      "```\n```",
      "```js\na\n\n  b\n```",
      "````\n```\n````",
      "```\n~~~\n{% endcode %}\n```",
      "~~~a`b\nc\n~~~",
      '{% code title="a \\"b\\"" overflow="wrap" lineNumbers="true" expandable="true" collapsedLineCount="5" fullWidth="true" %}\n```js\nx\n```\n{% endcode %}',
      '<pre class="language-js" data-title="t"><code class="lang-js">a &#x3C; b\n<strong>c\n</strong></code></pre>',
      "<pre><code>\n\n<strong>a\n</strong></code></pre>",
      "$$\na\n\nb\n$$",
    ]);
    assertCanonicalForm([
      ["~~~js\na\n~~~", "```js\na\n```"],
      ["    a", "```\na\n```"],
      ["<pre>a &lt; b</pre>", "```\na < b\n```"],
    ]);
  });

  test("of containers has tags on separate lines", () => {
    assertCanonical([
      "> a\n>\n> > b\n>\n> - c",
      '{% hint style="info" icon="leaf" %}\na\n\n- b\n{% endhint %}',
      '{% if a == "b" %}\nc\n{% endif %}',
      '{% tabs %}\n{% tab title="a" icon="x" slug="s" %}\nb\n{% endtab %}\n\n{% tab title="c" %}\n{% endtab %}\n{% endtabs %}',
      "{% stepper %}\n{% step %}\n## a\n\nb\n{% endstep %}\n{% endstepper %}",
      '{% columns fullWidth="true" %}\n{% column width="50%" valign="top" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
      "<details>\n\n<summary>a <code>b</code></summary>\n\nc\n\n</details>",
      "<details open>\n\n<summary>a</summary>\n\nb\n\n</details>",
      '{% updates format="full" %}\n{% update date="2026-04-22" tags="a,b" %}\n## c\n\nd\n{% endupdate %}\n\n{% update date="2026-04-21T10:30:00.000Z" %}\n{% endupdate %}\n{% endupdates %}',
      '{% prompt description="a \\"b\\"" icon="leaf" openInAIProviders="true" defaultExpanded="full" %}\n```js\nc\n```\n{% endprompt %}',
      '- {% hint style="info" %}\n  a\n  {% endhint %}',
    ]);
  });

  test("of embedded content is a tag with a caption or a link inside", () => {
    assertCanonical([
      '{% embed url="https://x" fullWidth="true" %}',
      '{% embed url="https://x" %}\na _b_\n{% endembed %}',
      '{% file src="/files/f1" %}\na\n{% endfile %}',
      '{% content-ref url="/pages/p1" %}\n[page](/pages/p1)\n{% endcontent-ref %}',
      '{% include "/reusable-contents/r1" %}',
      '{% openapi src="/files/f1" path="/a" method="get" expanded="true" %}\n[file](/files/f1)\n{% endopenapi %}',
      '{% openapi-operation spec="s" path="/a" method="put" %}',
      '{% openapi-webhook spec="s" name="n" method="post" %}',
      '{% openapi-schemas spec="s" schemas="A,B" grouped="true" title="T" %}',
      String.raw`{% openapi-schemas spec="s" schemas="Map«A\\,B»,C\\\\D" %}`,
      '{% @a/b content="x\n\\"y\\" \\\\z" n=1 l=[1,{"a":null}] fullWidth="true" %}',
      '<img src="/files/d" alt="" class="gitbook-drawing">',
      "{% unknown tag %}",
    ]);
  });

  test("of images is Markdown if that can represent them", () => {
    assertCanonical([
      '![a](b.png "c")',
      "![](</files/a b>)",
      '<figure><img src="a" alt="" width="50%"><figcaption><p>b <em>c</em></p></figcaption></figure>',
      '<figure><picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="l" alt=""></picture><figcaption></figcaption></figure>',
      '<div align="left" data-with-frame="true" data-full-width="true"><figure><img src="a" alt=""><figcaption></figcaption></figure></div>',
      '<div align="right"><figure><img src="a" alt=""><figcaption></figcaption></figure> <figure><img src="b" alt=""><figcaption></figcaption></figure></div>',
    ]);
    assertCanonicalForm([
      ['<figure><img src="a" alt="b"><figcaption>c</figcaption></figure>', '![b](a "c")'],
    ]);
  });

  test("of a table is a GFM table if that can represent it, otherwise HTML", () => {
    const html = (head: string, cell: string, attributes = "") =>
      `<table${attributes}><thead><tr><th${head}>a</th></tr></thead><tbody><tr><td>${cell}</td></tr></tbody></table>`;
    assertCanonical([
      "| a | b \\| c | d |\n| --- | :-: | --: |\n| **x** | `y\\|z` \\| | 1<br>2 |\n|  |  |  |",
      "|  |  |\n| --- | --- |\n| a | b |",
      '| [a](u) **b** | <img src="i" alt="" data-size="original"> | c[^1] |\n| --- | --- | --- |\n| a | b | c |\n\n[^1]: d',
      '<table><thead><tr><th width="1"><a href="u">a</a> <strong>b</strong></th></tr></thead><tbody><tr><td>c</td></tr></tbody></table>',
      "<table><thead><tr><th data-hidden>a</th><th>b</th><th data-hidden>c</th><th data-hidden>d</th><th>e</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td><td>4</td><td>5</td></tr></tbody></table>",
      html("", "<p>x</p><ul><li>y</li><li>z</li></ul>"),
      html(
        "",
        '<p>x</p><ol start="2"><li><p>y</p><blockquote><p>z</p></blockquote></li></ol><hr><pre><code>a\n</code></pre>',
      ),
      html("", "x", ' data-full-width="true"'),
      html(' width="100"', "x"),
      html(
        ' valign="top"',
        '<a href="u">x</a> <em>y</em> <span data-gb-custom-inline data-tag="emoji" data-code="1f389">🎉</span>',
      ),
      '<table><thead><tr><th>a<select><option value="x" label="X &#x26; Y" color="blue"></option></select></th><th data-hidden><select multiple></select></th></tr></thead><tbody><tr><td><span data-option="x">X &#x26; Y</span></td><td></td></tr></tbody></table>',
      '<table><thead><tr><th>a<select multiple><option value="x" label="X" color="blue"></option><option value="y" label="Y" color="red"></option></select></th></tr></thead><tbody><tr><td><span data-option="y">Y, </span><span data-option="x">X</span></td></tr></tbody></table>',
      html(' data-type="number"', "1.5"),
      html(' data-type="checkbox"', "true"),
      html(' data-type="rating" data-max="3"', "2"),
      html(' data-type="files"', '<a href="/files/f1">file</a>'),
      html("", "x", ' data-search="false"'),
      '<table data-view="cards"><thead><tr><th data-hidden data-card-cover data-type="image">a</th></tr></thead><tbody><tr><td data-object-fit="contain"><a href="/files/f1">file</a></td></tr><tr><td data-object-fit="cover"><img src="/files/f1" alt="b"></td></tr><tr><td><img src="c.png" alt="d"></td></tr></tbody></table>',
      html(
        ' data-card-target data-type="content-ref"',
        '<a href="/pages/p1">page</a>',
        ' data-view="cards" data-card-size="large"',
      ),
    ]);
    assertCanonicalForm([
      ['[a](u "") ![b](u "") <a href="u" title="">c</a>', "[a](u) ![b](u) [c](u)"],
      ["a|b\n-|-\nc", "| a | b |\n| --- | --- |\n| c |  |"],
      ["<table><tr><th>a</th></tr><tr><td><b>x</b></td></tr></table>", "| a |\n| --- |\n| **x** |"],
    ]);
  });

  test("of inline nodes is Markdown if possible, otherwise HTML", () => {
    assertCanonical([
      '[a](u "t") [b](</x y>) [c](/pages/p1#x) [d](#x) [e](<u(1>) **[f](u)** [**g** h](u)',
      "<https://x> [https\\://x](u) <a@b.c>",
      '[user](/users/u1 "mention") <a href="u" class="button primary" data-icon="leaf">a</a>',
      '<a class="button secondary small">a</a> <i class="fa-gear" style="color:$primary;">:gear:</i>',
      '<button type="button" class="button primary" data-action="ask" data-query="a &#x22;b&#x22;" data-icon="leaf">c</button>',
      '<button type="button" class="button primary" data-action="select" data-slug="npm">c</button>',
      ':tada: <i class="fa-gear">:gear:</i> $$a^2$$ <code class="expression">a &#x3C; b</code>',
      'a ![b](c "d") <img src="e" alt="" data-size="line">',
      '<img src="a" alt="" data-size="original">',
      "a[^1] b[^2] c[^1]\n\n[^1]: d\n\n[^2]: e",
      "[a](#user-content-fn-1)[^1] [b](#user-content-fn-2)[^2]\n\n[^1]: c\n\n    - d\n\n[^2]:\n\n    ```\n    e\n    ```",
    ]);
    assertWritten([
      [[paragraph([link({ kind: "url", url: "https://x" }, [textNode("https://x")])])], "<https://x>\n"],
      [
        [
          paragraph([textNode("a "), annotation([textNode("b")], [textParagraph("c")])]),
          voidBlock("divider", {}),
        ],
        "a [b](#user-content-fn-1)[^1]\n\n---\n\n[^1]: c\n",
      ],
    ]);
  });

  test("of marks is delimiters if these can be read, otherwise elements", () => {
    assertCanonical([
      "**a** _b_ ~~c~~ `d` **_e_** **a _b_ c**",
      "a**b**c <em>a</em>b <strong> a </strong>",
      "**bold**. **`a`**, (**[b](u)**) **_c_**. **~~`d`~~**!",
      "<kbd>a</kbd> <sup>b</sup> <sub>c</sub>",
      '<mark style="color:red;">a **b**</mark> <mark style="background-color:yellow;">c</mark>',
      "``a`b`` `` `a `` `<b>` `a\\`",
    ]);
    assertCanonicalForm([
      ["__a__ *b* <s>c</s> <b>d</b>", "**a** _b_ ~~c~~ **d**"],
      ["*a***b**", "_a_**b**"],
    ]);
    assertWritten([
      [
        [paragraph([textNode("a", "bold"), textNode("b", "bold", "italic"), textNode("c")])],
        "<strong>a<em>b</em></strong>c\n",
      ],
    ]);
  });
});

describe("the header of a table", () => {
  test("is its title, if a client changes only that", () => {
    const [table] = readMarkdown("| **a** | *b* |\n| --- | --- |\n| c | d |\n");
    assert.ok(table?.type === "table");
    const [first, second] = Object.values(table.data.definition);
    assert.ok(first !== undefined && second !== undefined);
    const definition = { [first.id]: { ...first, title: "new" }, [second.id]: second };
    const written = "| new | _b_ |\n| --- | --- |\n| c | d |\n";
    assert.equal(writeMarkdown([{ ...table, data: { ...table.data, definition } }]), written);
  });
});

describe("a task", () => {
  test("without text has a comment after its checkbox, since the checkbox would be read as text", () => {
    const code = readMarkdown("```\na\n```\n");
    const items = [[], code].map((nodes) => block("list-item", { checked: true }, nodes));
    const written = "- [x] <!-- -->\n\n- [x] <!-- -->\n\n  ```\n  a\n  ```\n";
    assertWritten([[[block("list-tasks", {}, items)], written]]);
  });
});

describe("text is escaped", () => {
  test("if it would be read as syntax", () => {
    assertText([
      ["*a* _b_ `c` ~~d~~ $$e$$", "\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~ \\$\\$e\\$\\$"],
      ["[a](b) ![c](d) [^1]", "\\[a](b) !\\[c](d) \\[^1]"],
      ["<b>a</b> &amp; &#32;", "\\<b>a\\</b> &amp;amp; &amp;#32;"],
      [":tada: https://x <https://x>", "\\:tada: https\\://x \\<https\\://x>"],
      ["{% hint %} a\\*", "\\{% hint %} a\\\\\\*"],
      [
        "# a\n- b\n+ c\n> d\n1. e\n2) f\n---\n===",
        "\\# a\\\n\\- b\\\n\\+ c\\\n\\> d\\\n1\\. e\\\n2\\) f\\\n\\---\\\n\\===",
      ],
      ["[x] a", "\\[x] a"],
      ["1 * 2 a _ b", "1 \\* 2 a \\_ b"],
      ["a\n| - |", "a\\\n\\| - |"],
      ["<!-- a", "\\<!-- a"],
      ["a <!-- b --> <hr>", "a \\<!-- b --> \\<hr>"],
      ["a@b.c www.d.e (www.f", "a\\@b.c www\\.d.e (www\\.f"],
      ["~5 ~a~", "\\~5 \\~a\\~"],
    ]);
  });

  test("but not if it is read as text anyway", () => {
    const plain = [
      "a_b_c snake_case_ñ 5 < 6 a & b AT&T 1 ~ 2 cost $5 100% (a) {b} a ] b",
      "a # b - c + d > e = f | g 1. h 10:30 a: b a://b :nope: !",
      "#a -b +c 1.5 C:\\dir \"d\" 'e' hi! f@g @h www.",
      'a <u>b</u> <x-y z="1"> </p-q>',
      "\\a a\\b",
    ];
    assertText(plain.map((line) => [line, line]));
  });

  test("in headings, cells and links too", () => {
    const definition = { c: { id: "c", title: "a|*", type: "text", textAlignment: "left" } } as const;
    const view = { type: "grid", columns: ["c"], hideHeader: false } as const;
    assertWritten([
      [[block("heading-2", {}, [textNode("a # *b*\nc #")])], "## a # \\*b\\*<br>c \\#\n"],
      [
        [paragraph([link({ kind: "url", url: "a b" }, [textNode("[x]\n*y*")])])],
        "[\\[x\\]<br>\\*y\\*](<a b>)\n",
      ],
      [[voidBlock("table", { view, records: {}, definition }, [])], "| a\\|\\* |\n| --- |\n"],
    ]);
  });
});
