import assert from "node:assert/strict";
import { test } from "node:test";
import { documentFromMarkdownYielding } from "../../content/document/index.ts";
import { outlineOf } from "./outline.ts";

async function outline(markdown: string): Promise<string[]> {
  const { nodes } = await documentFromMarkdownYielding(markdown, 0);
  return (await outlineOf(nodes)).map(({ level, title }) => `${level} ${title}`);
}

test("an outline has the headings of the two highest levels, also those in hints and columns", async () => {
  const markdown = [
    "## A",
    "Text",
    "### B",
    '{% hint style="info" %}\n### C\n{% endhint %}',
    "<details><summary>S</summary>\n\n## Closed\n\n</details>",
  ].join("\n\n");
  assert.deepEqual(await outline(markdown), ["1 A", "2 B", "2 C"]);
  assert.deepEqual(await outline("Text"), []);
  const update = '{% updates %}\n{% update date="2026-01-02" %}\n## New\n{% endupdate %}\n{% endupdates %}';
  assert.deepEqual(await outline(`# Changes\n\n${update}`), ["1 Changes", "2 New"]);
});

test("an outline of very many headings has only the first ones of the highest level", async () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, i) => `## A ${i}\n\n### B ${i}\n\n`).join("");
  assert.equal((await outline(parts(150))).length, 300);
  const reduced = await outline(parts(151));
  assert.deepEqual([reduced.length, reduced[0], reduced.at(-1)], [151, "1 A 0", "1 A 150"]);
  assert.equal((await outline(parts(1000))).length, 300);
});
