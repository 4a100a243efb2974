import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestContent } from "../../../test/support/content.ts";
import { assertYields } from "../../../test/support/linear.ts";
import { readDocumentMarkdown } from "../document-store/document-store.ts";
import { findDocumentLinks } from "./document-links.ts";
import type { LinkIndexEntry } from "./link-index.ts";
import { readLinkIndex } from "./read-link-index.ts";

describe("many links", () => {
  const kinds = {
    "to other servers": (page: number, i: number) => `https://example.com/${page}/${i}`,
    "to pages": (page: number, i: number) => `page-${i % 3}.md?${page}.${i}`,
    "to missing pages": (page: number, i: number) => `missing-${page}-${i}.md`,
  };
  for (const [kind, destinationOf] of Object.entries(kinds))
    test(`${kind} are written, read and listed in steps between which the event loop runs`, async () => {
      const [pages, links] = [4, 2000];
      const content = new TestContent();
      const changes = Array.from({ length: pages }, (_, page) => ({
        operation: "insert_page" as const,
        title: `Page ${page}`,
        document: {
          markdown: Array.from({ length: links }, (_, i) => `[a](${destinationOf(page, i)})`).join("\n\n"),
        },
      }));
      await assertYields(() => content.apply(...changes));
      const now = await content.open();
      let entries: readonly LinkIndexEntry[] = [];
      await assertYields(async () => {
        const index = await readLinkIndex({
          content: now,
          spaceId: "here",
          readDocumentLinks: async (hashes) => {
            const found = await Promise.all(hashes.map((hash) => findDocumentLinks(now.nodes, hash)));
            return new Map(hashes.map((hash, i) => [hash, found[i] ?? assert.fail()]));
          },
        });
        entries = await index.readAfter(undefined, Number.POSITIVE_INFINITY);
      });
      const keys = entries.map(({ key }) => key);
      assert.deepEqual(keys, keys.toSorted());
      assert.equal(entries.length, kind === "to pages" ? 3 : pages * links);
      const id = await content.pageAt("page-1");
      const { document } = await content.record(id ?? "");
      assert.equal(await readDocumentMarkdown(now, id, document), changes[1]?.document.markdown);
    });
});
