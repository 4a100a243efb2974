import assert from "node:assert/strict";
import { test } from "node:test";
import { editDraft, emptyContent, openDraft } from "../../content/model/content.ts";
import type { PageRecord } from "../../content/model/records.ts";
import { inMemoryNodes } from "../../content/nodes/nodes.ts";
import { listSitemapPages, splitPages } from "./sitemap-pages.ts";

test("100,000 pages are listed in steps that yield to other requests, and split into files", async () => {
  const draft = openDraft(emptyContent(inMemoryNodes()));
  const ids = Array.from({ length: 100_000 }, (_, i) => `page${String(i).padStart(6, "0")}`);
  const time = "2030-01-01T00:00:00.000Z";
  const record = (id: string): PageRecord => {
    const common = { type: "document", order: id, createdAt: time, updatedAt: time } as const;
    return { ...common, title: id, slug: id, parent: "", document: "hash" };
  };
  await editDraft(
    draft,
    "pages",
    ids.map((id) => [id, record(id)]),
  );
  await editDraft(
    draft,
    "order",
    ids.map((id) => [`\0${id}`, id]),
  );
  let isDone = false;
  let iterations = 0;
  const count = () => {
    iterations += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const pages = await listSitemapPages(draft, {});
  isDone = true;
  assert.ok(iterations > 20, `${iterations} iterations of the event loop`);
  assert.deepEqual([pages.length, pages[99_999]?.path], [100_000, "page099999"]);
  const files = splitPages(pages);
  assert.deepEqual(
    files.map(({ length }) => length),
    Array.from({ length: 10 }, () => 10_000),
  );
  assert.deepEqual(files.flat(), pages);
  assert.deepEqual(splitPages([]), []);
});
