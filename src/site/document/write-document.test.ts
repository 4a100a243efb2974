import assert from "node:assert/strict";
import { test } from "node:test";
import { documentFromMarkdownYielding } from "../../content/document/index.ts";
import { wordsOf } from "../words/index.ts";
import { writeDocument } from "./write-document.ts";

/** Writes a document, and counts the iterations of the event loop meanwhile. */
async function write(markdown: string) {
  const { nodes: blocks } = await documentFromMarkdownYielding(markdown, 0);
  let iterations = 0;
  let isRunning = true;
  const count = () => {
    iterations++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  const { body } = await writeDocument({
    blocks,
    topHeading: 1,
    targets: {
      targetOf: (ref) => ({ kind: ref.kind, title: "" }),
      imageOf: () => undefined,
      specOf: () => undefined,
    },
    words: wordsOf("en"),
    locale: "en",
    opensNewTabs: false,
    iconOf: () => undefined,
  });
  isRunning = false;
  return { html: body.text, iterations };
}

test("other requests run while a large table or list is written", async () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => `| **row ${i}** | text |`).join("\n");
  const table = await write(`| a | b |\n| - | - |\n${rows}`);
  assert.equal(table.html.match(/<tr>/g)?.length, 5_001);
  assert.match(table.html, /<td><strong>row 4999<\/strong><\/td><td>text<\/td>/);
  assert.ok(table.iterations > 3, `${table.iterations} iterations`);
  const list = await write(
    Array.from({ length: 5_000 }, (_, i) => `- **item ${i}**\n  - inner ${i}`).join("\n"),
  );
  assert.equal(list.html.match(/<li>/g)?.length, 10_000);
  assert.ok(list.iterations > 3, `${list.iterations} iterations`);
});

test("large blocks are written as small ones are", async () => {
  const item = (i: number) => `- **item ${i}**\n\n  text ${i}\n\n  - inner ${i}\n`;
  const [one, many] = [
    await write(item(0)),
    await write(Array.from({ length: 400 }, (_, i) => item(i)).join("")),
  ];
  const written = /<li>(.*)<\/li>/s.exec(one.html)?.[1] ?? "missing";
  assert.ok(many.html.includes(written.replaceAll(" 0", " 399")));
});
