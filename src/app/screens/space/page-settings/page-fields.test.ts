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
      slug: "new",
      hidden: true,
    });
    const wide = { ...settings.layout, width: "wide" as const };
    assert.deepEqual(changeOf(settings, { ...settings, layout: wide }), { layout: wide });
  });

  test("have tags, one of which is the primary one", () => {
    assert.equal(settings.tags, "beta, api");
    assert.deepEqual(tagsIn(" a,, b ,a"), ["a", "b"]);
    assert.deepEqual(changeOf(settings, { ...settings, tags: "api, new", primaryTag: "new" }), {
      tags: [{ tag: "api" }, { tag: "new", primary: true }],
    });
    assert.deepEqual(changeOf(settings, { ...settings, tags: "" }), { tags: [] });
  });

  test("have a cover, which is removed with its image", () => {
    const { cover } = settings;
    const dark = { kind: "file", file: "f2" } as const;
    assert.deepEqual(changeOf(settings, { ...settings, cover: { ...cover, dark } }), {
      cover: { ref: { kind: "file", file: "f1" }, refDark: dark, yPos: 20 },
    });
    assert.deepEqual(changeOf(settings, { ...settings, cover: { ...cover, light: undefined } }), {
      cover: null,
    });
  });
});
