import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "../../../data/api-types.ts";
import { changeOf, settingsOf, tagsIn } from "./page-fields.ts";

const page = {
  ...{ id: "p", title: "Page", type: "document", kind: "sheet", createdAt: "", updatedAt: "" },
  tags: [{ tag: { kind: "tag", tag: "beta" }, primary: true }, { tag: { kind: "tag", tag: "api" } }],
  cover: { ref: { kind: "file", file: "f1" }, yPos: 20 },
} as unknown as Page;

describe("the settings of a page", () => {
  const settings = settingsOf(page);

  test("are changed only where they differ", () => {
    assert.equal(changeOf(settings, settings), undefined);
    assert.deepEqual(changeOf(settings, { ...settings, slug: "new", hidden: true }), {
      fields: { slug: "new", hidden: true },
      files: [],
    });
    const wide = { ...settings.layout, width: "wide" as const };
    assert.deepEqual(changeOf(settings, { ...settings, layout: wide })?.fields, { layout: wide });
  });

  test("have tags, one of which is the primary one", () => {
    assert.equal(settings.tags, "beta, api");
    assert.deepEqual(tagsIn(" a,, b ,a"), ["a", "b"]);
    assert.deepEqual(changeOf(settings, { ...settings, tags: "api, new", primaryTag: "new" })?.fields, {
      tags: [{ tag: "api" }, { tag: "new", primary: true }],
    });
    assert.deepEqual(changeOf(settings, { ...settings, tags: "" })?.fields, { tags: [] });
  });

  test("have a cover, whose files are inserted with it", () => {
    const { cover } = settings;
    const file = { name: "a.png", contentType: "image/png", base64: "aa" };
    assert.deepEqual(changeOf(settings, { ...settings, cover: { ...cover, dark: file } }), {
      fields: {
        cover: {
          ref: { kind: "file", file: "f1" },
          refDark: { kind: "file", file: "cover-dark" },
          yPos: 20,
        },
      },
      files: [{ operation: "insert_files", files: [{ ...file, ref: "cover-dark" }] }],
    });
    assert.deepEqual(changeOf(settings, { ...settings, cover: { ...cover, light: undefined } }), {
      fields: { cover: null },
      files: [],
    });
  });
});
