import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cpuTimesOf } from "../../../test/support/linear.ts";
import type { Steps } from "../../platform/index.ts";
import { mergeBodies } from "./merge-body.ts";
import { readBody } from "./read-body.ts";

const count = 15_000;
const lines = (line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("");

/** Documents that are split into very many blocks. */
const documents: Readonly<Record<string, string>> = {
  "different paragraphs": lines((i) => `paragraph ${i}\n\n`),
  "repeated paragraphs": lines((i) => `paragraph ${(i * 7919) % 97}\n\n`),
  "list items": lines((i) => `- item ${i}\n`),
  "repeated list items": lines((i) => `- item ${(i * i) % 13}\n`),
  "table rows": `| a | b |\n| - | - |\n${lines((i) => `| ${i} | b |\n`)}`,
  "pairs of tags": lines((i) => (i % 3 === 0 ? `{% hint %}\ntext ${i}\n{% endhint %}\n\n` : "")),
};

/** Adds a word to every 50th line. */
function edit(text: string, word: string, offset: number): string {
  return text
    .split("\n")
    .map((line, i) => (i % 50 === offset && line !== "" ? `${line}${word}` : line))
    .join("\n");
}

function* merge(text: string): Steps<unknown> {
  const body = (side: string) => readBody({ text: side, links: [] });
  return yield* mergeBodies({
    base: yield* body(text),
    ours: yield* body(`Ours\n\n${edit(text, "x", 6)}`),
    theirs: yield* body(`Theirs\n\n${edit(text, "y", 8)}`),
  });
}

describe("merging a long document", () => {
  for (const [name, text] of Object.entries(documents))
    test(`takes many short steps: ${name}`, () => {
      const times = cpuTimesOf(merge(text));
      const total = times.reduce((sum, time) => sum + time, 0);
      // Garbage collection lengthens a few steps.
      const longest = times.sort((a, b) => b - a)[2] ?? 0;
      assert.ok(longest < total / 8, `${longest.toFixed()} of ${total.toFixed()} ms`);
    });
});
