/** Repeats a text until the result has about this length. */
export function repeat(text: string, length: number): string {
  return text.repeat(Math.max(1, Math.floor(length / text.length)));
}

/** Joins generated parts until the result has about this length. */
function fill(length: number, part: (index: number) => string): string {
  const parts: string[] = [];
  for (let [index, total] = [0, 0]; ; index++) {
    const next = part(index);
    total += next.length;
    if (total > length) return parts.join("");
    parts.push(next);
  }
}

/** Scripts without spaces, combining marks, characters outside the basic plane, and text in both directions. */
export const oddWords = "漢字かな e\u0301\u0323 😀👨‍👩‍👧 עברית العربية İßﬃ ";

/** As many different words as a search may have. */
export const commonWords = Array.from({ length: 24 }, (_, i) => `common${String.fromCharCode(97 + i)}`).join(
  " ",
);

function table(columns: number): (length: number) => string {
  const row = `|${"a|".repeat(columns)}\n`;
  return (length) => `${row}|${"-|".repeat(columns)}\n${repeat(row, length - 3 * row.length)}`;
}

/** Nested to the depth limit, again and again. */
const nestedList = (length: number) => {
  const list = Array.from({ length: 30 }, (_, depth) => `${"  ".repeat(depth)}- item ${depth}\n`).join("");
  return repeat(`${list}\n`, length);
};

const oneParagraph = (unit: string) => (length: number) => repeat(unit, length);

/** Shapes of Markdown documents. Each function returns a document of about the given length. */
export const documentShapes: Readonly<Record<string, (length: number) => string>> = {
  "a wide table": table(200),
  "a narrow table": table(2),
  "links to pages": (length) => fill(length, (i) => `[page ${i}](page-${i % 50}.md#part) `),
  "links to addresses": (length) => fill(length, (i) => `<https://a.example/${i}> https://b.example/${i} `),
  "nested lists": nestedList,
  emphasis: oneParagraph("*a **b _c ~~d~~ e_ f** g* "),
  "unclosed emphasis": oneParagraph("*a **b _c ~~d "),
  brackets: oneParagraph("[a]![b](c [d "),
  "HTML blocks": oneParagraph('<div class="a"><b>text</b></div>\n\n'),
  "HTML inlines": oneParagraph('<b title="x">a</b> <br> &amp; '),
  "one paragraph": oneParagraph(oddWords),
  "one line of a letter": oneParagraph("a"),
  "one code block": (length) => `\`\`\`js\n${repeat("const a = '漢';\n", length - 20)}\`\`\`\n`,
  "short paragraphs": oneParagraph("a\n\n"),
  headings: (length) => fill(length, (i) => `## Heading ${i}\n\nText ${i} ${oddWords}\n\n`),
  quotes: oneParagraph("> > > > a\n\n"),
  tabs: oneParagraph('{% tabs %}\n{% tab title="a" %}\nText\n{% endtab %}\n{% endtabs %}\n\n'),
  "one condition": oneParagraph('{% if visitor.claims.plan == "pro" %}\n[a](a.png)\n{% endif %}\n\n'),
  conditions: (length) =>
    fill(length, (i) => `{% if visitor.claims.a${i} %}\n![](/files/file${i})\n{% endif %}\n\n`),
  expressions: (length) =>
    fill(length, (i) => `<code class="expression">space.vars.a${i} || page.vars.b${i}</code> `),
  footnotes: (length) => fill(length, (i) => `Text[^${i}].\n\n[^${i}]: Note ${i}.\n\n`),
  "reference links": (length) =>
    fill(length, (i) => `[text ${i}][${i}]\n\n[${i}]: https://a.example/${i}\n\n`),
  formulas: oneParagraph("$a^2$ $$b_1$$ "),
  backticks: (length) => fill(length, (i) => `${"`".repeat(1 + (i % 50))} a `),
  escapes: oneParagraph("\\*\\_\\[\\]\\`\\<"),
  cards: (length) =>
    `<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody>${repeat("<tr><td>a</td><td>b</td></tr>", length - 100)}</tbody></table>\n`,
};
