import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeText } from "../source/index.ts";
import { readableName } from "./file-names.ts";
import { readPage, withoutTitle } from "./read-pages.ts";

describe("front matter of other tools", () => {
  const markdownOf = async (text: string) => (await readPage("a.md", text)).markdown;

  test("is kept if it is valid", async () => {
    for (const text of [
      "---\ntitle: 'A'\nsidebar_label: B\ntags: [x, y]\n---\nText",
      "---\r\nhidden: true\r\n---\r\nText",
      "---\nlayout:\n  cover:\n    visible: false\n---\n",
      "---\njust text\n---\n",
      "---\n---\nText",
      "--- \nText",
    ])
      assert.equal(await markdownOf(text), text);
  });

  test("loses invalid fields", async () => {
    assert.equal(
      await markdownOf("---\nlayout: default\ntitle: A\nemoji: none\nhidden: 'no'\nif: (((\n---\nText"),
      "---\ntitle: A\n---\nText",
    );
    assert.equal(await markdownOf("---\nlayout: post\n---\nText"), "Text");
    assert.equal(
      await markdownOf("---\ncover: data:image/png;base64,xx\nx: y\n---\nText"),
      "---\nx: y\n---\nText",
    );
    assert.equal(await markdownOf(`---\nicon: ${"x".repeat(60)}\nx: y\n---\nText`), "---\nx: y\n---\nText");
  });

  test("loses only the unknown parts of a layout", async () => {
    const layout =
      "layout:\n  width: huge\n  cover:\n    visible: true\n    size: enormous\n  title:\n    visible: false\n";
    assert.equal(
      await markdownOf(`---\nicon: bolt\n${layout}---\nText`),
      "---\nicon: bolt\nlayout:\n  cover:\n    visible: true\n  title:\n    visible: false\n---\nText",
    );
    assert.equal(await markdownOf("---\nlayout:\n  width: huge\n  title: maybe\n---\nText"), "Text");
    const known = "---\nlayout:\n  cover:\n    visible: true\n    size: background\n---\nText";
    assert.equal(await markdownOf(known), known);
  });

  test("is read line by line if it is invalid YAML", async () => {
    const page = await readPage(
      "a.md",
      "---\ntitle: Setup: the basics\nweight: 3\nlist: [\n---\n# Heading\n",
    );
    assert.deepEqual([page.title, page.position], ["Setup: the basics", 3]);
    assert.match(
      page.markdown,
      /^---\ntitle: "Setup: the basics"\nweight: "3"\nlist: "\["\n---\n# Heading\n$/,
    );
  });

  test("can contain the slug, which is removed from the document", async () => {
    const { slug, markdown } = await readPage("a.md", "---\nslug: my-page\n---\nText");
    assert.deepEqual([slug, markdown], ["my-page", "Text"]);
    const pathSlug = await readPage("a.md", "---\nslug: /a/b\n---\nText");
    assert.deepEqual([pathSlug.slug, pathSlug.markdown], ["b", "Text"]);
    const invalidSlug = await readPage("a.md", "---\nslug: a b\n---\nText");
    assert.deepEqual([invalidSlug.slug, invalidSlug.markdown], [undefined, "---\nslug: a b\n---\nText"]);
  });
});

describe("the document of a page", () => {
  test("loses only the heading that repeats its title", () => {
    assert.equal(withoutTitle("# A\n\nText", "A"), "Text");
    assert.equal(withoutTitle("# A", "A"), "");
    assert.equal(withoutTitle("# A\n\n\nText", "A"), "\nText");
    assert.equal(withoutTitle("\n# *A* #\r\n\r\nText", "A"), "\nText");
    assert.equal(withoutTitle("A\n===\n\nText", "A"), "Text");
    assert.equal(withoutTitle("---\nx: y\n---\n\n# A\nText", "A"), "---\nx: y\n---\n\nText");
    assert.equal(withoutTitle("# A\n\n# A\n", "A"), "# A\n");
    assert.equal(withoutTitle("# B\n\nText", "A"), "# B\n\nText");
    assert.equal(withoutTitle("Text\n\n# A\n", "A"), "Text\n\n# A\n");
  });

  test("loses its title after comments, and one that is an element", () => {
    const cases = [
      ["<!-- markdownlint-disable -->\n# Title\n\ntext", "<!-- markdownlint-disable -->\ntext"],
      ["<!--\nc\n-->\r\n\r\nTitle\r\n===\r\ntext", "<!--\nc\n-->\r\n\r\ntext"],
      ['---\na: 1\n---\n\n<h1 align="center">Title</h1>\n\ntext', "---\na: 1\n---\n\ntext"],
      ["<h1>\n  <i>Title</i>\n</h1>\ntext\n", "text\n"],
      ["# Title <!-- c -->", ""],
      ["<h1>Title</h1> text\n", "text\n"],
      ["---\na: 1\n---\n<h1>\r\nTitle\r\n</h1>text <h1>a</h1>", "---\na: 1\n---\ntext <h1>a</h1>"],
      ["<!-- c\n--><h1>Title</h1> text", "<!-- c\n--><h1>Title</h1> text"],
      ["<h1>Other</h1>\n", "<h1>Other</h1>\n"],
    ];
    for (const [markdown = "", text] of cases) assert.equal(withoutTitle(markdown, "Title"), text);
  });

  test("takes its title from the first heading outside of code", async () => {
    const headingOf = async (text: string) => (await readPage("a.md", text)).heading;
    assert.equal(await headingOf("<p>logo</p>\n\n# The *title*\n"), "The title");
    assert.equal(await headingOf("```sh\n# comment\n```\n\n# Title"), "Title");
    assert.equal(await headingOf("## Second level\n"), undefined);
    assert.equal(await headingOf("text\n\n<!--\n# Hidden\n-->\n\n# Title"), "Title");
    assert.equal(await headingOf('<p>logo</p>\n\n<h1 align="center">The <b>title</b></h1>'), "The title");
  });

  test("loses leading imports and exports of MDX", async () => {
    const text = `---
title: A
---
{/* a
comment */}

import X from "./x";
import {
  a,
} from "b";

export const y = {
  z: 1,
};

# Heading

import is a word
`;
    assert.equal(
      (await readPage("a.mdx", text)).markdown,
      "---\ntitle: A\n---\n# Heading\n\nimport is a word\n",
    );
    assert.equal((await readPage("a.md", text)).markdown, text);
    assert.equal((await readPage("a.mdx", "important\n")).markdown, "important\n");
  });

  test("is decoded by its byte order mark and content", () => {
    assert.equal(decodeText(Buffer.from("\ufeffÄ")), "Ä");
    assert.equal(decodeText(Buffer.from("\ufeffÄ", "utf16le")), "Ä");
    assert.equal(decodeText(Buffer.from("\ufeffÄ", "utf16le").swap16()), "Ä");
    assert.equal(decodeText(Buffer.from("Ä", "latin1")), "Ä");
    assert.equal(decodeText(Buffer.from([65, 0, 66])), undefined);
    assert.equal(decodeText(Buffer.alloc(0)), "");
  });

  test("takes its title from the file name if it has no heading", () => {
    assert.equal(readableName("01-getting_started.md"), "Getting started");
    assert.equal(readableName("2. Setup.md"), "Setup");
    assert.equal(readableName("2024-report.md"), "2024 report");
    assert.equal(readableName("1.2.md"), "1.2");
    assert.equal(readableName("404.md"), "404");
    assert.equal(readableName("-.md"), "-.md");
  });
});
