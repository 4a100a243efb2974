import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { createDescriber, shortDescription } from "./descriptions.ts";

const describePage = (markdown: string, text?: string): string => {
  const description = shortDescription(text);
  const page = { markdown, ...(description !== undefined && { description }) };
  return createDescriber([page], page)(page);
};

test("the description of a page becomes front matter", () => {
  assert.equal(describePage("text", ' a: "b"\n#c '), '---\ndescription: "a: \\"b\\" #c"\n---\n\ntext');
  assert.equal(describePage("text"), "text");
  assert.equal(describePage("text", " \n"), "text");
  assert.equal(describePage("---\nx: y\n---\n"), "\n---\nx: y\n---\n");
  for (const hostile of [
    "\0\ud800\u2028x",
    "word ".repeat(10_000),
    "😀".repeat(1000),
    "---\n---",
    "\\u0000'",
  ]) {
    const [, yaml = ""] = describePage("text", hostile).split("---\n");
    const { description } = parse(yaml);
    assert.ok(description.length <= 301 && description.isWellFormed(), description);
  }
});

test("a shared description is kept only on the start page", () => {
  const pages = ["Of the site", "Of the site", "Its own", "Of the site"].map((description) => ({
    markdown: "text",
    description,
  }));
  assert.deepEqual(pages.map(createDescriber(pages, pages[0])), [
    '---\ndescription: "Of the site"\n---\n\ntext',
    "text",
    '---\ndescription: "Its own"\n---\n\ntext',
    "text",
  ]);
});

test("a description that repeats the start of the text is omitted", () => {
  const text = "## Part\n\nThe **first** [words](https://docs.test/a(b)) of a `text`.\n\nMore.\n";
  assert.equal(describePage(text, "The first words of a text."), text);
  assert.equal(describePage(text, "The first words of…"), text);
  assert.match(describePage(text, "Words of a text"), /^---\n/);
  assert.match(describePage(text, "The first words of another"), /^---\n/);
});
