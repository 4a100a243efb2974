import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestContent } from "../../../test/support/content.ts";
import { conflict, createContent, mergeEdits, update, write } from "../../../test/support/merging.ts";
import type { Change } from "../changes/change.ts";
import { readDocumentMarkdown } from "../document-store/document-store.ts";
import { readEntries } from "../map/read-map.ts";
import type { FileRecord, ReusableContentRecord } from "../model/records.ts";

/** A conflict in a single-line value. */
const valueConflict = (ours: string, theirs: string) => `<<<<<<< ${ours} ======= ${theirs} >>>>>>>`;

describe("the attributes of a page", () => {
  test("are merged separately, and objects field by field", async () => {
    const { content, ids } = await createContent("a");
    await update(content, ids.a, {
      description: "d",
      icon: "i",
      layout: { cover: true, title: true },
      variables: { x: "1", y: "1" },
    });
    const outcome = await mergeEdits(
      content,
      () =>
        update(content, ids.a, {
          title: "A",
          icon: "",
          layout: { cover: true, outline: true },
          variables: { x: "2", y: "1" },
        }),
      () =>
        update(content, ids.a, {
          hidden: true,
          description: "D",
          layout: { cover: false, title: true },
          variables: { x: "1", z: "3" },
        }),
    );
    assert.deepEqual(outcome, []);
    const { createdAt, updatedAt, order, document, ...record } = await content.record(ids.a ?? "");
    assert.deepEqual(record, {
      description: "D",
      hidden: true,
      layout: { cover: false, outline: true },
      parent: "",
      slug: "a",
      title: "A",
      type: "document",
      variables: { x: "2", z: "3" },
    });
    assert.deepEqual([createdAt, updatedAt], ["2030-01-01T00:00:00.000Z", "2030-01-01T00:03:00.000Z"]);
  });

  test("do not contain an object whose fields were all removed by the two sides together", async () => {
    const { content, ids } = await createContent("a");
    await update(content, ids.a, { layout: { cover: true, title: true }, variables: { x: "1" } });
    await mergeEdits(
      content,
      () => update(content, ids.a, { layout: { cover: true }, variables: null }),
      () => update(content, ids.a, { layout: { title: true } }),
    );
    const record = await content.record(ids.a ?? "");
    assert.ok(!("layout" in record) && !("variables" in record));
  });

  test("keep our value in a conflict, and the text contains both values", async () => {
    const { content, ids } = await createContent("a");
    const outcome = await mergeEdits(
      content,
      () =>
        update(content, ids.a, {
          title: "b",
          emoji: "😀",
          hidden: true,
          variables: { x: "1", y: "1" },
          slug: "s",
        }),
      () => update(content, ids.a, { title: "c", emoji: "😀", variables: { x: "2", z: "2" }, slug: "t" }),
    );
    assert.deepEqual(outcome, [ids.a]);
    const record = await content.record(ids.a ?? "");
    assert.deepEqual([record.title, record.slug, record.variables], ["b", "s", { x: "1", y: "1", z: "2" }]);
    const lines = (await content.markdown(ids.a ?? "")).split("\n");
    const sides = [lines.slice(1, lines.indexOf("=======")), lines.slice(lines.indexOf("=======") + 1, -4)];
    assert.deepEqual(
      sides.map((side) => side.sort()),
      [
        ["slug: s", "title: b", "variables.x: 1"],
        ["slug: t", "title: c", "variables.x: 2"],
      ],
    );
  });

  test("are marked once if they are also in the front matter, and objects as one value", async () => {
    const { content, ids } = await createContent("a");
    await write(content, ids.a, "---\ntitle: a\n---\nx\n");
    const outcome = await mergeEdits(
      content,
      () => write(content, ids.a, "---\ntitle: b\n---\nx\n"),
      () => update(content, ids.a, { title: "c" }),
    );
    assert.deepEqual(outcome, [ids.a]);
    assert.equal((await content.record(ids.a ?? "")).title, "b");
    assert.equal(
      await content.markdown(ids.a ?? ""),
      `---\ntitle: b\n---\n${conflict("title: b\n", "title: c\n")}\n\nx\n`,
    );
    const written = await content.page("x", { document: { markdown: "x\n" } });
    await mergeEdits(
      content,
      () => update(content, written, { title: "ours" }),
      () => write(content, written, "---\ntitle: theirs\n---\nx\n"),
    );
    assert.equal((await content.record(written)).title, "ours");
    assert.match(
      await content.markdown(written),
      /^---\ntitle: ours\n---\n<<<<<<< change request\ntitle: ours\n/,
    );
    const anchored = await content.page("y", { document: { markdown: "---\na: &a 1\n---\nx\n" } });
    await mergeEdits(
      content,
      async () => {
        await write(content, anchored, "x\n");
        await update(content, anchored, { title: "ours" });
      },
      () => write(content, anchored, "---\na: &a 1\nb: *a\ntitle: theirs\n---\nx\n"),
    );
    assert.equal((await content.record(anchored)).title, "ours");
    const link = await content.page("l", { type: "link", target: { kind: "url", url: "https://a" } });
    const other = await mergeEdits(
      content,
      () => update(content, link, { target: { kind: "url", url: "https://b" } }),
      () => update(content, link, { target: { kind: "url", url: "https://c" } }),
    );
    assert.deepEqual(other, [link]);
    const { title, target } = await content.record(link);
    assert.deepEqual(target, { kind: "url", url: "https://b" });
    const targetLine = (url: string) => `target: {"kind":"url","url":"${url}"}`;
    assert.equal(title, `l ${valueConflict(targetLine("https://b"), targetLine("https://c"))}`);
    const cover = (yPos: number) => ({ cover: { ref: { kind: "url", url: "https://x" } as const, yPos } });
    await write(content, ids.a, "x\n");
    await mergeEdits(
      content,
      () => update(content, ids.a, cover(1)),
      () => update(content, ids.a, cover(2)),
    );
    assert.match(
      await content.markdown(ids.a ?? ""),
      /^<<<<<<< change request\ncover: \{.*"yPos":1\}\n=======\ncover: /,
    );
  });
});

test("links resolve after a merge in which both sides moved their targets", async () => {
  const { content, ids } = await createContent("a b c");
  await write(content, ids.c, "# c\n\n[a](a.md)\n\n[b](b.md#x)\n\nend\n");
  const outcome = await mergeEdits(
    content,
    async () => {
      await update(content, ids.a, { into: ids.b ?? "", slug: "aa" });
      await write(content, ids.c, "# c\n\n[a](b/aa.md) and [b](/pages/b)\n\n[b](b.md#x)\n\nend\n");
    },
    async () => {
      await update(content, ids.b, { slug: "bb" });
      await write(content, ids.c, "new [a](a.md)\n\n# c\n\n[a](a.md)\n\n[b](bb.md#x)\n\nend [b](bb.md)\n");
    },
  );
  assert.deepEqual(outcome, []);
  assert.equal(
    await content.markdown(ids.c ?? ""),
    "new [a](bb/aa.md)\n\n# c\n\n[a](bb/aa.md) and [b](/pages/bb)\n\n[b](bb.md#x)\n\nend [b](bb.md)\n",
  );
  await mergeEdits(
    content,
    () => write(content, ids.c, "one [a](bb/aa.md)"),
    async () => {
      await write(content, ids.c, "[b](bb/README.md) two");
      await update(content, ids.b, { slug: "b" });
    },
  );
  assert.equal(await content.markdown(ids.c ?? ""), conflict("one [a](b/aa.md)\n", "[b](b/README.md) two\n"));
});

describe("records other than pages", () => {
  const all = async <V>(content: TestContent, map: "files" | "reusableContents" | "variables") => {
    const { nodes, roots } = await content.open();
    return Object.fromEntries(
      (await readEntries<V>(nodes, roots[map])).map(({ key, value }) => [key, value]),
    );
  };
  const set = (content: TestContent, variables: Record<string, string | null>) =>
    content.apply({ operation: "set_variables", variables });

  test("variables: changes of one side are applied; a conflict contains both values", async () => {
    const content = new TestContent();
    await set(content, { a: "1", b: "1", c: "1", d: "1" });
    const outcome = await mergeEdits(
      content,
      () => set(content, { a: "2", b: null, e: "1", d: "2" }),
      () => set(content, { c: null, d: "2", f: "1", e: "1" }),
    );
    assert.deepEqual(outcome, []);
    assert.deepEqual(await all(content, "variables"), { a: "2", d: "2", e: "1", f: "1" });
    const other = await mergeEdits(
      content,
      () => set(content, { a: "3", d: null }),
      () => set(content, { a: "4", d: "3" }),
    );
    assert.deepEqual(other, ["a", "d"]);
    const d = "<<<<<<< ======= 3 >>>>>>>";
    assert.deepEqual(await all(content, "variables"), { a: valueConflict("3", "4"), d, e: "1", f: "1" });
  });

  test("files: renames and deletions are applied; a file that was renamed and deleted is kept as a conflict", async () => {
    const content = new TestContent();
    const plain = { contentType: "text/plain", size: 1, blob: "x" };
    const files = ["a", "b", "c", "d"].map((name) => ({ ...plain, name }));
    const { insertedFiles } = await content.apply({ operation: "insert_files", files });
    const [a = "", b = "", c = "", d = ""] = insertedFiles;
    const rename = (file: string, name: string): Change => ({ operation: "update_file", file, name });
    const remove = (file: string): Change => ({ operation: "delete_file", file });
    const names = async () => Object.values(await all<FileRecord>(content, "files")).map(({ name }) => name);
    const outcome = await mergeEdits(
      content,
      () =>
        content.apply(rename(a, "A"), remove(b), {
          operation: "insert_files",
          files: [{ ...plain, name: "n" }],
        }),
      () => content.apply(rename(c, "C"), remove(b)),
    );
    assert.deepEqual(outcome, []);
    assert.deepEqual(await names(), ["A", "C", "d", "n"]);
    const other = await mergeEdits(
      content,
      () => content.apply(rename(a, "A1"), remove(c), rename(d, "D")),
      () => content.apply(rename(a, "A2"), rename(c, "C1"), remove(d)),
    );
    assert.deepEqual(other, [a, c, d]);
    const conflicts = [valueConflict("A1", "A2"), "<<<<<<< ======= C1 >>>>>>>", "<<<<<<< D ======= >>>>>>>"];
    assert.deepEqual(await names(), [...conflicts, "n"]);
  });

  test("reusable contents: title and text are merged like those of pages", async () => {
    const content = new TestContent();
    const insert = (title: string): Change => ({
      operation: "insert_reusable_content",
      title,
      document: { markdown: `${title}\n\nx\n` },
    });
    const edit = (id: string, markdown: string, title?: string): Change => ({
      operation: "update_reusable_content",
      reusableContent: id,
      document: { markdown },
      ...(title !== undefined && { title }),
    });
    const remove = (id: string): Change => ({ operation: "delete_reusable_content", reusableContent: id });
    const texts = async () => {
      const now = await content.open();
      const records = Object.values(await all<ReusableContentRecord>(content, "reusableContents"));
      return Promise.all(
        records.map(async ({ title, document }) => [
          title,
          await readDocumentMarkdown(now, undefined, document),
        ]),
      );
    };
    const { insertedReusableContents } = await content.apply(
      insert("a"),
      insert("b"),
      insert("c"),
      insert("d"),
    );
    const [a = "", b = "", c = "", d = ""] = insertedReusableContents;
    const outcome = await mergeEdits(
      content,
      () => content.apply(edit(a, "a\n\nx1\n", "A"), remove(b), edit(c, "c\n\nx\n\ny\n")),
      () => content.apply(edit(a, "a1\n\nx\n"), insert("e")),
    );
    assert.deepEqual(outcome, []);
    const untouched = ["d", "d\n\nx\n"];
    assert.deepEqual(await texts(), [
      ["A", "a1\n\nx1\n"],
      ["c", "c\n\nx\n\ny\n"],
      untouched,
      ["e", "e\n\nx\n"],
    ]);
    const other = await mergeEdits(
      content,
      () => content.apply(edit(a, "a2\n", "A2"), remove(c)),
      () => content.apply(edit(a, "a2\n", "A3"), edit(c, "c1\n"), remove(d)),
    );
    assert.deepEqual(other, [a, c]);
    const note = conflict("title: A2\n", "title: A3\n");
    assert.deepEqual((await texts()).slice(0, 2), [
      ["A2", `${note}\n\na2\n`],
      ["c", `${conflict("", "c1\n")}\n`],
    ]);
  });
});
