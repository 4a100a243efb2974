import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { describing, shortDescription } from "./descriptions.ts";

const described = (markdown: string, written?: string): string => {
  const description = shortDescription(written);
  const page = { markdown, ...(description !== undefined && { description }) };
  return describing([page], page)(page);
};

test("the description of a page becomes front matter", () => {
  assert.equal(described("text", ' a: "b"\n#c '), '---\ndescription: "a: \\"b\\" #c"\n---\n\ntext');
  assert.equal(described("text"), "text");
  assert.equal(described("text", " \n"), "text");
  assert.equal(described("---\nx: y\n---\n"), "\n---\nx: y\n---\n");
  for (const odd of ["\0\ud800\u2028x", "word ".repeat(10_000), "😀".repeat(1000), "---\n---", "\\u0000'"]) {
    const [, yaml = ""] = described("text", odd).split("---\n");
    const { description } = parse(yaml);
    assert.ok(description.length <= 301 && description.isWellFormed(), description);
  }
});

test("a shared description is kept only on the start page", () => {
  const pages = ["Of the site", "Of the site", "Its own", "Of the site"].map((description) => ({
    markdown: "text",
    description,
  }));
  assert.deepEqual(pages.map(describing(pages, pages[0])), [
    '---\ndescription: "Of the site"\n---\n\ntext',
    "text",
    '---\ndescription: "Its own"\n---\n\ntext',
    "text",
  ]);
});

test("a description that repeats the start of the text is omitted", () => {
  const text = "## Part\n\nThe **first** [words](https://docs.test/a(b)) of a `text`.\n\nMore.\n";
  assert.equal(described(text, "The first words of a text."), text);
  assert.equal(described(text, "The first words of…"), text);
  assert.match(described(text, "Words of a text"), /^---\n/);
  assert.match(described(text, "The first words of another"), /^---\n/);
});
