import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertRead } from "../../../../test/support/outline.ts";
import { readMarkdown } from "./read-markdown.ts";

describe("text is read as", () => {
  test("paragraphs with hard line breaks", () => {
    assertRead([
      ["", ""],
      [" \n\t\n", ""],
      ["  a\n\n\n b", 'p("a") p("b")'],
      ["a\nb  \nc\\\nd<br>e<br/>\nf", 'p("a b\\nc\\nd\\ne\\nf")'],
      ["a&#10;b&#32; \nc&#32;\nd", 'p("a b  c  d")'],
      ['<p align="center">a\n<b>b</b></p>', 'p align=center("a " bold"b")'],
      ['<p align="right">a</p>b', 'p align=end("a") p("b")'],
    ]);
  });

  test("conflict markers, which are separate paragraphs in a conflict", () => {
    assertRead([
      [
        "<<<<<<< change request\na\n=======\n- b\n>>>>>>> primary content\n\nc\n=======",
        'p("<<<<<<< change request") p("a") p("=======") list-unordered(item(p("b"))) p(">>>>>>> primary content") h1 id=c("c")',
      ],
      ["a\n\n> b\n=======", 'p("a") blockquote(p("b =======")) '.trim()],
    ]);
  });

  test("headings with unique anchors", () => {
    assertRead([
      [
        "# A\n\n## A #\n#### B **c**\nD\n---",
        'h1 id=a("A") h2 id=a-1("A") h3 id=b-c("B " bold"c") h2 id=d("D")',
      ],
      ['# A <a href="#own" id="own"></a>\n\n# A', 'h1 id=own("A") h1 id=a("A")'],
      ['<a name="B C"></a>\n<a id="d"></a>\n\n<!-- x -->\n## a\n## a', 'h2 id=b-c("a") h2 id=a("a")'],
      ['## <a name="x"></a> a\n\n<a id="y"></a>b\n# c', 'h2 id=x("a") p("b") h1 id=c("c")'],
      ["<h1>a <b>b</b></h1>\n<h5 id=x>*c*\nd</h5>", 'h1 id=a-b("a " bold"b") h3 id=x("*c* d")'],
      ["[a]: u\nB\nc\n===\n[a]", 'h1 id=b-c("B c") p(link ref={url:u}("a"))'],
      ["[a]: u\n===\n[a]", 'p("=== " link ref={url:u}("a"))'],
      ["# Ünï, 2.0: :tada:\n# !", 'h1 id=uni-2.0("Ünï, 2.0: " emoji code=1f389) h1 id=section("!")'],
      ["#\n#a", 'h1 id=section("") p("#a")'],
      ["# 1.2 GET/a-b & c", 'h1 id=id-1.2-get-a-b-and-c("1.2 GET/a-b & c")'],
      ['<h2 align="center" id="x">a</h2>', 'h2 id=x align=center("a")'],
    ]);
    const [heading] = readMarkdown("# A");
    assert.deepEqual(heading?.meta, { id: "a" });
  });

  test("lists, with the blocks that are indented below an item", () => {
    assertRead([
      [
        "- a\n- b\n\n  c\n* d",
        'list-unordered(item(p("a")) item(p("b") p("c"))) list-unordered(item(p("d")))',
      ],
      ["3. a\n4. b\n1) c", 'list-ordered start=3(item(p("a")) item(p("b"))) list-ordered(item(p("c")))'],
      [
        "- [ ] a\n- [x] b\n- c\n  - [X] d",
        'list-tasks(item checked=false(p("a")) item checked=true(p("b")) item(p("c") list-tasks(item checked=true(p("d")))))',
      ],
      ["- [ ]\n- [x]\n  a\n- [ ] \n", 'list-tasks(item(p("[ ]")) item checked=true(p("a")) item(p("[ ]")))'],
      ["1. [x] a\n2. [x](u)", 'list-ordered(item(p("[x] a")) item(p(link ref={url:u}("x"))))'],
      ["-\n- a", 'list-unordered(item(p("")) item(p("a")))'],
      [
        "- a\n  > b\n\n  ```\n  c\n  ```\n  1. d",
        'list-unordered(item(p("a") blockquote(p("b")) code(line("c")) list-ordered(item(p("d")))))',
      ],
      ["-a\n1.b", 'p("-a 1.b")'],
    ]);
  });

  test("quotes and dividers", () => {
    assertRead([
      ["> a\nb\n> > c\n\nd", 'blockquote(p("a b") blockquote(p("c"))) p("d")'],
      [">", 'blockquote(p(""))'],
      ["***\n- - -\n___", "divider divider divider"],
      ["a\n<hr>\n<HR />\nb <hr>", 'p("a") divider divider p("b <hr>")'],
      [
        "a\n>     b\n\nc\n-     d",
        'p("a") blockquote(code(line("b"))) p("c") list-unordered(item(code(line("d"))))',
      ],
    ]);
  });

  test("code, with options in a tag or in HTML", () => {
    const options =
      'title="a \\"b\\"" overflow="wrap" lineNumbers="true" expandable="true" collapsedLineCount="5" fullWidth="true"';
    assertRead([
      ["```c++ a=b\nx\n\n  y\n```", 'code syntax=c++ info=a=b(line("x") line("") line("  y"))'],
      ["~~~\n```\n~~~", 'code(line("```"))'],
      ["    a\n\n     b", 'code(line("a") line("") line(" b"))'],
      ["```\na", 'code(line("a"))'],
      ["```\n```", 'code(line(""))'],
      [
        `{% code ${options} %}\n\`\`\`js\nx\n\`\`\`\n{% endcode %}`,
        'code syntax=js title="a \\"b\\"" overflow=wrap lineNumbers=true expandable=true collapsedLineCount=5 fullWidth=true(line("x"))',
      ],
      [
        '<pre class="language-js" data-title="t" data-overflow="wrap" data-line-numbers><code class="lang-js">a &lt; b\n<strong>c\n</strong>*d*</code></pre>',
        'code syntax=js title=t overflow=wrap lineNumbers=true(line("a < b") line highlighted=true("c") line("*d*"))',
      ],
      [
        '<pre><code>a <a data-footnote-ref href="#user-content-fn-1">b</a> <code class="expression">c</code></code></pre>\n\n[^1]: d',
        'code(line("a " annotation("b") {annotation-body: p("d")} " " expression expression=c))',
      ],
      ['<pre>a <code class="expression">b</code></pre>', 'code(line("a " expression expression=b))'],
      ["$$\na\n\nb\n$$", 'math formula="a\\n\\nb"'],
      ["$$\na", 'p("$$ a")'],
    ]);
  });
});

describe("a tag is read as", () => {
  test("a container of blocks", () => {
    assertRead([
      [
        '{% hint style="warning" icon="leaf" %}\n# a\n- b\n{% endhint %}',
        'hint style=warning icon=leaf(h1 id=a("a") list-unordered(item(p("b"))))',
      ],
      ['{% if a.b == "c" %}\nd\n{% endif %}', 'if expression="a.b == \\"c\\""(p("d"))'],
      [
        "{% if a %}\nb\n{% else %}\nc\n\n{% if d %}\ne\n{%else%}\nf\n{% endif %}\n{% endif %}",
        'if expression=a(p("b")) if expression="!(a)"(p("c") if expression=d(p("e")) if expression="!(d)"(p("f")))',
      ],
      ["{% if a %}\n{% else %}\nb\n{% endif %}", 'if expression=a(p("")) if expression="!(a)"(p("b"))'],
      [
        "{% if a) || (b %}\nc\n{% else %}\nd\n{% endif %}",
        'if expression="a) || (b"(p("c") p("{% else %}") p("d"))',
      ],
      ["a\n\n{% else %}", 'p("a") p("{% else %}")'],
      [
        '{% tabs fullWidth="true" %}\n{% tab title="A" icon="x" slug="s" %}\na\n{% endtab %}\n\n{% tab title="B" %}{% endtab %}\n{% endtabs %}',
        'tabs fullWidth=true(tabs-item title=A icon=x slug=s(p("a")) tabs-item title=B(p("")))',
      ],
      [
        "{% stepper %}\n{% step %}\n## a\n{% endstep %}\n{% endstepper %}",
        'stepper(stepper-step(h2 id=a("a")))',
      ],
      [
        '{% columns %}\n{% column width="33.3%" valign="middle" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
        'columns(column width={unit:%,value:33.3} verticalAlignment=middle(p("a")) column(p("b")))',
      ],
      [
        '- {% hint style="info" %}\n  a\n  {% endhint %}\n- b',
        'list-unordered(item(hint style=info(p("a"))) item(p("b")))',
      ],
      [
        "<details>\n\n<summary>a <b>b</b></summary>\n\n# c\n\n</details>\nd",
        'expandable {expandable-title: p("a " bold"b"); expandable-body: h1 id=c("c")} p("d")',
      ],
      [
        "<details open><summary><h3>a</h3></summary>b</details>",
        'expandable defaultExpanded=true {expandable-title: p("a"); expandable-body: p("b")}',
      ],
    ]);
  });

  test("a list of updates, which other content divides", () => {
    assertRead([
      [
        '{% updates format="short" %}\n{% update date="2026-04-22" tags="api, new" %}\n## a\n\nb\n{% endupdate %}\n\n{% update date="2026-04-21T10:30:00+02:00" %}{% endupdate %}\n{% endupdates %}',
        'updates format=short(update date=2026-04-22T00:00:00.000Z tags=[{tag:api},{tag:new}](h2 id=a("a") p("b")) update date=2026-04-21T08:30:00.000Z(p("")))',
      ],
      [
        '{% updates format="loud" %}\n{% update date="2026-04-22" %}\na\n{% endupdate %}\nb\n{% update date="RELEASE_DATE" %}\nc\n{% endupdate %}\n{% endupdates %}',
        'updates format=full(update date=2026-04-22T00:00:00.000Z(p("a"))) p("b") p("{% update date=\\"RELEASE_DATE\\" %}") p("c") p("{% endupdate %}")',
      ],
      [
        '{% if a %}\n{% update date="2024-02-29" %}\nb\n{% endupdate %}\n{% endif %}',
        'if expression=a(updates format=full(update date=2024-02-29T00:00:00.000Z(p("b"))))',
      ],
      [
        '{% update date="2023-02-29" %}\na\n{% endupdate %}',
        'p("{% update date=\\"2023-02-29\\" %}") p("a") p("{% endupdate %}")',
      ],
      ["{% updates %}\na\n{% endupdates %}", 'p("{% updates %}") p("a") p("{% endupdates %}")'],
    ]);
  });

  test("a prompt, which is code", () => {
    assertRead([
      [
        '{% prompt description="Do \\"it\\"" icon="leaf" openInAIProviders="true" defaultExpanded="full" %}\n```markdown\na\n```\n{% endprompt %}',
        'prompt description="Do \\"it\\"" icon=leaf openInAIProviders=true defaultExpanded=full(code syntax=markdown(line("a")))',
      ],
      ["{% prompt %}\n    a\n{% endprompt %}", 'prompt description=""(code(line("a")))'],
      ["{% prompt %}a{% endprompt %}", 'p("{% prompt %}") p("a") p("{% endprompt %}")'],
    ]);
  });

  test("the same block if it is written as an element, with Markdown or HTML in it", () => {
    const open = (name: string, attributes = "") =>
      `<div data-gb-custom-block data-tag="${name}"${attributes}>`;
    assertRead([
      [
        `1. a\n\n   ${open("hint", ' data-style="warning" class="hint hint-warning"')}<h3>b</h3><p>c <b>d</b></p><ul><li>e</li></ul></div>\n2. f`,
        'list-ordered(item(p("a") hint style=warning(h3 id=b("b") p("c " bold"d") list-unordered(item(p("e"))))) item(p("f")))',
      ],
      [
        `${open("tabs")}\n\n${open("tab", " data-title='A'")}\n\n*b*\n\n${open("code", " data-lineNumbers='true'")}\n\n\`\`\`\nc\n\`\`\`\n\n</div>\n\n</div>\n\n</div>\n\nd`,
        'tabs(tabs-item title=A(p(italic"b") code lineNumbers=true(line("c")))) p("d")',
      ],
      [
        `${open("embed", " data-url='https://x'")}\n\na\n\n</div>\n${open("file", ' data-src="/files/f1"')}</div>`,
        'embed url=https://x {caption: p("a")} file ref={file:f1}',
      ],
      [`${open("hint")}\n\na\n\n{% endhint %}</div>`, 'hint style=info(p("a") p("{% endhint %}"))'],
      [`${open("if")}a</div>`, `p("<div data-gb-custom-block data-tag=\\"if\\">a</div>")`],
      [`${open("hint")}a`, `p("<div data-gb-custom-block data-tag=\\"hint\\">a")`],
    ]);
  });

  test("text if it is invalid, however deeply it is nested", () => {
    const count = 30;
    const source = `${"{% code %}\n".repeat(count)}# a\n${"{% endcode %}\n".repeat(count)}# a`;
    const headings = readMarkdown(source).flatMap(({ meta }) => meta?.id ?? []);
    assert.deepEqual(headings, ["a", "a-1"]);
  });

  test("a block with embedded content", () => {
    assertRead([
      ['{% embed url="https://x" fullWidth="true" %}', "embed url=https://x fullWidth=true"],
      [
        '{% embed url="https://x" %}\na *b*\n{% endembed %}',
        'embed url=https://x {caption: p("a " italic"b")}',
      ],
      ['{% file src="/files/f1" %}\na\n{% endfile %}', 'file ref={file:f1} {caption: p("a")}'],
      ['{% file src="https://x" %}', "file ref={file:https://x}"],
      ['{% embed url="https://x" caption="a *b*" %}', 'embed url=https://x {caption: p("a *b*")}'],
      [
        '{% content-ref url="/pages/p1#x" %}\n[a](/pages/p1)\n{% endcontent-ref %}',
        "content-ref ref={anchor:x,page:p1}",
      ],
      ['{% content-ref url="/spaces/s1" %}', "content-ref ref={space:s1}"],
      ['{% include "/reusable-contents/r1" %}', "reusable-content ref={reusable-content,reusableContent:r1}"],
      ['{% include "../x.md" %}', "reusable-content ref={reusable-content,reusableContent:../x.md}"],
      ['<img src="/files/d" alt="" class="gitbook-drawing">', "drawing ref={file:d}"],
      [
        '{% @mermaid/diagram content="graph LR\n  a --> b" n=1 on=true l=[1,{"a":"b"}] fullWidth="true" %}\nc',
        'integration integration=mermaid block=diagram props={content:"graph LR\\n  a --> b",n:1,on:true,l:[1,{a:b}]} fullWidth=true p("c")',
      ],
    ]);
  });

  test("a block of an API description", () => {
    assertRead([
      [
        '{% openapi src="/files/f1" path="/a" method="GET" expanded="true" %}\n[x](/files/f1)\n{% endopenapi %}',
        "swagger path=/a method=get ref={file:f1} expanded=true",
      ],
      [
        '{% swagger src="https://x" path="/a" method="post" %}\n{% endswagger %}',
        "swagger path=/a method=post ref={url:https://x}",
      ],
      [
        '{% openapi-operation spec="s" path="/a" method="put" %}\n{% endopenapi-operation %}',
        "openapi-operation path=/a method=put ref={openapi,spec:s}",
      ],
      [
        '{% openapi-webhook spec="s" name="n" method="post" %}',
        "openapi-webhook name=n method=post ref={openapi,spec:s}",
      ],
      [
        '{% openapi-schemas spec="s" schemas="A, B" grouped="true" title="T" %}',
        "openapi-schemas schemas=[A,B] grouped=true title=T ref={openapi,spec:s}",
      ],
      [
        String.raw`{% openapi-schemas spec="s" schemas="Map«A\,B», C\\,D" %}`,
        "openapi-schemas schemas=[Map«A,B»,C,D] ref={openapi,spec:s}",
      ],
    ]);
  });
});

describe("images are read", () => {
  test("as single images, figures and rows of images", () => {
    assertRead([
      ["![](a.png)", "images(image ref={url:a.png})"],
      ['![a *b*](/files/f1 "c")', 'images(image ref={file:f1} alt="a b" {caption: p("c")})'],
      [
        '<img src="a" alt="b" width="375" height="50%">',
        "images(image ref={url:a} width=375 height={unit:%,value:50} alt=b)",
      ],
      [
        '<figure><img src="a"><figcaption><p>c <a href="d">e</a></p><p>f</p></figcaption></figure>',
        'images(image ref={url:a} {caption: p("c " link ref={url:d}("e")) p("f")})',
      ],
      [
        '<figure><picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="l"></picture></figure>',
        "images(image ref={url:l} refDark={url:d})",
      ],
      [
        '<div data-with-frame="true"><figure><img src="a"></figure></div>',
        "images withFrame=true(image ref={url:a})",
      ],
      [
        '<div align="left" data-full-width="true"><figure><img src="a"></figure> <figure><img src="b"></figure></div>',
        "images align=left fullWidth=true(image ref={url:a} image ref={url:b})",
      ],
      ['<img src="a" width="wide">', "images(image ref={url:a})"],
    ]);
  });
});

describe("a table is read", () => {
  test("from GFM syntax", () => {
    assertRead([
      [
        "| a | b | c |\n| --- | :-: | --: |\n| *x* | y\\|z |\n| `1` | 2 | 3 | 4 |",
        'table type=grid columns=[a,b,c] hideHeader=false ["a" type=text textAlignment=left | "b" type=text textAlignment=center | "c" type=text textAlignment=right] (p(italic"x") | p("y|z") | p("")) (p(code"1") | p("2") | p("3"))',
      ],
      [
        "||\n|-|\n|a|",
        'table type=grid columns=[""] hideHeader=true ["" type=text textAlignment=left] (p("a"))',
      ],
      [
        "| <p>a</p><p>b</p> | c |\n|---|---|\n| <p>x<br><b>y</b></p><ul><li>z</li></ul> | <p>v</p> |",
        'table type=grid columns=["a b",c] hideHeader=false ["a b" type=text textAlignment=left | "c" type=text textAlignment=left] (p("x\\n" bold"y") list-unordered(item(p("z"))) | p("v"))',
      ],
      ...(
        [
          ["<ul><li>**x**</li></ul>", 'list-unordered(item(p(bold"x")))'],
          ["<p>a **b** `c <li>` \\<li></p>", 'p("a " bold"b" " " code"c <li>" " <li>")'],
          ["<div>**x**</div> [l](u)", 'p(bold"x") p(link ref={url:u}("l"))'],
          ["<pre>abcd", 'code(line("abcd"))'],
          ["<pre>İ</pre><p>a</p>", 'code(line("İ")) p("a")'],
          ["<pre><code>abcd</code>", 'code(line("abcd"))'],
        ] as const
      ).map(([cell, blocks]): [string, string] => [
        `| h |\n|-|\n| ${cell} |`,
        `table type=grid columns=[h] hideHeader=false ["h" type=text textAlignment=left] (${blocks})`,
      ]),
      ["a | b\nc | d", 'p("a | b c | d")'],
      [
        "| [a](u) *b* | ![](i) | c[^1] |\n|-|-|-|\n\n[^1]: d",
        'table type=grid columns=["a b","",c] hideHeader=false [p(link ref={url:u}("a") " " italic"b") type=text textAlignment=left | p(inline-image ref={url:i} size=original) type=text textAlignment=left | p("c" annotation(superscript"1") {annotation-body: p("d")}) type=text textAlignment=left]',
      ],
      [
        "|a|\n|-|\n    b",
        'table type=grid columns=[a] hideHeader=false ["a" type=text textAlignment=left] code(line("b"))',
      ],
    ]);
  });

  test("from HTML, with blocks in cells and typed columns", () => {
    const text = "type=text textAlignment=left";
    assertRead([
      [
        "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
        `table type=grid columns=["",""] hideHeader=true ["" ${text} | "" ${text}] (p("a") | p("b")) (p("c") | p(""))`,
      ],
      [
        '<table><tr><th colspan="2">a</th><th>b</th></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr><tr><td colspan="2">h</td><td>i</td></tr></table>',
        `table type=grid columns=[a,"",b] hideHeader=false ["a" ${text} | "" ${text} | "b" ${text}] (p("c") | p("d") | p("e")) (p("") | p("f") | p("g")) (p("h") | p("") | p("i"))`,
      ],
      [
        '<table data-full-width="true"><tr><th valign="top">x</th></tr><tr><td><h3>a</h3><blockquote>b</blockquote><pre>c</pre><hr><ol start="3"><li>d<ul><li>e</li></ul></li></ol></td></tr></table>',
        `table type=grid columns=[x] hideHeader=false fullWidth=true ["x" ${text} verticalAlignment=top] (h3 id=a("a") blockquote(p("b")) code(line("c")) divider list-ordered start=3(item(p("d") list-unordered(item(p("e"))))))`,
      ],
      [
        '<table><thead><tr><th data-type="number">n</th><th data-type="checkbox">c</th><th data-type="rating" data-max="3">r</th></tr></thead><tbody><tr><td>1.5</td><td>true</td><td>2</td></tr><tr><td></td><td>no</td><td></td></tr></tbody></table>',
        'table type=grid columns=[n,c,r] hideHeader=false ["n" type=number | "c" type=checkbox | "r" type=rating max=3] (1.5 | true | 2) (- | false | -)',
      ],
      [
        '<table><thead><tr><th>s<select multiple><option value="x" label="X &amp; Y" color="blue"></option></select></th><th data-hidden><select></select></th></tr></thead><tbody><tr><td><span data-option="x">X &amp; Y, </span><span data-option="z">Z</span></td><td></td></tr><tr><td>w</td><td></td></tr></tbody></table>',
        'table type=grid columns=[s] hideHeader=false ["s" type=select multiple=true options=[{value:x,label:"X & Y",color:blue},{value:z,label:Z,color:default},{value:w,label:w,color:default}] | "" type=select multiple=false options=[]] ([x,z] | -) ([w] | -)',
      ],
      [
        "<table><tr><th><b>a</b><select><option>A</option><option value=b>B &amp; C<option value=c></select> d</th></tr><tr><td></td></tr></table>",
        'table type=grid columns=["a d"] hideHeader=false [p(bold"a" " d") type=select multiple=false options=[{value:A,label:A,color:default},{value:b,label:"B & C",color:default},{value:c,label:c,color:default}]] (-)',
      ],
      [
        '<table><thead><tr><th data-type="select" data-multiple>s</th><th data-type="users">u</th></tr></thead><tbody><tr><td><span data-option="a">A</span><span data-option="b">B</span></td><td><a href="/users/u1">u</a></td></tr></tbody></table>',
        'table type=grid columns=[s,u] hideHeader=false ["s" type=select multiple=true options=[{value:a,label:A,color:default},{value:b,label:B,color:default}] | "u" type=users multiple=false] ([a,b] | [u1])',
      ],
      [
        '<table data-view="cards" data-card-size="large" data-column-title-hidden><thead><tr><th>t</th><th data-hidden data-card-target data-type="content-ref">u</th><th data-hidden data-card-cover data-type="files">v</th></tr></thead><tbody><tr><td>x</td><td><a href="/pages/p1">p</a></td><td><a href="/files/f1">f</a></td></tr></tbody></table>',
        `table type=cards cardSize=large columns=[t] targetDefinition=u coverDefinition=v hideColumnTitle=true ["t" ${text} | "u" type=content-ref | "v" type=files] (p("x") | {page:p1} | [f1])`,
      ],
    ]);
  });
});
