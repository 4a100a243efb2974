import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertLinear } from "../../../test/support/linear.ts";
import { readMarkdown } from "./read/read-markdown.ts";
import { writeMarkdown } from "./write/write-markdown.ts";

/** Markdown that is as long as the number says, more or less. */
type Pattern = (length: number) => string;

/** One piece again and again, between a beginning and an end. */
function row(piece: string, start = "", end = ""): Pattern {
  return (length) => start + piece.repeat(length / piece.length) + end;
}

/** As many of one piece as of another behind it. */
function pair(open: string, close: string, middle = "a"): Pattern {
  return (length) => {
    const count = length / (open.length + close.length);
    return open.repeat(count) + middle + close.repeat(count);
  };
}

/** Lines that grow: so many of them that all together are as long as they should be. */
function growing(line: (i: number) => string): Pattern {
  return (length) => {
    const lines: string[] = [];
    for (let left = length; left > 0; left -= (lines.at(-1) ?? "").length + 1) lines.push(line(lines.length));
    return lines.join("\n");
  };
}

const cell = "<table><tr><td>";

const patterns: Readonly<Record<string, Pattern>> = {
  "usual text": row(
    "# T\n\nSome *text* with [a link](u) and `code`.\n\n- a\n  - b\n\n| a | b |\n|---|---|\n| c | d |\n\n",
  ),
  "one long paragraph": row("a\n"),
  "one long line": row("a b "),
  "headings of the same words": row("# a\n"),
  "brackets that open": row("["),
  "brackets that close": row("]"),
  "brackets that open and close": pair("[", "]"),
  "links in links": pair("[", "](u)"),
  "links that never end": row("[a]("),
  "addresses that never end": row("[a](<b"),
  "angle brackets": row("<"),
  "comments that never end": row("<!--"),
  "a wide table with many short rows": (length) =>
    `${"|a".repeat(length / 20)}\n${"|-".repeat(length / 20)}\n${"|b\n".repeat(length / 4)}`,
  "very many leaves": row("**a** b "),
  "words far apart": (length) => `a${" ".repeat(length)}b`,
  "words far apart in code": (length) => `\`a${" ".repeat(length)}b\``,
  "words far apart in a heading": (length) => `# a${" ".repeat(length)}b <a`,
  "words far apart in a title": (length) => `[a](b "c${" ".repeat(length)}\n${" ".repeat(length)}d")`,
  "words far apart in a comment": (length) => `x <!-- a${" ".repeat(length)}b -->`,
  "words far apart in a formula": (length) => `x $$a${" ".repeat(length)}b$$`,
  "words far apart in an unknown tag": (length) => `{% foo a${" ".repeat(length)}b %}`,
  "words far apart in an image": (length) => `<img src="a" alt="b${" ".repeat(length)}c">`,
  "words far apart in code as HTML": (length) => `<pre><code>a${" ".repeat(length)}b</code></pre>`,
  "titles that never end": row('[a](b "'),
  "references that never end": row("[a]["),
  "images that never end": row("!["),
  "definitions of the same name": row("[a]: b\n"),
  "definitions without an address": row("[a]:\n"),
  "definitions that are all used": growing((i) => `[a${i}]: b\n\n[a${i}]`),
  "stars that open": row("*a "),
  "stars in pairs": row("**a"),
  "stars inside of each other": pair("**a *b ", " c* d**"),
  "stars and underscores": row("*_"),
  "stars of all lengths": growing((i) => `${"*".repeat(i % 300)}a`),
  "a line of underscores": row("_"),
  tildes: row("~~a"),
  "tildes before what only looks like the end of a line": row("~", "", "\u2028a"),
  "spaces in quoted code": row(" ", "> ~~~\n", "a"),
  "runs of backticks, each longer": growing((i) => "`".repeat(i)),
  backslashes: row("\\"),
  ampersands: row("&"),
  entities: row("&amp;"),
  dollars: row("$"),
  "formulas that never end": row("$$a "),
  "formulas on lines": row("$$\n"),
  colons: row("a:"),
  emojis: row(":rocket:"),
  "addresses with brackets": row(")", "http://a"),
  "addresses beside each other": row("http://a)"),
  "tags that never end": row("<a "),
  "attributes that never end": row('<mark style="'),
  "comments beside each other": row("<!-- -->"),
  "elements inside of each other": pair("<b>", "</b>"),
  "links as elements inside of each other": pair("<a href=x>", "</a>"),
  "breaks as elements": row("<br>"),
  "quotes inside of each other": row(">"),
  "quotes, each deeper": growing((i) => `${">".repeat(i)} a`),
  "lists inside of each other": row("- ", "", "a"),
  "lists, each deeper": growing((i) => `${"  ".repeat(i)}- a`),
  "items with a blank line between them": row("- a\n\n"),
  "spaces before a word": row(" ", "", "a"),
  "tabs before a word": row("\t", "", "a"),
  "lines that end with spaces": row(`a${" ".repeat(1000)}\n`),
  "fences that open": growing((i) => `${"`".repeat((i % 50) + 3)}a`),
  "hints that are never closed": row("{% hint %}\n"),
  "hints of which one is closed": row("{% hint %}\n", "", "{% endhint %}"),
  "hints inside of each other": pair("{% hint %}\n", "{% endhint %}\n", ""),
  "ends in a line": row("a {% endhint %} ", "{% hint %}\n"),
  "tabs and steps that cross": row("{% tabs %}\n{% stepper %}\n{% endtabs %}\n"),
  "values that never end": row('{% @a/b c="\n', "", "%}"),
  "values that do not end on their line": row('{% @a/b c=" %}\n'),
  "structures that never end": row("{% @a/b c=[[[[[[[[[["),
  "details that are never closed": row("<details>\n"),
  "details inside of each other": pair("<details>\n<summary>a</summary>\n", "</details>\n"),
  "summaries in details": row("<summary>", "<details>\n", "</details>"),
  "figures that are never closed": row("<figure>\n", "", "</figure>"),
  "wrappers of figures": row("<div><figure>\n", "", "</div>"),
  "code as HTML": row("<pre>", "", "</pre>"),
  "tables in tables": row(cell, "", "</table>"),
  "lists in a cell that are never closed": row("<ul><li>", cell, "</td></tr></table>"),
  "lists in a cell that were never opened": row("</ul></li>", cell, "</td></tr></table>"),
  "quotes in a cell": row("<blockquote>", cell, "</td></tr></table>"),
  "options in a cell": row(
    '<span data-option="a">',
    "<table><tr><th data-type=select></th></tr><tr><td>",
    "</td></tr></table>",
  ),
  "bars without end": (length) => `${"|".repeat(length / 2)}\n${"|-".repeat(length / 4)}`,
  "a footnote for each word": growing((i) => `[^${i}]\n\n[^${i}]: a\n`),
  "footnotes of the same name": row("[^1]: a\n"),
  "a long footnote and many references": (length) =>
    `${"[^1]".repeat(length / 8)}\n\n[^1]: ${"a ".repeat(length / 4)}`,
  "an anchor behind a heading": row('<a id="x"></a>', "# "),
};

describe("hostile Markdown takes linear time", () => {
  const length = 10_000;
  for (const [name, pattern] of Object.entries(patterns))
    test(name, () => {
      const [short, long] = [pattern(length), pattern(4 * length)];
      const [few, many] = [readMarkdown(short), readMarkdown(long)];
      assertLinear(
        () => readMarkdown(short),
        () => readMarkdown(long),
      );
      assertLinear(
        () => writeMarkdown(few),
        () => writeMarkdown(many),
      );
      assert.ok(JSON.stringify(many).length <= 200 * long.length);
      assert.ok(writeMarkdown(many).length <= 20 * long.length);
    });
});
