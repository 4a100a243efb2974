import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  conflict,
  createContent,
  mergeEdits,
  move,
  remove,
  update,
  write,
} from "../../../test/support/merging.ts";

describe("two trees of pages", () => {
  test("merge to a tree with the changes of both", async () => {
    const { content, ids } = await createContent("a b c c/d");
    const outcome = await mergeEdits(
      content,
      async () => {
        await move(content, ids.d, ids.a);
        await write(content, ids.b, "b\n\nb1\n");
        await content.page("e", { into: ids.c });
      },
      async () => {
        await update(content, ids.d, { title: "D", slug: "dd" });
        await write(content, ids.b, "b0\n\nb\n");
        await move(content, ids.b, "", 0);
        await content.page("f", { into: ids.c });
      },
    );
    assert.deepEqual(outcome, []);
    assert.equal(await content.outline(), "b a(dd) c(e f)");
    assert.equal(await content.markdown(ids.b ?? ""), "b0\n\nb\n\nb1\n");
  });

  test("conflict if both moved a page to different parents, and it keeps our position", async () => {
    const { content, ids } = await createContent("a b c");
    const outcome = await mergeEdits(
      content,
      () => move(content, ids.c, ids.a),
      () => move(content, ids.c, ids.b),
    );
    assert.deepEqual(outcome, [ids.c]);
    assert.equal(await content.outline(), "a(c) b");
    const note = conflict(`parent: ${ids.a}\n`, `parent: ${ids.b}\n`);
    assert.equal(await content.markdown(ids.c ?? ""), `${note}\n\nc\n`);
  });

  test("do not conflict if both moved a page to the same parent", async () => {
    const { content, ids } = await createContent("a a/b a/c d");
    const outcome = await mergeEdits(
      content,
      () => move(content, ids.d, ids.a, 0),
      () => move(content, ids.d, ids.a, 2),
    );
    assert.deepEqual(outcome, []);
    assert.equal(await content.outline(), "a(d b c)");
  });

  test("conflict if we edited a page that they deleted: it is kept with our text", async () => {
    const { content, ids } = await createContent("a b b/c");
    const outcome = await mergeEdits(
      content,
      () => write(content, ids.b, "---\nicon: x\n---\nb1\n"),
      () => remove(content, ids.b),
    );
    assert.deepEqual(outcome, [ids.b]);
    assert.equal(await content.outline(), "a b");
    assert.equal(await content.markdown(ids.b ?? ""), `---\nicon: x\n---\n${conflict("b1\n", "")}\n`);
  });

  test("conflict if they edited a page that we deleted: it is kept with their text", async () => {
    const { content, ids } = await createContent("a b b/c");
    const outcome = await mergeEdits(
      content,
      () => remove(content, ids.b),
      () => write(content, ids.c, "c1"),
    );
    assert.deepEqual(outcome, [ids.c]);
    assert.equal(await content.outline(), "a c");
    assert.equal(await content.markdown(ids.c ?? ""), `${conflict("", "c1\n")}\n`);
  });

  test("conflict if one side deleted a page or group that the other moved or renamed", async () => {
    const { content, ids } = await createContent("a b c");
    const group = await content.page("g", { type: "group" });
    const outcome = await mergeEdits(
      content,
      async () => {
        await move(content, ids.a, ids.b);
        await update(content, group, { title: "G" });
        await remove(content, ids.c);
      },
      async () => {
        await remove(content, ids.a);
        await remove(content, group);
        await update(content, ids.c, { slug: "cc" });
      },
    );
    assert.deepEqual(outcome, [ids.a, ids.c, group]);
    assert.equal(await content.outline(), "b(a) cc g");
    assert.equal((await content.record(group)).title, "<<<<<<< G ======= >>>>>>>");
  });

  test("do not conflict if one side deleted a page that the other only reordered", async () => {
    const { content, ids } = await createContent("a b c");
    const outcome = await mergeEdits(
      content,
      () => move(content, ids.c, "", 0),
      () => remove(content, ids.c),
    );
    assert.deepEqual(outcome, []);
    assert.equal(await content.outline(), "a b");
  });

  test("move a new page whose parent was deleted to the position of that parent", async () => {
    const { content, ids } = await createContent("a b b/c b/c/d b/e");
    const outcome = await mergeEdits(
      content,
      () => content.page("n", { into: ids.d }),
      () => remove(content, ids.c),
    );
    assert.deepEqual(outcome, []);
    assert.equal(await content.outline(), "a b(n e)");
    const { content: other, ids: top } = await createContent("a a/b c");
    await mergeEdits(
      other,
      () => other.page("n", { into: top.b, document: { markdown: "[x](c.md)" } }),
      () => remove(other, top.a),
    );
    assert.equal(await other.outline(), "n c");
    assert.equal(await other.markdown((await other.pageAt("n")) ?? ""), "[x](c.md)");
  });

  test("conflict if two moves form a cycle: their move is reverted", async () => {
    const { content, ids } = await createContent("a b c c/d");
    const outcome = await mergeEdits(
      content,
      () => move(content, ids.a, ids.b),
      async () => {
        await move(content, ids.b, ids.d);
        await move(content, ids.c, ids.a);
      },
    );
    assert.deepEqual(outcome, [ids.b, ids.c]);
    assert.equal(await content.outline(), "b(a) c(d)");
    const note = conflict("parent:\n", `parent: ${ids.d}\n`);
    assert.equal(await content.markdown(ids.b ?? ""), `${note}\n\nb\n`);
  });

  test("conflict if the cycle contains a new page, which keeps its position", async () => {
    const { content, ids } = await createContent("a b");
    let newPage = "";
    const outcome = await mergeEdits(
      content,
      () => move(content, ids.a, ids.b),
      async () => {
        newPage = await content.page("n", { into: ids.a });
        await move(content, ids.b, newPage);
      },
    );
    assert.deepEqual(outcome, [ids.b]);
    assert.equal(await content.outline(), "b(a(n))");
  });

  test("conflict if the cycle contains a deleted page", async () => {
    const { content, ids } = await createContent("p p/d x");
    const outcome = await mergeEdits(
      content,
      () => move(content, ids.x, ids.d),
      async () => {
        await remove(content, ids.d);
        await move(content, ids.p, ids.x);
      },
    );
    assert.deepEqual(outcome, [ids.p]);
    assert.equal(await content.outline(), "p(x)");
  });

  test("keep a duplicate slug for the page with the lowest id, and number the others", async () => {
    const { content, ids } = await createContent("a b");
    const outcome = await mergeEdits(
      content,
      async () => {
        await content.page("n");
        await content.page("m");
      },
      async () => {
        await content.page("n");
        await content.page("n");
        await update(content, ids.b, { slug: "m" });
      },
    );
    assert.deepEqual(outcome, []);
    assert.equal(
      await content.outline(({ id, record }) => `${id.at(-1)}:${record.slug}`),
      "0:a 1:m 2:n 4:n-2 3:m-1 5:n-1",
    );
  });

  test("keep the slug of an unchanged page when another is moved beside it", async () => {
    const { content, ids } = await createContent("d d/a x");
    const outcome = await mergeEdits(
      content,
      () => content.page("x", { into: ids.a }),
      () => remove(content, ids.d),
    );
    assert.deepEqual(outcome, []);
    assert.equal(await content.outline(), "x-1 x");
  });

  test("do not conflict if both reordered the same siblings", async () => {
    const { content, ids } = await createContent("a b c d");
    const outcome = await mergeEdits(
      content,
      async () => {
        await move(content, ids.d, "", 0);
        await move(content, ids.a, "", 3);
      },
      async () => {
        await move(content, ids.d, "", 1);
        await move(content, ids.b, "", 3);
      },
    );
    assert.deepEqual(outcome, []);
    assert.deepEqual((await content.outline()).split(" ").sort(), ["a", "b", "c", "d"]);
  });
});
