import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertLinear } from "../../../test/support/linear.ts";
import { readMarkdown } from "./read/read-markdown.ts";
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
  const length = 10_000;
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
      assert.ok(JSON.stringify(longBlocks).length <= 200 * long.length);
      assert.ok(writeMarkdown(longBlocks).length <= 20 * long.length);
    });
});
