import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readMarkdown } from "../../src/content/document/read/read-markdown.ts";
import { normalizeHtml, type Outline } from "./normalize-html.ts";
import { gfmHtmlOf } from "./reference.ts";
import { renderHtml } from "./render-html.ts";

function readAs(source: string): Outline[] {
  return normalizeHtml(renderHtml(readMarkdown(source)));
}

function assertReadAsGfm(source: string): void {
  assert.deepEqual(readAs(source), normalizeHtml(gfmHtmlOf(source)), source);
}

/** Texts for each rule of GFM that the examples of its specification do not contain, or only in part. */
const examples = {
  "tables, by their delimiter row": [
    "| Key | Value |\n| --- | --- |\n| port | 80 |\n| host | ::1 |",
    "Key | Value\n:- | -:\nport | 80",
    "| one |\n| - |",
    "one |\n--- |",
    "| one\n| ---",
    "one\n:-:\ntwo",
    "no table | without delimiters\nbut | text",
    "| a | b | c |\n| - | - |\n| too | few | delimiters |",
    "| - | - |\n\n|\n-|",
    "l | c | r | n\n:- | :-: | -: | -\n1 | 2 | 3 | 4",
    "text\nmore text\n| a | b |\n| - | - |\n| 1 | 2 |\n\nafter",
    "> | a |\n> | - |\n> | 1 |\n\n- x\n\n  | b |\n  | - |\n  | 2 |",
    "| a |\n| - |\n| 1 |\n> quote\n\n| a |\n| - |\n# heading\n\n| a |\n| - |\n- item",
  ],
  "cells of tables": [
    "| _a_ | **b** |\n| - | - |\n| 1. no list | # no heading |\n| _**both**_ | ~~gone~~ |",
    "| a | b | c |\n| - | - | - |\n| 1\n| 1 | 2\n| 1 | 2 | 3 | 4 |",
    "| a | b | c |\n| - | - | - |\n| 1 || 3 |\n| | 2 | |",
    "| a | b |\n| - | - |\n| x \\| y | `p \\| q` |\n| **`m\\|n`** \\| o | `r` |",
    "| a | b |\n| - | - |\n| \\\\ | `\\\\` |\n| \\* | `\\*` |\n| \\q | `\\q` |\n\n\\| `\\|`",
    "| a | b |\n| - | - |\n|***(x)***| y |   \n",
    "See [home][].\n\n| [home][] |\n| - |\n| to [home] |\n\n[home]: https://example.com/",
    "| a |\n| - |\n| https://example.com/a www.example.com |\n| b@example.com |",
  ],
  strikethrough: [
    "A ~short~ and a ~~long~~ one.",
    "~open only\n\nclose only~",
    "~a ~ b~ c ~ d",
    "~~~~~five~~~~~ ~~~three~~~x ~unequal~~",
    "~~**_`all`_**~~\n~~***`all`***~~\n~~___all___~~",
    "~~www.example.com~~ ~~https://example.com~~",
    "[x](https://example.com/~user/~~a~~)",
    `${"~".repeat(200)}x~`,
    "a~b~c a~~b~~c **~~x~~**",
  ],
  "addresses in text": [
    ": http://example.com https://example.com",
    "<http://example.com/å> http://example.com/å www.example.com/á",
    "a.b-c_d+e@example-site.com, x@y.z.",
    "**Bold and http://example** _http://example.com_ __www.example.com__",
    "![http://example.com/i](http://example.com/i)",
    "End of http://example.com/ok. (In http://example.com/ok.) http://example.com/a(b)c) http://example.com/?q=(x",
    "\"http://example.com\" 'http://example.com' http://example.com/?a&b &amp; http://example.com/&copy;",
    "http://xn--d1a.example/ http://müller.example/",
    "- @a.b.c@. x\n- n@.  b\n- a@b-\n- a@b_",
    "www.a_b.c.d www.a.b_c http://a_b.c http://-a http://.a www.",
    "xhttp://example.com awww.example.com",
    "http://example.com/a*b*c_d_e~f",
    "https://example.com<b",
  ],
  "task lists": [
    "- [ ] open\n- [x] done\n- [X] done",
    "- [x] a\n  - [ ] b\n    - [x] c\n- [ ] d",
    "- [x] a\n    - [ ] b\n- [ ] d",
    "* [@] a\n* [] b\n* [x]c\n* [xx] d",
    "- [ ] **bold**\n\n- [x] [link](u)",
    "- x [ ] y\n- > [ ] z",
    "+ [ ]\ttab\n+ \\[ ] escaped",
  ],
  footnotes: [
    "Text![^1] More.[^two]\n\nNone[^none].\n\n[^1]: A *note*.\n\nBetween.\n\n[^two]:\n    > A quote.\n\n        code\n\n    A paragraph.",
    "a[^a]\n\n[^a]:       no code\n\nb[^b]\n\n[^b]:\n        code",
    "One[^n], again[^n] and again.[^N]\n\n[^n]: The note.",
    "a[^1][^2]\n\n[^2]: second\n\n[^1]: first",
    "a[^1]\n\n| b |\n| - |\n| c[^1] |\n\n[^1]: note",
    "www[^www]_a_[^with_under-score0]\n\n[^with_under-score0]: a\n\n[^www]: b",
    "|Tot.[^_a_]|\n\n[^~~is~~1]",
    "a[^1]\n[^1]: one\ntwo\n\nthree",
    "> [^1]: in a quote\n\n- [^2]: in an item\n\na[^1][^2]",
    "[^1]: # Heading\n\n    - item\n      - inner\n\n    ```js\n    code\n    ```\n\na[^1]",
    "a\\[^1] `[^1]` [^1]\n\n[^1]: note",
    "**a[^1]** ~~b[^1]~~\n\n[^1]: [link](u) **bold**",
  ],
} satisfies Record<string, readonly string[]>;

describe("texts are read as another implementation of GFM reads them", () => {
  for (const [rule, sources] of Object.entries(examples))
    test(rule, () => {
      for (const source of sources) assertReadAsGfm(source);
    });

  test("except where writers would lose text or links, or the document model has no such block", () => {
    assert.deepEqual(readAs("[see https://example.com]"), [
      ["p", ["[see ", [" link 1 https://example.com ", "https://example.com"], "]"]],
    ]);
    assert.deepEqual(readAs("1. [ ] a"), [["ol", "", [["li", "", [["p", ["[ ] a"]]]]]]]);
    assert.deepEqual(readAs("[^1]: not referenced"), [["p", ["[^1]: not referenced"]]]);
    const nested = ["section", [["ol", "", [["li", "", [["p", ["outer[^2]"]]]]]]]];
    const [, ...notes] = readAs("a[^1]\n\n[^1]: outer[^2]\n\n[^2]: inner");
    assert.deepEqual(notes, [["p", ["[^2]: inner"]], nested]);
    assert.deepEqual(readAs("[^a b]: /u"), [["p", ["[^a b]: /u"]]]);
  });
});

/** Pieces of the syntax of GFM, separated by broken bars. */
const pieces = [
  "a¦b c¦1¦ ¦\n¦\n\n¦é¦,¦;¦*¦**¦_¦`¦``¦!¦(¦)¦'¦\"¦&amp;¦> ¦- ",
  "|¦ | ¦| a | b |\n| - | - |\n¦a | b\n:- | -:\n¦|a|\n|-|\n¦| c | d |\n¦\\|¦---¦:-:¦|-¦ -|\n¦\n| ¦ |\n¦`x\\|y`",
  "~¦~~¦~~~¦- [ ] ¦- [x] ¦\n- [X] ¦[^1]¦[^2]¦![^1]¦\\~¦\\*",
  "a www.a.b ¦a (www.a.b/c) ¦a *http://a.b* ¦a https://a.b/c?d=(e). ¦a ~x@y.z~ ¦a a.b-c@e.fg, ",
].flatMap((line) => line.split("¦"));

/**
 * What micromark reads otherwise than cmark-gfm: the indentation of a line in code, white space after a checkbox, an empty
 * item in a container, tildes next to asterisks, tildes of unequal number. It counts references in cells that a row has too
 * many. On purpose, a footnote that is not referenced is text, and `:a:` is an emoji.
 */
const isExcluded =
  /`[^`]*\n[ \t]|\] [ \t]+\n|[->] *[-*] *(?:\n|$)|[*_]~|~[*_]|(?<!~)~(?!~)[\s\S]*~~|~~[\s\S]*(?<!~)~(?!~)|\|.*\[\^|\[\^\d\][:(]|:a:/;

const markdown = fc
  .array(fc.constantFrom(...pieces), { maxLength: 12, size: "max" })
  .map((parts) => parts.join(""))
  .filter((source) => !isExcluded.test(source));

test("random texts with references to footnotes are read as another implementation of GFM reads them", () => {
  fc.assert(
    fc.property(markdown, (source) =>
      assertReadAsGfm(`${source}\n\n# Notes\n\n[^1] [^2]\n\n[^1]: one\n\n[^2]: two`),
    ),
    { numRuns: 1000 },
  );
});
