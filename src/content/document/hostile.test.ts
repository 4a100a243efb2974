import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertLinear } from "../../../test/support/linear.ts";
import { finish } from "../../platform/steps.ts";
import { maxNodesPerCharacter } from "../model/limits.ts";
import { documentSteps } from "./markdown.ts";
import { countNodes } from "./model/tree.ts";
import { readMarkdown, readSteps } from "./read/read-markdown.ts";
import { writeMarkdown } from "./write/write-markdown.ts";

/** Makes Markdown of about the given length. */
type Pattern = (length: number) => string;

/** Repeats a part between a start and an end. */
function repeated(part: string, start = "", end = ""): Pattern {
  return (length) => start + part.repeat(length / part.length) + end;
}

/** Repeats an opening part, then a closing part as often. */
function nested(open: string, close: string, middle = "a"): Pattern {
  return (length) => {
    const count = length / (open.length + close.length);
    return open.repeat(count) + middle + close.repeat(count);
  };
}

/** Lines by index, up to the given length. */
function growing(line: (i: number) => string): Pattern {
  return (length) => {
    const lines: string[] = [];
    for (let remaining = length; remaining > 0; remaining -= (lines.at(-1) ?? "").length + 1)
      lines.push(line(lines.length));
    return lines.join("\n");
  };
}

const cell = "<table><tr><td>";

const patterns: Readonly<Record<string, Pattern>> = {
  "ordinary text": repeated(
    "# T\n\nSome *text* with [a link](u) and `code`.\n\n- a\n  - b\n\n| a | b |\n|---|---|\n| c | d |\n\n",
  ),
  "one long paragraph": repeated("a\n"),
  "one long line": repeated("a b "),
  "headings with equal text": repeated("# a\n"),
  "brackets that open": repeated("["),
  "brackets that close": repeated("]"),
  "brackets that open and close": nested("[", "]"),
  "links in links": nested("[", "](u)"),
  "links that never end": repeated("[a]("),
  "destinations that never end": repeated("[a](<b"),
  "angle brackets": repeated("<"),
  "comments that never end": repeated("<!--"),
  "a wide table with many short rows": (length) =>
    `${"|a".repeat(length / 20)}\n${"|-".repeat(length / 20)}\n${"|b\n".repeat(length / 4)}`,
  "rows that are just long enough to be padded": (length) =>
    `${"|".repeat(length / 4)}a\n${"|-".repeat(length / 8)}\n${`${"|".repeat(length / 16)}a\n`.repeat(6)}`,
  "small tables with padding": repeated("|a|a|a|a\n|-|-|-|-\n|\n|\n|\n|\n|\n\n"),
  "cells without text": repeated("|||||||||\n", "|a|a|a|a|a|a|a|a|\n|-|-|-|-|-|-|-|-|\n"),
  "items without text": repeated("-\n"),
  "lines of code without text": repeated("\n", "```\n"),
  "marks in marks": repeated("`a`b", "**_~~<kbd><sup>", "</sup></kbd>~~_**"),
  "options of a column": (length) =>
    `<table><tr><th data-type=select data-options="[${"1,".repeat(length / 2)}1]"></th></tr><tr><td></td></tr></table>`,
  "many leaves": repeated("**a** b "),
  "words far apart": (length) => `a${" ".repeat(length)}b`,
  "words far apart in code": (length) => `\`a${" ".repeat(length)}b\``,
  "words far apart in a heading": (length) => `# a${" ".repeat(length)}b <a`,
  "words far apart in a title": (length) => `[a](b "c${" ".repeat(length)}\n${" ".repeat(length)}d")`,
  "words far apart in a comment": (length) => `x <!-- a${" ".repeat(length)}b -->`,
  "words far apart in a formula": (length) => `x $$a${" ".repeat(length)}b$$`,
  "words far apart in an unknown tag": (length) => `{% foo a${" ".repeat(length)}b %}`,
  "words far apart in an image": (length) => `<img src="a" alt="b${" ".repeat(length)}c">`,
  "words far apart in code as HTML": (length) => `<pre><code>a${" ".repeat(length)}b</code></pre>`,
  "titles that never end": repeated('[a](b "'),
  "references that never end": repeated("[a]["),
  "images that never end": repeated("!["),
  "definitions of the same name": repeated("[a]: b\n"),
  "definitions without a destination": repeated("[a]:\n"),
  "definitions that are all used": growing((i) => `[a${i}]: b\n\n[a${i}]`),
  "stars that open": repeated("*a "),
  "stars in pairs": repeated("**a"),
  "nested stars": nested("**a *b ", " c* d**"),
  "stars and underscores": repeated("*_"),
  "stars of all lengths": growing((i) => `${"*".repeat(i % 300)}a`),
  "a line of underscores": repeated("_"),
  tildes: repeated("~~a"),
  "tildes before a character that resembles a line ending": repeated("~", "", "\u2028a"),
  "spaces in quoted code": repeated(" ", "> ~~~\n", "a"),
  "runs of backticks of increasing length": growing((i) => "`".repeat(i)),
  backslashes: repeated("\\"),
  ampersands: repeated("&"),
  entities: repeated("&amp;"),
  dollars: repeated("$"),
  "formulas that never end": repeated("$$a "),
  "formulas on lines": repeated("$$\n"),
  colons: repeated("a:"),
  emojis: repeated(":rocket:"),
  "URLs with brackets": repeated(")", "http://a"),
  "adjacent URLs": repeated("http://a)"),
  "URLs in square brackets": nested("[", "http://a.b]"),
  "addresses in square brackets": nested("[", "(www.a.b]"),
  "comments with conditions": repeated("<!-- {% if a %}", "a ", "-->"),
  "condition tags with backticks": repeated("{% if a %} `"),
  "definitions in nested conditions": nested("{% if a %}\n[a]: b\n\n", "[a]\n{% endif %}\n"),
  "tags that never end": repeated("<a "),
  "attributes that never end": repeated('<mark style="'),
  "adjacent comments": repeated("<!-- -->"),
  "nested elements": nested("<b>", "</b>"),
  "nested link elements": nested("<a href=x>", "</a>"),
  "breaks as elements": repeated("<br>"),
  "nested quotes": repeated(">"),
  "quotes of increasing depth": growing((i) => `${">".repeat(i)} a`),
  "nested lists": repeated("- ", "", "a"),
  "lists of increasing depth": growing((i) => `${"  ".repeat(i)}- a`),
  "items with a blank line between them": repeated("- a\n\n"),
  "spaces before a word": repeated(" ", "", "a"),
  "tabs before a word": repeated("\t", "", "a"),
  "lines that end with spaces": repeated(`a${" ".repeat(1000)}\n`),
  "fences that open": growing((i) => `${"`".repeat((i % 50) + 3)}a`),
  "hints that are never closed": repeated("{% hint %}\n"),
  "hints of which one is closed": repeated("{% hint %}\n", "", "{% endhint %}"),
  "nested hints": nested("{% hint %}\n", "{% endhint %}\n", ""),
  "ends in a line": repeated("a {% endhint %} ", "{% hint %}\n"),
  "tabs and steps that cross": repeated("{% tabs %}\n{% stepper %}\n{% endtabs %}\n"),
  "values that never end": repeated('{% @a/b c="\n', "", "%}"),
  "values that do not end on their line": repeated('{% @a/b c=" %}\n'),
  "structures that never end": repeated("{% @a/b c=[[[[[[[[[["),
  "details that are never closed": repeated("<details>\n"),
  "nested details": nested("<details>\n<summary>a</summary>\n", "</details>\n"),
  "summaries in details": repeated("<summary>", "<details>\n", "</details>"),
  "figures that are never closed": repeated("<figure>\n", "", "</figure>"),
  "wrappers of figures": repeated("<div><figure>\n", "", "</div>"),
  "code as HTML": repeated("<pre>", "", "</pre>"),
  "cells with huge spans": repeated("<tr><td colspan=1000000 rowspan=1000000><td>", "<table>", "</table>"),
  "small tables with spans": repeated("<table><td colspan=9><td></table>\n\n"),
  "tables in tables": repeated(cell, "", "</table>"),
  "lists in a cell that are never closed": repeated("<ul><li>", cell, "</td></tr></table>"),
  "lists in a cell that were never opened": repeated("</ul></li>", cell, "</td></tr></table>"),
  "quotes in a cell": repeated("<blockquote>", cell, "</td></tr></table>"),
  "options in a cell": repeated(
    '<span data-option="a">',
    "<table><tr><th data-type=select></th></tr><tr><td>",
    "</td></tr></table>",
  ),
  "a long row of bars": (length) => `${"|".repeat(length / 2)}\n${"|-".repeat(length / 4)}`,
  "a footnote for each word": growing((i) => `[^${i}]\n\n[^${i}]: a\n`),
  "footnotes of the same name": repeated("[^1]: a\n"),
  "a long footnote and many references": (length) =>
    `${"[^1]".repeat(length / 8)}\n\n[^1]: ${"a ".repeat(length / 4)}`,
  "anchors after a heading": repeated('<a id="x"></a>', "# "),
};

describe("hostile Markdown takes linear time", () => {
  const length = 6_000;
  for (const [name, pattern] of Object.entries(patterns))
    test(name, () => {
      const [short, long] = [pattern(length), pattern(4 * length)];
      const [shortBlocks, longBlocks] = [readMarkdown(short), readMarkdown(long)];
      assertLinear(
        () => readMarkdown(short),
        () => readMarkdown(long),
      );
      assertLinear(
        () => writeMarkdown(shortBlocks),
        () => writeMarkdown(longBlocks),
      );
      assert.ok(JSON.stringify(longBlocks).length <= 700 * long.length);
      const nodes = longBlocks.reduce((sum, block) => sum + countNodes(block), 0);
      assert.ok(nodes <= maxNodesPerCharacter * long.length, `${nodes / long.length} nodes per character`);
      assert.ok(writeMarkdown(longBlocks).length <= 20 * long.length);
    });
});

/** Reads in steps. Returns their number, and the number of nodes. */
function readCounting(markdown: string): { steps: number; nodes: number } {
  const reading = documentSteps(finish(readSteps(markdown)), {});
  let steps = 0;
  for (const _ of readSteps(markdown)) steps++;
  for (;;) {
    const { done, value } = reading.next();
    if (done) return { steps, nodes: countNodes(value) };
    steps++;
  }
}

describe("a document with too many nodes", () => {
  const tooMany: Readonly<Record<string, string>> = {
    "a table": `${"|a".repeat(500)}\n${"|-".repeat(500)}\n${`${"|b".repeat(500)}\n`.repeat(1000)}`,
    "an HTML table": `<table>${`<tr>${"<td>b".repeat(500)}</tr>`.repeat(400)}</table>\n`,
    "a table with many columns": `${"|a".repeat(300_000)}\n${"|-".repeat(300_000)}\n|a\n`,
    "a list": "- a\n".repeat(100_000),
    "lines of code": `\`\`\`\n${"\n".repeat(100_000)}\`\`\``,
    "a paragraph": "**a** b ".repeat(100_000),
  };
  for (const [name, markdown] of Object.entries(tooMany))
    test(`is given up: ${name}`, () => {
      assert.throws(() => readMarkdown(markdown), /more than 250000 nodes/);
    });

  test("is given up before its cells are created", () => {
    const [small, large] = [80, 2000].map((rows) => {
      const markdown = `${"|a".repeat(500)}\n${"|-".repeat(500)}\n${`${"|b".repeat(500)}\n`.repeat(rows)}`;
      const reading = readSteps(markdown);
      let steps = 0;
      try {
        while (!reading.next().done) steps++;
      } catch {}
      return steps / rows;
    });
    // A row takes a step to split it, one to read its cells, and one to build them.
    assert.ok((small ?? 0) > 1.5 * (large ?? 0));
  });

  test("that is large, but allowed, is read and gets its keys in small steps", () => {
    for (const markdown of [
      `${"|a".repeat(50)}\n${"|-".repeat(50)}\n${`${"|b".repeat(50)}\n`.repeat(100)}`,
      "- a\n".repeat(2000),
      `> ${"- a\n> ".repeat(2000)}`,
    ]) {
      const { steps, nodes } = readCounting(markdown);
      assert.ok(nodes / steps < 50, `${nodes / steps} nodes per step`);
    }
  });

  test("of one large block is read in small steps", () => {
    for (const markdown of [
      `\`\`\`\n${"const a = 1;\n".repeat(50_000)}\`\`\`\n`,
      `<table data-view="cards">${"<tr></tr>".repeat(30_000)}</table>\n`,
    ]) {
      const reading = readSteps(markdown);
      let steps = 0;
      while (!reading.next().done) steps++;
      assert.ok(markdown.length / steps < 5_000, `${markdown.length / steps} characters per step`);
    }
  });
});
