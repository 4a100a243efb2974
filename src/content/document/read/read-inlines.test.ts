import { describe, test } from "node:test";
import { assertRead } from "../../../../test/support/outline.ts";

describe("marks are read", () => {
  test("from delimiters", () => {
    assertRead([
      [
        "a *b* **c** ***d*** ~~e~~ `f`",
        'p("a " italic"b" " " bold"c" " " bold+italic"d" " " strikethrough"e" " " code"f")',
      ],
      ["_a_ __b__ a_b_c *a*b", 'p(italic"a" " " bold"b" " a_b_c " italic"a" "b")'],
      ["**a *b* c** **a*", 'p(bold"a " bold+italic"b" bold" c" " *" italic"a")'],
      ["`` a`b `` ` a ` ` ` `*c*`", 'p(code"a`b" " " code"a" " " code" " " " code"*c*")'],
      ["`a  b \nc` `\nd \n`", 'p(code"a  b  c" " " code"d ")'],
      ["1 * 2 * 3 ~ 4 ~ a ** b", 'p("1 * 2 * 3 ~ 4 ~ a ** b")'],
      ["~a~ b~c~ ~~~d~~~", 'p(strikethrough"a" " b" strikethrough"c" " ~~~d~~~")'],
      ["~a~~ b~ ~~c~", 'p("~a~~ b~ ~~c~")'],
    ]);
  });

  test("from elements with any attributes", () => {
    assertRead([
      ["<b>a</b><strong>b</strong> <i>c</i> <em>d</em>", 'p(bold"ab" " " italic"c" " " italic"d")'],
      [
        "<s>a</s> <del>b</del> <strike>c</strike>",
        'p(strikethrough"a" " " strikethrough"b" " " strikethrough"c")',
      ],
      [
        "<code>a *b*</code> <kbd>c</kbd> <sup>d</sup> <sub>e</sub>",
        'p(code"a " italic+code"b" " " keyboard"c" " " superscript"d" " " subscript"e")',
      ],
      ['<b onclick="x()">a</b>', 'p(bold"a")'],
      ["<b>a <i>b</b> c</i>", 'p(bold"a <i>b" " c</i>")'],
      ["*a <b>b* c</b>", 'p("*a " bold"b* c")'],
    ]);
  });

  test("as colors, of which the inner one takes precedence", () => {
    assertRead([
      [
        '<mark style="color:red;">a</mark> <mark style="background-color:$info;">b</mark>',
        'p(color(red/default)"a" " " color(default/$info)"b")',
      ],
      ['<mark style="color:blue;background-color:green;">a</mark>', 'p(color(blue/green)"a")'],
      [
        '<mark>a</mark> <mark style="color:pink">b</mark>',
        'p(color(default/yellow)"a" " " color(default/default)"b")',
      ],
      [
        '<mark style="color:red;">a **b** <mark style="color:blue">c</mark></mark>',
        'p(color(red/default)"a " bold+color(red/default)"b" color(red/default)" " color(blue/default)"c")',
      ],
    ]);
  });
});

describe("links are read", () => {
  test("with their targets", () => {
    assertRead([
      [
        '[a](https://x "t") [b](<x y>)',
        'p(link ref={url:https://x} title=t("a") " " link ref={url:"x y"}("b"))',
      ],
      [
        "[a](/pages/p1) [b](/pages/p1#x%20y) [c](#x) [d](/files/f1)",
        'p(link ref={page:p1}("a") " " link ref={anchor:"x y",page:p1}("b") " " link ref={anchor:x}("c") " " link ref={file:f1}("d"))',
      ],
      [
        "[a](/spaces/s1) [b](/spaces/s1/pages/p1#x) [c](/spaces/s1/files/f1)",
        'p(link ref={space:s1}("a") " " link ref={anchor:x,page:p1,space:s1}("b") " " link ref={file:f1,space:s1}("c"))',
      ],
      [
        "[a](/collections/c1) [b](/users/u1) [c](/openapi/o1)",
        'p(link ref={collection:c1}("a") " " link ref={user:u1}("b") " " link ref={openapi,spec:o1}("c"))',
      ],
      [
        "[a](../x.md) [b](/pages/p1?x) [c](/pages/) [d]()",
        'p(link ref={url:../x.md}("a") " " link ref={page:p1,query:x}("b") " " link ref={url:/pages/}("c") " " link ref={url:""}("d"))',
      ],
    ]);
  });

  test("in every syntax", () => {
    assertRead([
      [
        "[**a** :tada:](u) **[b](u)** [![c](d)](u)",
        'p(link ref={url:u}(bold"a" " 🎉") " " link ref={url:u}(bold"b") " " link ref={url:u}(inline-image ref={url:d} alt=c size=original))',
      ],
      [
        "[r]\n\n{% if c %}\n[r]: u\n\n> [r] a[^1]\n{% endif %}\n\n[^1]: [r]",
        'p("[r]") if expression=c(blockquote(p(link ref={url:u}("r") " a" annotation(superscript"1") {annotation-body: p("[r]")})))',
      ],
      [
        "[a][r] [R] [r][] [b][none]\n\n[r]: u 't'",
        'p(link ref={url:u} title=t("a") " " link ref={url:u} title=t("R") " " link ref={url:u} title=t("r") " [b][none]")',
      ],
      [
        "<https://x> <a@b.c>",
        'p(link ref={url:https://x}("https://x") " " link ref={url:mailto:a@b.c}("a@b.c"))',
      ],
      [
        'https://x.y/?a[]=b|"c"\\d*e* "ftp://x" [http://a] http://a_b.c',
        'p(link ref={url:"https://x.y/?a[]=b|\\"c\\"\\\\d*e"}("https://x.y/?a[]=b|\\"c\\"\\\\d*e") "* \\"" link ref={url:ftp://x}("ftp://x") "\\" [" link ref={url:http://a}("http://a") "] http://a_b.c")',
      ],
      [
        "http://ü.de/é https://x&amp; https://x/(a)&b;.",
        'p(link ref={url:http://ü.de/é}("http://ü.de/é") " " link ref={url:https://x}("https://x") "& " link ref={url:"https://x/(a)"}("https://x/(a)") "&b;.")',
      ],
      [
        "www.a.b, (www.a.b/c) xwww.a.b www.a [www.a.b](u)",
        'p(link ref={url:http://www.a.b}("www.a.b") ", (" link ref={url:http://www.a.b/c}("www.a.b/c") ") xwww.a.b www.a " link ref={url:u}("www.a.b"))',
      ],
      [
        "a_b+c@d.e. mailto:a@b.c a@b a@b.c1 a@b.c@d *a*b@c.d",
        'p(link ref={url:mailto:a_b+c@d.e}("a_b+c@d.e") ". " link ref={url:mailto:a@b.c}("mailto:a@b.c") " a@b a@b.c1 a@b.c@d " italic"a" link ref={url:mailto:b@c.d}("b@c.d"))',
      ],
      [
        "https://x.y/z_(a). (https://x.y) xhttps://x",
        'p(link ref={url:"https://x.y/z_(a)"}("https://x.y/z_(a)") ". (" link ref={url:https://x.y}("https://x.y") ") xhttps://x")',
      ],
      [
        '<a href="/pages/p1" title="t">a <b>b</b></a> <a>c</a>',
        'p(link ref={page:p1} title=t("a " bold"b") " <a>c</a>")',
      ],
      [
        '[a](b [a] (b) [a [b](c) d](e) <a href="u">f',
        'p("[a](b [a] (b) [a " link ref={url:c}("b") " d](e) <a href=\\"u\\">f")',
      ],
    ]);
  });

  test("as mentions and buttons", () => {
    assertRead([
      [
        '[a](/users/u1 "mention") <a href="/pages/p1" data-mention>x</a>',
        'p(mention ref={user:u1} " " mention ref={page:p1})',
      ],
      [
        '<a href="/pages/p1" class="button primary" data-icon="leaf">a b</a>',
        'p(button label="a b" kind=primary icon=leaf ref={page:p1})',
      ],
      [
        '<a href="u" class="button secondary">c</a> <a href="u" class="button">d</a>',
        'p(button label=c kind=secondary ref={url:u} " " link ref={url:u}("d"))',
      ],
      [
        '<a class="button secondary large">c</a> <button>d</button>',
        'p(button label=c kind=secondary size=large ref={url:""} " <button>d</button>")',
      ],
      [
        '<button type="button" class="button primary" data-action="ask" data-query="a &amp; b" data-icon="leaf">*c*\nd</button>',
        'p(button label="c d" kind=primary icon=leaf action={action:ask,query:"a & b"})',
      ],
      [
        '<button class="button primary" data-action="select" data-slug="npm">c</button><button class="button primary" data-action="select">d</button>',
        'p(button label=c kind=primary action={action:select,slug:npm} button label=d kind=primary ref={url:""})',
      ],
      [
        'a <button class="button primary" data-action="search">b',
        'p("a <button class=\\"button primary\\" data-action=\\"search\\">b")',
      ],
    ]);
  });
});

describe("other inline nodes are read:", () => {
  test("emojis, icons, formulas and expressions", () => {
    assertRead([
      [
        ":tada: :+1: :nope: 10:30:45 \\:tada:",
        'p(emoji code=1f389 " " emoji code=1f44d " :nope: 10:30:45 :tada:")',
      ],
      [
        '<i class="fa-gear">:gear:</i> <i class="fa-solid fa-leaf"></i> <i class="x">a</i>',
        'p(icon icon=gear " " icon icon=leaf " " italic"a")',
      ],
      [
        '<i class="fa-gear" style="color:$primary;">:gear:</i><i class="fa-gear" style="color:#fff">:gear:</i>',
        "p(icon icon=gear color=$primary icon icon=gear)",
      ],
      [":white\\_check\\_mark: :nope\\_:", 'p(emoji code=2705 " :nope_:")'],
      [
        '<span data-gb-custom-inline data-tag="emoji" data-code="1F6D1">🛑</span><b>a</b> <span data-tag="emoji" data-code="x">b</span>',
        'p(emoji code=1f6d1 bold"a" " <span data-tag=\\"emoji\\" data-code=\\"x\\">b</span>")',
      ],
      [
        "$$a^2$$ b$$c$$ $$ $$ $$d $5 $6",
        'p(inline-math formula=a^2 " b" inline-math formula=c " $$ $$ $$d $5 $6")',
      ],
      [
        '<span class="math">a &lt; b</span> <span>c</span>',
        'p(inline-math formula="a < b" " <span>c</span>")',
      ],
      ['<code class="expression">a + "b"</code>', 'p(expression expression="a + \\"b\\"")'],
    ]);
  });

  test("inline images", () => {
    assertRead([
      [
        'a ![b](c "d") ![e][r] ![f\n\n[r]: g',
        'p("a " inline-image ref={url:c} alt=b caption=d size=original " " inline-image ref={url:g} alt=e size=original " ![f")',
      ],
      [
        'a <img src="/files/f1" alt="b" data-size="line"> <img src="c"> <img alt="d">',
        'p("a " inline-image ref={file:f1} alt=b size=line " " inline-image ref={url:c} size=original " <img alt=\\"d\\">")',
      ],
      ['<img src="a" data-size="original">', "p(inline-image ref={url:a} size=original)"],
      [
        'a <picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="l"></picture>',
        'p("a " inline-image ref={url:l} refDark={url:d} size=original)',
      ],
    ]);
  });

  test("annotations, from footnotes", () => {
    const one = 'annotation(superscript"1") {annotation-body: p("one")}';
    assertRead([
      ["a[^1] b[^1]\n\n[^1]: one", `p("a" ${one} " b" ${one})`],
      ["[a](#user-content-fn-b)[^B]\n\n[^b]: one", 'p(annotation("a") {annotation-body: p("one")})'],
      ["a[^B]\n\n[^b]: one", `p("a" ${one})`],
      ["a[^none]\n\n[^1]: one\n[^b]: two", 'p("a[^none]") p("[^1]: one") p("[^b]: two")'],
      ["a![^1] ![^2](u)\n\n[^1]: one", `p("a!" ${one} " " inline-image ref={url:u} alt=^2 size=original)`],
      [
        "a[^1]\n\n{% if c %}\n[^1]: one\n\nb[^1]\n{% endif %}",
        'p("a[^1]") if expression=c(p("[^1]: one") p("b[^1]"))',
      ],
      [
        `\`{% if a %}\` <code>{% if b %}</code> c[^1]\n\n[^1]: one`,
        `p(code"{% if a %}" " " code"{% if b %}" " c" ${one})`,
      ],
      ["> a\n> [^1]: one\n\nb[^1]", `blockquote(p("a")) p("b" ${one})`],
      [
        "- [^1]: one\n- a\n\n  [^2]: two\n\n  b[^1]",
        `list-unordered(item(p("")) item(p("a") p("[^2]: two") p("b" ${one})))`,
      ],
      ["`[^1]` \\[^1] [^1]\n\n[^1]: one", `p(code"[^1]" " [^1] " ${one})`],
      [
        "[a *b*](#user-content-fn-1)[^1]\n\n[^1]: c\n\n    - d\n\n    e",
        'p(annotation("a " italic"b") {annotation-body: p("c") list-unordered(item(p("d"))) p("e")})',
      ],
      ["[a](#user-content-fn-2)[^1]\n\n[^1]: one", `p(link ref={anchor:user-content-fn-2}("a") ${one})`],
      [
        "a[^1]\n\n[^1]: b[^1] c[^2]\n\n[^2]: d",
        'p("a" annotation(superscript"1") {annotation-body: p("b[^1] c[^2]")}) p("[^2]: d")',
      ],
    ]);
  });

  test("escapes and entities", () => {
    assertRead([
      ["\\*a\\* \\\\ \\a \\<b> \\&amp;", 'p("*a* \\\\ \\\\a <b> &amp;")'],
      ["&amp; &copy; &#x41; &#8212; &nope; AT&T a\0b", 'p("& © A — &nope; AT&T a\ufffdb")'],
      ["a <u>b</u> </b> <3 a<b", 'p("a <u>b</u> </b> <3 a<b")'],
    ]);
  });
});

describe("invalid syntax is text", () => {
  test("if a tag is not closed, or has no opening or enclosing tag", () => {
    assertRead([
      ["{% hint %}\na", 'p("{% hint %} a")'],
      ["{% endhint %}\n\na", 'p("{% endhint %}") p("a")'],
      ["> {% hint %}\n> a\n{% endhint %}", 'blockquote(p("{% hint %}") p("a {% endhint %}"))'],
      ['{% tab title="x" %}\na\n{% endtab %}', 'p("{% tab title=\\"x\\" %}") p("a") p("{% endtab %}")'],
      [
        '{% tabs %}\n{% tab title="a" %}\n{% hint style="info" %}\nb\n{% endtab %}\n{% endtabs %}',
        'tabs(tabs-item title=a(p("{% hint style=\\"info\\" %} b")))',
      ],
      ["<details>\na", 'p("<details> a")'],
      ["<table><tr><td>a", 'p("<table><tr><td>a")'],
      ["<table></table>", 'p("<table></table>")'],
    ]);
  });

  test("if a tag lacks a required attribute; invalid optional ones are dropped", () => {
    assertRead([
      ["{% embed %}", 'p("{% embed %}")'],
      ['{% file src="" %}\na\n{% endfile %}', 'p("{% file src=\\"\\" %}") p("a") p("{% endfile %}")'],
      ["{% include x %}", 'p("{% include x %}")'],
      ['{% openapi-operation path="/x" %}', 'p("{% openapi-operation path=\\"/x\\" %}")'],
      ["{% code %}\na\n{% endcode %}", 'p("{% code %}") p("a") p("{% endcode %}")'],
      ["{% if %}\na\n{% endif %}", 'p("{% if %}") p("a") p("{% endif %}")'],
      ['{% hint style="purple" %}\na\n{% endhint %}', 'hint style=info(p("a"))'],
      ["{% tabs %}\na\n{% endtabs %}", 'tabs(tabs-item(p("a")))'],
      ["{% tabs %}{% endtabs %}", 'tabs(tabs-item(p("")))'],
    ]);
  });

  test("without losing words", () => {
    const table = 'table type=grid columns=[A] hideHeader=false ["A" type=text textAlignment=left] (p("x"))';
    assertRead([
      ['{% @a/b c="one"two %}', 'p("{% @a/b c=\\"one\\"two %}")'],
      ['{% @a/b c="x\ny" %}z', 'integration integration=a block=b props={c:"x\\ny"} p("z")'],
      ["<table><caption>c</caption><tr><th>A<tr><td>x</table>", `p("c") ${table}`],
      ['{% embed url="u" %}\n- a\n{% endembed %}', 'embed url=u list-unordered(item(p("a")))'],
      [
        '<figure><img src="a"><figcaption><ul><li>b</li></ul></figcaption></figure>',
        'images(image ref={url:a}) list-unordered(item(p("b")))',
      ],
      [
        "a[^1]\n\n[^1]: one\n\n[^1]: two",
        'p("a" annotation(superscript"1") {annotation-body: p("one")}) p("[^1]: two")',
      ],
    ]);
  });

  test("if a tag is unknown, without an effect on the text around it", () => {
    assertRead([
      ["{% hnit %}\n- a\n{% endhnit %}", 'p("{% hnit %}") list-unordered(item(p("a"))) p("{% endhnit %}")'],
      ['a {% hint style="info" %} b', 'p("a {% hint style=\\"info\\" %} b")'],
      ['{% hint style="info" } a', 'p("{% hint style=\\"info\\" } a")'],
    ]);
  });
});

describe("HTML is kept as text and never run", () => {
  test("if it is unsupported", () => {
    assertRead([
      ["<div>\n\n*a*\n\n</div>", 'p("<div>") p(italic"a") p("</div>")'],
      ['<iframe src="x"></iframe>', 'p("<iframe src=\\"x\\"></iframe>")'],
      ["<script>alert(1)</script>", 'code syntax=html(line("<script>alert(1)</script>"))'],
      ["<style>\na {}\n</style>", 'code syntax=html(line("<style>") line("a {}") line("</style>"))'],
    ]);
  });

  test("but comments and empty anchors are not shown", () => {
    assertRead([
      ["<!-- a\n\n*b* -->\nc", 'p("c")'],
      ["<!-- a -->\n# b\n<!-- c -->\n- <!-- d -->\n", 'h1 id=b("b") list-unordered(item(p("")))'],
      ["a <!-- *b* --> c<!-- d -->e <!--> f <!---> g", 'p("a ce f g")'],
      ["<!-- a --> b <!-- c -->\n<!-- d --> e", 'p("b e")'],
      ["a <!-- b --> <!-- c -->\n\n<!-- d --> <!-- e -->", 'p("a")'],
      [
        "<table><tr><td>a<!-- b --></td></tr></table>",
        'table type=grid columns=[""] hideHeader=true ["" type=text textAlignment=left] (p("a"))',
      ],
      ["`<!-- a -->` \\<!-- b -->", 'p(code"<!-- a -->" " <!-- b -->")'],
      ["<!-- a", 'p("<!-- a")'],
      ['<a name="a"></a> b <a id="c"/>d<a name="e">f</a> <a name="g">', 'p("b df <a name=\\"g\\">")'],
    ]);
  });
});

describe("lines", () => {
  test("may have any line endings, and be indented by tabs", () => {
    assertRead([
      ["a\r\nb\r\n\r\n- c\r\n\td\r- e", 'p("a b") list-unordered(item(p("c d")) item(p("e")))'],
      ["```\r\na\r\n\r\nb\r\n```", 'code(line("a") line("") line("b"))'],
      ["-\ta\n\n\tb\n\n\t\tc", 'list-unordered(item(p("a") p("b") code(line("c"))))'],
      ["\ta\n\n>\t\tb", 'code(line("a")) blockquote(code(line("  b")))'],
    ]);
  });
});
