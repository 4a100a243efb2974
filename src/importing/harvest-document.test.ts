import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { whileHarvesting } from "../../test/support/memory-folder.ts";
import { harvestDocument } from "./harvest-document.ts";
import type { SourcePage } from "./source.ts";
import { createWeb } from "./website/web.ts";

/** The page that a file of Markdown becomes. */
async function pageOf(text: string): Promise<SourcePage | undefined> {
  return whileHarvesting(async (harvesting) => {
    const path = join(harvesting.folder, "file");
    await writeFile(path, text);
    const found = { path, address: "my-page.md", name: "my-page.md", contentType: "text/markdown" };
    const { pages } = await harvestDocument(
      "markdown",
      found,
      createWeb({ allowPrivateNetwork: false }),
      harvesting,
    );
    return pages[0];
  });
}

describe("a single file of Markdown", () => {
  test("is called by its front matter, its heading or its name, and does not say so twice", async () => {
    for (const [text, title, markdown] of [
      ["# Simple Title\n\nHi", "Simple Title", "Hi"],
      ["---\ntitle: A\n---\n# A\n\nHi", "A", "---\ntitle: A\n---\nHi"],
      ["---\ntitle: A\n---\n# B\n\nHi", "A", "---\ntitle: A\n---\n# B\n\nHi"],
      ["Hi", "my page", "Hi"],
      ["---\ntitle: [\n---\nHi", "[", '---\ntitle: "["\n---\nHi'],
    ] as const) {
      const page = await pageOf(text);
      assert.deepEqual([page?.title, page?.markdown], [title, markdown]);
    }
  });

  test("tells by what else its headings are known", async () => {
    const page = await pageOf("# Title\n\n## A & B\n");
    assert.deepEqual(Object.fromEntries(page?.anchors ?? []), { title: "", "a--b": "a-b" });
  });
});
