import assert from "node:assert/strict";
import { test } from "node:test";
import { changedItems } from "./changed-items.ts";

test("changes are listed by what they change, with the kinds of change", () => {
  const page = { id: "p", type: "document", title: "Page", path: "page" };
  const items = changedItems(
    [
      { type: "page_edited", page, attributes: { title: { before: "A", after: "Page" }, document: {} } },
      { type: "page_edited", page: { ...page, id: "q" }, attributes: { slug: {} } },
      { type: "page_moved", page },
      { type: "file_created", file: { id: "f", name: "a.png", contentType: "image/png", downloadURL: "u" } },
      { type: "variables_edited", variables: {} },
      { type: "reusable_content_deleted", reusableContent: { id: "r", title: "Part" } },
    ],
    "Variables",
  );
  assert.deepEqual(
    items.map(({ key, thing, title, kinds }) => [key, thing, title, ...kinds]),
    [
      ["page-p", "page", "Page", "renamed", "edited", "moved"],
      ["page-q", "page", "Page", "renamed"],
      ["file-f", "file", "a.png", "created"],
      ["variables", "variables", "Variables", "edited"],
      ["reusable-r", "reusableContent", "Part", "deleted"],
    ],
  );
});
