import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { memoryFolder, outlineOf, png, testImportContext, textOf } from "../../../test/support/importing.ts";
import { ImportError, importLimits } from "../source/imported-tree.ts";
import { importNotion } from "./notion.ts";
import { escapeCell, readCsv } from "./notion-database.ts";
import { splitName } from "./notion-tree.ts";

const id = (n: number): string => n.toString(16).padStart(32, "a");
const home = `Handbook ${id(1)}`;

const markdownExport = {
  [`Export-1/${home}.md`]: [
    "# Handbook",
    "",
    `[Second page](Handbook%20${id(1)}/Second%20${id(3)}.md)`,
    "",
    `[First page](https://www.notion.so/acme/First-${id(2)}?pvs=4)`,
    "",
    `[First](Handbook%20${id(1)}/First%20${id(2)}.md)`,
    "",
    "<aside>",
    '<img src="https://www.notion.so/icons/star.svg" alt="star" width="40px" />',
    "",
    "💡 Mind the gap",
    "",
    "</aside>",
    "",
    "<details>",
    "<summary>More</summary>",
    "",
    "Hidden",
    "",
    "</details>",
    "",
    "```html",
    "<aside>",
    "</aside>",
    "```",
    "",
    `![A plan](Handbook%20${id(1)}/plan.png)`,
    "",
  ].join("\n"),
  [`Export-1/${home}/First ${id(2)}.md`]: "# First\n\nOne",
  [`Export-1/${home}/Second ${id(3)}.md`]: "# Second: *really*\n\nTwo",
  [`Export-1/${home}/Second/Deep ${id(4)}.md`]: "# Deep\n",
  [`Export-1/${home}/plan.png`]: png,
  [`Export-1/${home}/Tasks ${id(5)}.csv`]: "\ufeffName,Status\nWrite,Done\n",
  [`Export-1/${home}/Tasks ${id(5)}_all.csv`]:
    '\ufeffName,Status,Note\r\n"Ship, it",Open,"a | b\nc"\r\nWrite,Done,https://a.example/x_y\r\n',
  [`Export-1/${home}/Tasks ${id(5)}/Write ${id(6)}.md`]:
    "# Write\n\nStatus: Done\nDue: May 1, 2024 10:00\n\nText: it stays\n",
  [`Export-1/${home}/Tasks ${id(5)}/Ship, it ${id(7)}.md`]: "# Ship, it\n\nStatus: Open\n\nGo",
};

describe("an export of Notion as Markdown", () => {
  test("has nested pages in the order of the links to them", async (t) => {
    const context = await testImportContext(t);
    const imported = await importNotion(memoryFolder(markdownExport), context);
    assert.equal(
      outlineOf(imported),
      ["Handbook", "  Second: really", "    Deep", "  First", "  Tasks", "    Ship, it", "    Write"].join(
        "\n",
      ),
    );
    assert.equal(imported.total, 8);
    assert.deepEqual(context.reports.at(-1), { done: 8, total: 8, pages: 7, files: 1 });
    const [file] = imported.files;
    assert.equal(file?.address, `Export-1/${home}/plan.png`);
    assert.equal(file?.name, "plan.png");
    assert.equal(file?.contentType, "image/png");
  });

  test("has hints for callouts, and keeps toggles and code", async (t) => {
    const imported = await importNotion(memoryFolder(markdownExport), await testImportContext(t));
    const text = textOf(imported, "Handbook");
    assert.match(text, /\{% hint style="info" %\}\n\n💡 Mind the gap\n\n\{% endhint %\}/);
    assert.match(text, /<details>\n<summary>More<\/summary>/);
    assert.match(text, /```html\n<aside>\n<\/aside>\n```/);
    assert.doesNotMatch(text, /notion\.so\/icons/);
    assert.ok(text.includes(`[First page](Handbook%20${id(1)}/First%20${id(2)}.md)`), text);
  });

  test("has the rows of a database as a table and as pages with their properties", async (t) => {
    const imported = await importNotion(memoryFolder(markdownExport), await testImportContext(t));
    const folder = `Tasks%20${id(5)}`;
    assert.equal(
      textOf(imported, "Tasks"),
      [
        "| Name | Status | Note |",
        "| --- | --- | --- |",
        `| [Ship, it](${folder}/Ship%2C%20it%20${id(7)}.md) | Open | a \\| b c |`,
        `| [Write](${folder}/Write%20${id(6)}.md) | Done | https://a.example/x_y |`,
        "",
      ].join("\n"),
    );
    const table = imported.pages.find(({ title }) => title === "Tasks");
    assert.deepEqual(table?.aliases, [`Export-1/${home}/Tasks ${id(5)}_all.csv`]);
    assert.equal(
      textOf(imported, "Write"),
      "- **Status:** Done\n- **Due:** May 1, 2024 10:00\n\nText: it stays\n",
    );
  });

  test("moves the subpages of a broken page up, and counts that page", async (t) => {
    const folder = memoryFolder({
      "A.md": "# A\n",
      "A/B.md": undefined,
      "A/B/C.md": "# C\n",
      "A/D.md": "binary\0text",
      "A/e.png": undefined,
      "F.md": "x".repeat(importLimits.document + 1),
    });
    const imported = await importNotion(folder, await testImportContext(t));
    assert.equal(outlineOf(imported), "A\n  C");
    assert.equal(imported.total, 6);
    assert.deepEqual(imported.files, []);
  });

  test("is limited to the maximum number of pages", async (t) => {
    const pages = Array.from({ length: importLimits.pages + 10 }, (_, i) => [
      `P${i} ${id(i)}.md`,
      `# P${i}\n`,
    ]);
    const imported = await importNotion(memoryFolder(Object.fromEntries(pages)), await testImportContext(t));
    assert.equal(imported.pages.length, importLimits.pages);
    assert.equal(imported.total, importLimits.pages + 10);
  });

  test("is refused without pages", async (t) => {
    const folder = memoryFolder({ "a/b.zip": "PK" });
    await assert.rejects(importNotion(folder, await testImportContext(t)), ImportError);
  });
});

test("an export of Notion as HTML has titles, callouts, toggles, tasks, columns and links", async (t) => {
  const page = (title: string, body: string) =>
    `<html><head><title>${title}</title><style>.x{}</style></head><body><article id="x" class="page sans"><header><img class="page-cover-image" src="Top%20${id(1)}/sea.jpg"/><div class="page-header-icon page-header-icon-with-cover"><span class="icon">🔥</span></div><h1 class="page-title">${title}</h1><table class="properties"><tbody><tr class="property-row"><th><span class="icon property-icon"><svg></svg></span>Status</th><td><span class="selected-value">Done</span></td></tr></tbody></table></header><div class="page-body">${body}</div></article></body></html>`;
  const folder = memoryFolder({
    "index.html": "<ul><li>All</li></ul>",
    [`Top ${id(1)}.html`]: page(
      "Top &amp; more",
      `<figure class="link-to-page"><a href="Top%20${id(1)}/Below%20${id(2)}.html"><span class="icon">x</span>Below</a></figure>
       <figure class="block-color-gray_background callout"><div><span class="icon">💡</span></div><div style="width:100%"><p>Careful</p></div></figure>
       <ul class="toggle"><li><details open=""><summary>More</summary><p>Inside</p></details></li></ul>
       <ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Buy</span></li></ul>
       <figure class="image"><a href="Top%20${id(1)}/a.png"><img src="Top%20${id(1)}/a.png"/></a></figure>
       <nav class="block-color-gray table_of_contents"><div class="table_of_contents-item"><a href="#x">Contents</a></div></nav>
       <figure id="b"><a href="https://a.example/" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title">A book</div><div class="bookmark-description">What it is</div></div><div class="bookmark-href"><img src="x.ico" class="icon bookmark-icon"/>https://a.example/</div></div></a></figure>
       <figure id="c"><a href="https://b.example/" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title"></div></div><div class="bookmark-href">https://b.example/</div></div></a></figure>
       <div class="column-list"><div style="width:33.33%" class="column"><p>Left</p></div><div class="column"><p>Right</p></div></div>
       <p><a href="https://www.notion.so/Below-${id(2)}">again</a></p>`,
    ),
    [`Top ${id(1)}/Below ${id(2)}.html`]: page("Below", "<p>Text</p>"),
    [`Top ${id(1)}/a.png`]: png,
  });
  const imported = await importNotion(folder, await testImportContext(t));
  assert.equal(outlineOf(imported), "Top & more\n  Below");
  assert.equal(imported.total, 3);
  const text = textOf(imported, "Top & more");
  assert.match(text, /^---\nemoji: 🔥\ncover: Top%20a+1\/sea\.jpg\n---\n- \*\*Status:\*\* Done\n/);
  assert.doesNotMatch(text, /^#|Contents|What it is|🔖/m);
  assert.match(text, /\{% hint style="info" %\}\n💡 Careful\n\{% endhint %\}/);
  assert.match(text, /^\[A book\]\(https:\/\/a\.example\/\)$/m);
  assert.match(text, /^\[https:\/\/b\.example\/\]\(https:\/\/b\.example\/\)|^<?https:\/\/b\.example\/>?$/m);
  assert.match(
    text,
    /^\{% columns %\}\n\{% column width="33%" %\}\nLeft\n\{% endcolumn %\}\n\n\{% column %\}\nRight\n\{% endcolumn %\}\n\{% endcolumns %\}$/m,
  );
  assert.match(text, /\[again\]\(Top%20a+1\/Below%20a+2\.html\)/);
  assert.match(text, /- \[x\] Buy/);
  assert.match(text, /^\[Below\]/m);
  assert.match(text, /!\[\]\(Top%20a+1\/a\.png\)/);
  assert.doesNotMatch(text, /\[!\[/);
});

describe("names and tables of Notion", () => {
  test("have an id of 32 hexadecimal digits after a space or hyphen", () => {
    assert.deepEqual(splitName(`A b ${id(9)}`), { title: "A b", id: id(9) });
    assert.deepEqual(splitName(`A%20${id(9).toUpperCase()}`), { title: "A", id: id(9) });
    assert.deepEqual(splitName(`A-${id(9)}`), { title: "A", id: id(9) });
    assert.deepEqual(splitName(`A${id(9)}`), { title: `A${id(9)}` });
    assert.deepEqual(splitName("abc"), { title: "abc" });
  });

  test("are read with quotes, line breaks and rows of different lengths", () => {
    const rows = (text: string) => readCsv(text, 10, 3).rows;
    assert.deepEqual(rows('a,"b ""c"",\nd"\r\n,\n\n"e'), [["a", 'b "c",\nd'], ["", ""], [""], ["e"]]);
    assert.deepEqual(rows("a,b,c,d\n"), [["a", "b", "c"]]);
    assert.deepEqual(rows('""'), [[""]]);
    assert.deepEqual(readCsv("a\n".repeat(1000), 10, 3), { rows: Array(10).fill(["a"]), total: 1000 });
    assert.equal(escapeCell("[a](b)\n*c* {% d %} | <e>"), "\\[a\\](b) \\*c\\* \\{% d %\\} \\| \\<e\\>");
  });

  test("are read even if they are hostile", async (t) => {
    const texts = ['"'.repeat(2e6), '"",'.repeat(7e5), ",".repeat(2e6), "\n".repeat(2e6), '"a""'.repeat(5e5)];
    for (const text of texts) readCsv(text, 500, 20);
    const hostile = [
      "<aside>\n".repeat(250_000),
      "<aside>".repeat(250_000),
      "a: b\n".repeat(400_000),
      "# \n".repeat(500_000),
    ];
    const files = Object.fromEntries(hostile.map((text, i) => [`T ${id(1)}/P${i}.md`, text]));
    await importNotion(memoryFolder({ ...files, [`T ${id(1)}.csv`]: "a" }), await testImportContext(t));
  });
});
