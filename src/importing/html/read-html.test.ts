import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readHtml } from "./read-html.ts";

const main = (body: string, head = "") =>
  readHtml(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, "main");
const markdown = (body: string) => readHtml(body, "all").markdown;

describe("the title of a page", () => {
  const titled = (title: string, more = "") =>
    main("<main><p>Text</p></main>", `<title>${title}</title>${more}`).title;

  test("is the first heading, which is removed from the content", () => {
    const { title, markdown: text } = main(
      "<main><h1>Set <em>up</em></h1><p>Text</p></main>",
      "<title>X</title>",
    );
    assert.equal(title, "Set up");
    assert.equal(text, "Text\n");
  });

  test("is the title of the head without the name of the site if there is no heading", () => {
    assert.equal(titled("Set up"), "Set up");
    assert.equal(titled("Set up | Acme"), "Set up");
    assert.equal(titled("Set up - on Linux - Acme"), "Set up - on Linux");
    assert.equal(titled("Set up &mdash; Acme 1.0 documentation"), "Set up");
    assert.equal(titled("Acme · Set up", '<meta property="og:site_name" content="acme">'), "Set up");
  });

  test("is a heading outside of the content, but not the name of the site", () => {
    const text = '<div class="theme-default-content"><h2>Part</h2><p>Text</p></div>';
    assert.equal(main(`<article><header><h1>Set up</h1></header>${text}</article>`).title, "Set up");
    assert.equal(main(`<header><h1>Acme</h1></header>${text}`).title, "Part");
    const hero = '<h1 class="heading"><span class="name">Acme</span><span class="text">Fast docs</span></h1>';
    assert.equal(main(`<main><div class="hero copy">${hero}</div>${text}</main>`).title, "Acme Fast docs");
  });

  test("is not one of several level-1 headings after other content", () => {
    const page = readHtml("<title>Book</title><p>Preface</p><h1>One</h1><h1>Two</h1>", "all");
    assert.equal(page.title, "Book");
    assert.equal(page.markdown, "Preface\n\n## One\n\n## Two\n");
  });

  test("is missing if the page has no title", () => {
    assert.equal("title" in main("<main><p>Text</p></main>"), false);
  });
});

describe("the metadata of a page", () => {
  test("includes the description, the canonical URL and the robots rules", () => {
    const page = main(
      "<main>Text</main>",
      '<base href="https://acme.test/docs/"><meta name="Description" content=" All  of it. "><link rel="canonical" href="setup">' +
        '<meta name="robots" content="NoIndex, noarchive"><meta name="robots" content="nofollow">',
    );
    assert.equal(page.description, "All of it.");
    assert.equal(page.canonical, "https://acme.test/docs/setup");
    assert.deepEqual(page.robots, { index: false, follow: false });
  });

  test("allows robots everything by default, and nothing for `none`", () => {
    assert.deepEqual(main("x").robots, { index: true, follow: true });
    assert.deepEqual(main("x", '<meta name="robots" content="none">').robots, {
      index: false,
      follow: false,
    });
  });
});

describe("the links of a page", () => {
  test("are listed in order, without executable schemes", () => {
    const { links } = main(
      '<nav><a href="/a">A</a></nav><main><a href=" b.html ">B <b>b</b></a><a href="javascript:x()">X</a><a href="data:text/html,x">D</a><a>N</a>' +
        '<a href="java\nscript:x">Y</a></main><footer><a href="c" title="C"><img src="i"></a></footer>',
    );
    assert.deepEqual(links, [
      { href: "/a", text: "A" },
      { href: "b.html", text: "B b" },
      { href: "c", text: "C" },
    ]);
  });

  test("are resolved against `<base>`, as are images", () => {
    const body = '<a href="b">B</a> <a href="#c">C</a> <a href="/d">D</a> <img src="e.png" alt="E">';
    const text = (base: string) => main(`<main>${body}</main>`, `<base href="${base}">`).markdown;
    assert.equal(
      text("https://acme.test/docs/"),
      "[B](https://acme.test/docs/b) [C](#c) [D](https://acme.test/d) ![E](https://acme.test/docs/e.png)\n",
    );
    assert.equal(text("../"), "[B](../b) [C](#c) [D](/d) ![E](../e.png)\n");
  });

  test("are rewritten to the new anchors of headings", () => {
    const text = markdown(
      '<p><a href="#My_Part">P</a> <a href="#else">E</a></p><h2 id="My_Part">A part</h2>',
    );
    assert.equal(text, '[P](#my_part) [E](#else)\n\n## A part <a href="#my_part" id="my_part"></a>\n');
    const { markdown: other, anchors } = readHtml(
      '<main><h1 id="top">T</h1><p><a href="#größe">G</a></p><h2 id="größe">Größe</h2><h2 id="見出し">見出し</h2><h2 id="plain">Plain</h2></main>',
      "main",
    );
    assert.equal(other, "[G](#grosse)\n\n## Größe\n\n## 見出し\n\n## Plain\n");
    assert.deepEqual(
      [...(anchors ?? [])],
      [
        ["top", ""],
        ["größe", "grosse"],
        ["見出し", "jian-chu-si"],
      ],
    );
    assert.equal(
      markdown('<p>x</p><h2 id="1f0e9d8c-0000-1111-2222-333344445555">A part</h2>'),
      "x\n\n## A part\n",
    );
  });
});

describe("the ids on a page", () => {
  const anchors = (html: string) => Object.fromEntries(main(`<main>${html}</main>`).anchors ?? []);

  test("map to the heading that has or follows them, else to the previous one", () => {
    const html =
      '<h1 id="title">T</h1><p id="lead">x</p><section id="part"><span id="label"></span><h2>Part</h2><p id="text">x</p></section>' +
      '<div><a name="old"></a></div> <h2><a id="inner"></a>Next <b id="bold">part</b></h2><dl><dt id="a.b">x</dt></dl><i id="end"></i>';
    assert.deepEqual(anchors(html), {
      title: "",
      lead: "",
      label: "part",
      text: "part",
      old: "next-part",
      inner: "next-part",
      bold: "next-part",
      "a.b": "next-part",
      end: "next-part",
    });
  });

  test("map to the start of the page outside of the content", () => {
    const page = main('<div id="top"><h1 id="title">T</h1><main id="text"><h2>A</h2></main></div>');
    assert.deepEqual(
      page.anchors,
      new Map([
        ["top", ""],
        ["title", ""],
        ["text", "a"],
      ]),
    );
  });

  test("stay the anchors of headings if they are valid", () => {
    assert.deepEqual(anchors('<h1>T</h1><h2 id="b">A</h2><h2 id="Second_Part">B</h2><p id="b">x</p>'), {
      Second_Part: "second_part",
    });
  });

  test("are limited in number", () => {
    const many = Array.from({ length: 6000 }, (_, i) => `<i id="i${i}">x</i>`).join("");
    assert.equal(main(`<main>${many}</main>`).anchors?.size, 5000);
  });
});

describe("the content of a page", () => {
  const long = "Many words that say something. ".repeat(10).trim();

  test("is found by its length if no element marks it", () => {
    const page = main(
      `<div id="wrap"><div class="top"><a href="/">Acme</a></div><div class="left"><a href="a">A</a> <a href="b">B</a></div>` +
        `<div class="post"><h1>Old</h1><p>${long}</p><p>${long}</p></div></div><div id="footer">© Acme</div>`,
    );
    assert.equal(page.title, "Old");
    assert.equal(page.markdown, `${long}\n\n${long}\n`);
  });

  test("is found in layout tables", () => {
    const page = main(
      `<table width="100%"><tr><td><a href="a">A</a></td><td><h1>Old</h1><p>${long}</p><table><tr><th>N</th></tr><tr><td>1</td></tr></table></td></tr></table>`,
    );
    assert.equal(page.title, "Old");
    assert.equal(page.markdown, `${long}\n\n| N |\n| - |\n| 1 |\n`);
  });

  test("is the whole body for converted documents", () => {
    const body = '<nav><a href="a">A</a></nav><main><p>Text</p></main><aside>More</aside>';
    assert.equal(readHtml(body, "all").markdown, "[A](a)\n\nText\n\nMore\n");
    assert.equal(readHtml(body, "main").markdown, "Text\n");
  });

  test("is kept although its class looks like page chrome", () => {
    assert.equal(
      main(`<main><div class="page-toc-layout sidebar-left"><p>${long}</p></div></main>`).markdown,
      `${long}\n`,
    );
  });

  test("keeps sections whose ids look like page chrome", () => {
    const parts = ["pagination", "cookies", "breadcrumbs", "feedback"];
    const html = parts
      .map((id) => `<section id="${id}"><h2>${id}</h2><p>About ${id}.</p></section>`)
      .join("");
    const { markdown: text } = main(`<main><h1>T</h1>${html}</main>`);
    assert.equal(text, parts.map((id) => `## ${id}\n\nAbout ${id}.\n`).join("\n"));
  });

  test("keeps lists of chapters, but not its own table of contents", () => {
    const chapter = '<ul><li class="toctree-l1"><a href="a.html">A</a></li></ul>';
    const page = main(
      `<main><h1>T</h1><p>Chapters:</p><div class="toctree-wrapper compound">${chapter}</div><div class="tocBox">${chapter}</div></main>`,
    );
    assert.equal(page.markdown, "Chapters:\n\n- [A](a.html)\n");
  });

  test("escapes ampersands in URLs only if they would be parsed as entities", () => {
    assert.equal(
      markdown('<p><a href="a?b=c&amp;d=e&amp;amp;f">L</a> <img src="i?x=1&amp;y=2" alt="I"></p>'),
      "[L](a?b=c&d=e&amp;amp;f) ![I](i?x=1&y=2)\n",
    );
  });

  test("has no forms, hidden elements, buttons, scripts and permalinks", () => {
    const page = main(
      '<main><h1>T</h1><form><label>Name <input></label></form><p hidden>h</p><p style="display: none">n</p><span class="sr-only">s</span>' +
        '<button>Copy</button><script>x</script><style>y</style><noscript>z</noscript><h2 id="a">Part <a href="#a">#</a></h2>' +
        '<h2><a href="#b" class="anchor"></a>Other <a class="permalink" href="#b">Permalink</a></h2><h3> <br> </h3><p>&nbsp;</p><p><a href="e"></a></p></main>',
    );
    assert.equal(page.markdown, '## Part <a href="#a" id="a"></a>\n\n## Other\n');
  });

  test("has headings from level 2, with the same differences between levels", () => {
    assert.equal(markdown("<h1>T</h1><h3>A</h3><h4>B</h4><h6>C</h6>"), "## A\n\n### B\n\n##### C\n");
    assert.equal(markdown("<h1>T</h1><p>x</p><h1>A</h1><h6>B</h6>"), "x\n\n## A\n\n###### B\n");
  });
});

describe("the navigation of a page", () => {
  const navigation = (html: string) => main(`${html}<main>Text</main>`).navigation;
  const leaf = (title: string, href: string) => ({ title, href, children: [] });

  test("is the largest list of links to other pages", () => {
    assert.deepEqual(
      navigation(
        '<nav><ul><li><a href="/x">X</a></li></ul></nav><aside><ul><li><a href="#1">1</a></li><li><a href="#2">2</a></li><li><a href="#3">3</a></li></ul></aside>' +
          '<div class="docs-sidebar"><ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul></div>',
      ),
      [leaf("A", "/a"), leaf("B", "/b")],
    );
  });

  test("has headings as parents of the lists after them", () => {
    assert.deepEqual(
      navigation(
        '<nav><h3>One</h3><ul><li><a href="/a">A</a></li></ul><h3>Two</h3><ul><li><a href="/b">B</a></li></ul></nav>',
      ),
      [
        { title: "One", children: [leaf("A", "/a")] },
        { title: "Two", children: [leaf("B", "/b")] },
      ],
    );
  });

  test("can consist of links without a list", () => {
    assert.deepEqual(navigation('<nav><a href="/a">A</a><a href="/b">B</a></nav>'), [
      leaf("A", "/a"),
      leaf("B", "/b"),
    ]);
  });

  test("is empty if the page has no navigation", () => {
    assert.deepEqual(navigation('<p><a href="/a">A</a></p>'), []);
  });
});
