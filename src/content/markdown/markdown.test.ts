import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { assertLinearInRepetitions } from "../../../test/support/linear.ts";
import { LecternError } from "../../platform/errors.ts";
import { numberedSlug, slugOf } from "../pages/slug.ts";
import { findDestinations } from "./destinations.ts";
import { frontMatterLength, patchFrontMatter, readFrontMatter } from "./front-matter.ts";
import { leadingHeading } from "./heading.ts";
import { withTitleHeading } from "./title-heading.ts";

const textsIn = (markdown: string) => findDestinations(markdown).map(({ text }) => text);

describe("the destinations of a document", () => {
  /** Paragraphs, and their destinations. */
  const paragraphs: [text: string, ...destinations: string[]][] = [
    ["[a](b)", "b"],
    ['[a](b "c") ![a](<b c> (d)) [a]( b )', "b", "b c", "b"],
    ["[a](b(c)d) [a](b\\)c) [a]((b)) [a](b", "b(c)d", "b\\)c", "(b)"],
    ["[![a](b)](c) [[a](b)](c)", "b", "c", "b", "c"],
    ["[a](\nb) [a](<b\nc>)", "b"],
    ["[a]: b\n[a\\]b]: <c d> 'e'\n   [a]:\n b", "b", "c d", "b"],
    ["text [a]: b"],
    ["`[a](b)` [a](c) `` ` [a](b) ``` [a](b) `` [a](d)", "c", "d"],
    ["` [a](b)", "b"],
    ["\\` [a](b) \\`", "b"],
    ["`\\` [a](b)", "b"],
    ["\\[a](b) [a\\](b) [a]\\(b) <!-- [a](b) --> $$[a](b)$$"],
    ["\\\\[a](b) \\\\\\](c)", "b"],
    ["```\n[a](b)\n```\n[a](c)", "c"],
    ["~~~~ x`y\n[a](b)\n~~~\n[a](b)\n~~~~~  \n[a](c)", "c"],
    ["```a`b\n[a](b)", "b"],
    ["> - 1. ```\n>      [a](b)\n>      ```\n> [a](c)", "c"],
    ["```\r\n[a](b)\r\n```\r\n[a](c)", "c"],
    [`<a href="b"> <img alt="" src='c'> <a x="y" href = "d e">`, "b", "c", "d e"],
    ['<a href=""> <b href="c"> <a href="b\nc"> <abbr href="b">'],
    ['{% content-ref url="b" %} {% file src="c d" %} {%include "e"%}', "b", "c d", "e"],
    [`<div data-tag="file" data-src='b'></div> <div data-url="c"> <div url="d">`, "b", "c"],
    ['{% embed url = "https://x/a%20b" %} {% code title="b" %}', "https://x/a%20b"],
  ];

  test("are found with their exact offsets, without any other text", () => {
    const selection = fc.shuffledSubarray(paragraphs, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(selection, (selected) => {
        const markdown = selected.map(([text]) => text).join("\n\n");
        const expected = selected.flatMap(([, ...destinations]) => destinations);
        const found = findDestinations(markdown);
        assert.deepEqual(
          found.map(({ text }) => text),
          expected,
        );
        for (const { at, text } of found) assert.equal(markdown.slice(at, at + text.length), text);
      }),
      { numRuns: 300 },
    );
  });

  test("are limited to the maximum length of a destination", () => {
    const [long, tooLong] = ["x".repeat(2048), "x".repeat(2049)];
    const all = [long, long, long, "b"];
    assert.deepEqual(textsIn(`[a](${long}) <a href="${long}"> [a](<${long}>) [a](b)`), all);
    assert.deepEqual(textsIn(`[a](${tooLong}) <a href="${tooLong}"> [a](<${tooLong}>) [a](b)`), ["b"]);
  });

  test("are in order and have the right offsets in any text", () => {
    const pieces =
      '`¦``¦```¦~~~¦\n¦\r\n¦ ¦[a¦](¦)¦<¦>¦[a]: ¦\\¦<a href="¦{% file src="¦%}¦x¦(¦\n\n¦> ¦- ¦é¦😀';
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces.split("¦")), { maxLength: 200, size: "max" }),
        (parts) => {
          const markdown = parts.join("");
          let end = 0;
          for (const { at, text } of findDestinations(markdown)) {
            assert.ok(at >= end && text !== "" && !text.includes("\n"));
            assert.equal(markdown.slice(at, at + text.length), text);
            end = at + text.length;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("are found in linear time in hostile text", () => {
    const units =
      "`¦``a¦[¦](¦[x](a¦](((¦\\¦[a]: ¦\n[¦{% file ¦{% file src¦<a ¦<a href¦<a src src ¦```\n¦> ¦1) > - ¦\n \n¦` `` ¦\\`¦\n- ¦\n- ```\n¦> ```\n\n";
    for (const unit of units.split("¦")) assertLinearInRepetitions(findDestinations, unit);
  });

  test("are found at any position, but not in text that resembles a link", () => {
    assert.deepEqual(textsIn("[a](install it)\n\n[note]: install it\n\n[^1]: install it"), []);
    assert.deepEqual(textsIn('{% file caption="install" src="b" %}'), ["b"]);
    assert.deepEqual(textsIn("[a](\r\nb)\r\n\r\n[a]:\r\nb\r\n"), ["b", "b"]);
    assert.deepEqual(textsIn("> ```\n> code\n\n[a](b)"), ["b"]);
    assert.deepEqual(textsIn("- a `\n- [a](b) `"), ["b"]);
    assert.deepEqual(textsIn("> [a]: b"), ["b"]);
    assert.deepEqual(textsIn("[a](b\\\nc) [a](b\\ c)"), []);
    assert.deepEqual(textsIn("text\n\n    [a](b)\n    [a]: b\n\n\t[a](c)\n\n[a](d)"), ["d"]);
    assert.deepEqual(textsIn("- item\n\n      [a](b)\n\n  [a](c)\n\n> quote\n>\n>     [a](d)"), ["c"]);
    assert.deepEqual(textsIn("text\n    [a](b)\n\n1. item\n\n    [a](c)\n\n- item\n\n    [a](d)"), [
      "b",
      "c",
      "d",
    ]);
  });
});

describe("front matter", () => {
  const wrap = (yaml: string, end = "\n") => `---${end}${yaml}---${end}text`;

  test("is read with all fields of the page", async () => {
    const yaml = [
      "title: 5\ndescription: |\n  a\n  b\nicon: star\nhidden: true\nnoIndex: false\nif: x == 'y'\nunknown: [1]\n",
      "cover: a.png\ncoverY: -3\nvars: {a: b, n: 1}\nlayout:\n  width: wide\n  cover: {visible: true, size: hero, mask: radial}\n",
      "  tags: false\n  actions: {visible: false}\n  anchors: {visible: true}\n",
    ].join("");
    const expected = {
      ...{ title: "5", description: "a\nb\n", icon: "star", hidden: true, noIndex: false },
      ...{ condition: "x == 'y'", cover: "a.png", coverY: -3, variables: { a: "b", n: "1" } },
      layout: {
        ...{ width: "wide", cover: true, coverSize: "hero", coverMask: "radial" },
        ...{ tags: false, actions: false, anchors: true },
      },
    };
    for (const end of ["\n", "\r\n"]) {
      const markdown = wrap(yaml.replaceAll("\n", end), end);
      assert.deepEqual(await readFrontMatter(markdown), expected);
      assert.equal(markdown.slice(frontMatterLength(markdown)), "text");
    }
  });

  test("is only a mapping at the start of a document", async () => {
    const others = [
      "¦text¦---¦---\n¦---\n---\n¦--- \n\n---\n¦---\ntext\n---\n¦---\n- a\n---\n¦---\na: 1\n¦\n---\na: 1\n---\n",
      "----\na: 1\n----\n¦---\na: [\n---\n¦---\na: b: c\n---\n¦---\n\ta: 1\n---\n¦---\n# a\n---\n",
      "---\n\n# Heading\n\ntext\n\n---\n¦ ---\na: 1\n---\n¦---\na: 1\n --- \n¦---\na: &a [*a\n---\n",
      wrap(`a: ${"x".repeat(70_000)}\n`),
      wrap("[".repeat(50_000)),
    ].flatMap((line) => line.split("¦"));
    for (const markdown of others) {
      assert.equal(await readFrontMatter(markdown), undefined, markdown.slice(0, 40));
      assert.equal(await patchFrontMatter(markdown, { a: "changed", title: "changed" }), markdown);
    }
  });

  test("is rejected if it has invalid fields", async () => {
    const invalid =
      "title: [a]¦hidden: maybe¦noIndex: 1¦coverY: high¦coverY: .nan¦vars: a¦vars: {a: [b]}¦layout: [a]¦layout: {width: 1}¦layout: {outline: 1}¦layout: {cover: {size: x}}¦layout: {cover: {mask: x}}";
    for (const yaml of invalid.split("¦"))
      await assert.rejects(readFrontMatter(wrap(`${yaml}\n`)), LecternError, yaml);
    await assert.rejects(readFrontMatter(wrap("note: *bold*\n")), LecternError);
    await assert.rejects(readFrontMatter(wrap(`a: &a [x]\nb: [${"*a, ".repeat(200)}]\n`)), LecternError);
  });

  test("cannot change the prototype of objects", async () => {
    const yaml = "__proto__: {title: a, hidden: true}\nconstructor: b\nvars: {__proto__: c, toString: d}\n";
    const { variables = {}, ...rest } = (await readFrontMatter(wrap(yaml))) ?? {};
    assert.deepEqual([Object.entries(variables).flat(), rest], [["__proto__", "c", "toString", "d"], {}]);
    assert.equal(Object.getPrototypeOf(variables), Object.prototype);
    const odd = wrap("constructor: a\n__proto__: b\ntoString: c\n");
    assert.equal(await patchFrontMatter(odd, { title: "d" }), odd);
  });

  test("is changed only in the given fields", async () => {
    const titles = "title: V # c¦'title': V¦title:   V   ¦? title\n: V¦title: !!str V¦title: &a V¦# c¦".split(
      "¦",
    );
    const flags = 'hidden: H¦"hidden" : H # c¦"hidden": H¦  '.split("¦");
    const others = [
      "other: {title: x, hidden: true}¦list:\n  - title: y¦text: |\n  title: z\n\n  hidden: x¦title2: x¦icon: ⭐",
      "\"q\": 'it''s'¦long: a\n  b\n  c¦layout: {title: false}¦vars:\n    title: x # c¦# c¦",
    ].flatMap((line) => line.split("¦"));
    const values = "¦a: b¦# a¦- a¦null¦1¦yes¦'¦\"¦*a¦&a¦@¦%¦---¦ a ¦{a}¦\\n¦a #b¦~¦a:¦!x¦[¦>¦a\nb".split("¦");
    const title = fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.constantFrom(...values));
    const fields = fc
      .tuple(fc.constantFrom(...titles), fc.shuffledSubarray(others), fc.constantFrom(...flags))
      .map(([first, between, last]) => [first, ...between, last]);
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(fields, title, fc.constantFrom("\n", "\r\n"), async (parts, newTitle, end) => {
        const template = wrap(parts.join("\n").concat("\n").replaceAll("\n", end), end);
        const before = template.replace("V", "'Old'").replace("H", "false");
        const front = await readFrontMatter(before);
        const after = await patchFrontMatter(before, { title: newTitle, hidden: true, noIndex: true });
        if (front === undefined) return assert.equal(after, before);
        if (after !== before) changed++;
        const [first, ...rest] = template.split(/[VH]/);
        const pattern = [first ?? "", ...rest].map((part) => RegExp.escape(part)).join("[^\\r\\n]*");
        assert.match(after, new RegExp(`^${pattern}$`));
        const titled = front.title === undefined ? front : { ...front, title: newTitle };
        const expected = front.hidden === undefined ? titled : { ...titled, hidden: true };
        assert.deepEqual(await readFrontMatter(after), expected);
      }),
      { numRuns: 300 },
    );
    assert.ok(changed > 50, `only ${changed} documents were changed`);
  });

  test("is patched correctly with unusual values", async () => {
    const patch = async (yaml: string, value: string) =>
      (await patchFrontMatter(wrap(yaml), { title: value })).slice(4, -8);
    assert.equal(await patch("title: ~\n", "a"), "title: a\n");
    assert.equal(await patch("title:\nx: 1\n", "c"), "title: c\nx: 1\n");
    assert.equal(await patch("title: a\n  b\nx: 1\n", "c"), "title: c\nx: 1\n");
    assert.equal(await patch("title: |\n  a\nx: 1\n", "c"), "title: c\nx: 1\n");
    assert.equal(await patch("x: 1\ntitle: >-\n  a\n", "c"), "x: 1\ntitle: c\n");
    assert.equal(await patch("a: &a x\ntitle: *a\n", "c"), "a: &a x\ntitle: c\n");
    assert.equal(await patch("title: a\ntitle: b\n", "c"), "title: c\ntitle: c\n");
    for (const value of ["a\nb", "a, b", "---", "a\u3000", "\u00a0", "yes", "1", "\u2028", "a }"]) {
      assert.deepEqual(await readFrontMatter(wrap(await patch("title: x # c\n", value))), { title: value });
      assert.deepEqual(await readFrontMatter(wrap(await patch("{title: x}\n", value))), { title: value });
    }
    assert.equal(await patch("title: 'x'\n", "x"), "title: 'x'\n");
    assert.equal(await patch("title: |\r\n  a\r\nx: 1\r\n", "c"), "title: c\r\nx: 1\r\n");
    // A change that would affect another field is not made.
    for (const odd of ["title: # c\nx: 1\n", "title: &a x\nb: *a\n"])
      assert.equal(await patch(odd, "c"), odd);
  });

  test("is read and patched in linear time when it is hostile", async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`).join(", ");
    const timeOf = async (yaml: string, title: string) => {
      const start = performance.now();
      await readFrontMatter(wrap(yaml));
      await patchFrontMatter(wrap(yaml), { title });
      return performance.now() - start;
    };
    await timeOf("title: x\n", "y");
    const [quick, slow] = [await timeOf(`{${keys(800)}}\n`, "y"), await timeOf(`{${keys(8_000)}}\n`, "y")];
    assert.ok(slow < 20 * quick + 500, `${quick} ms, then ${slow} ms`);
    const [short, long] = [
      await timeOf("title: x\n", `${"a".repeat(8)}!`),
      await timeOf("title: x\n", `${"a".repeat(26)}!`),
    ];
    assert.ok(long < 20 * short + 100, `${short} ms, then ${long} ms`);
  });
});

describe("the heading at the start of a document", () => {
  test("is the title of a page without a title", () => {
    const headings = [
      ["# Title\ntext", "Title"],
      ["---\na: 1\n---\n\r\n\n#\tTitle ##  \r\ntext", "Title"],
      ["Title\n===\ntext", "Title"],
      ["# **Bold** *and* `code` [link](x) ![image](y) <b>html</b> \\#", "Bold and code link image html #"],
      ["# C# and F#", "C# and F#"],
      ["# The `<b>*a*\\` tag", "The <b>*a*\\ tag"],
      ["# Real <!-- c --> Title <!-- d -->", "Real Title"],
      ["# A<!-- c --> B", "A B"],
      ["<!-- c -->\n\n<!--\n# Hidden\n-->\n# Title", "Title"],
      ["<h1>Title</h1>\n# Other", "Title"],
      ['<!-- c -->\r\n<h1 align="center">\r\n  A <b>b</b> &amp; *c*\r\n</h1>', "A b & *c*"],
    ];
    const none =
      "## Second¦#Title¦#¦# \n¦text\n# Title¦text\n---¦¦---\nno end\n# Title¦```\n# Title¦<!-- # c -->¦<!-- c\n# Title¦<h1></h1>¦<h2>Second</h2>".split(
        "¦",
      );
    for (const markdown of none) assert.equal(leadingHeading(markdown), undefined, markdown);
    for (const [markdown = "", title] of headings) assert.equal(leadingHeading(markdown), title, markdown);
    const plain = ["my_long_name and 2 * 3 * 4", "a < b and c > d"];
    for (const title of plain) assert.equal(leadingHeading(`# ${title}`), title);
    assert.equal(leadingHeading("# \\*text\\* \\<x>"), "*text* <x>");
    assert.deepEqual(["    # a", "> a\n==="].map(leadingHeading), [undefined, undefined]);
  });

  test("is the title of the page only if it has no other", async () => {
    for (const markdown of ["<!-- c -->\n# H\n", "<h1>H</h1>", "---\na: 1\n---\n<!-- c -->\n\nH\n===\n"])
      assert.equal(await withTitleHeading(markdown, "T"), markdown);
    assert.equal(await withTitleHeading("<!-- c -->\ntext", "T"), "# T\n\n<!-- c -->\ntext");
  });

  test("is found in linear time in hostile text", () => {
    for (const unit of "<¦<!--¦<!-- -->¦<!-- -->\n¦<h1>¦[¦[](¦*¦_a¦ #¦ ¦\\¦=¦`a¦---\n¦--- ".split("¦")) {
      for (const start of ["", "# ", "---\n"])
        assertLinearInRepetitions((text) => leadingHeading(start + text), unit);
    }
  });
});

describe("a slug", () => {
  test("is derived from a title in any script", async () => {
    const slugs = [
      "Hello, World! > hello-world ¦ Don't — it’s > dont-its ¦ Größe ½ > grosse-1-2 ¦ Ｆｕｌｌ > full ¦ 你好 > ni-hao",
      "Привет > privet ¦ 🎉 > page ¦  > page ¦ ../.. > page ¦ a/b?c#d > a-b-c-d ¦ -a- > a ¦ Q&A & more > q-and-a-and-more ¦ __proto__ > proto",
    ].flatMap((line) => line.split(" ¦ ").map((pair) => pair.split(" > ")));
    for (const [title = "", slug] of slugs) assert.equal(slugOf(title), slug);
  });

  test("is short and ASCII for any title, including with a number", async () => {
    const size = { maxLength: 300, size: "max" } as const;
    const title = fc.oneof(fc.string({ unit: "binary", ...size }), fc.string(size));
    await fc.assert(
      fc.asyncProperty(title, fc.integer({ min: 1, max: 99_999 }), async (text, number) => {
        const slug = slugOf(text);
        assert.match(slug, /^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$/);
        assert.equal(slugOf(slug), slug);
        const numbered = numberedSlug(slug, number);
        assert.ok(numbered.length <= 100 && numbered.endsWith(`-${number}`));
      }),
      { numRuns: 60 },
    );
  });
});
