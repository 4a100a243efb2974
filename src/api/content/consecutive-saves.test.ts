import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type Reply } from "../../../test/support/app.ts";
import { paragraphBlock } from "../../../test/support/blocks.ts";

const minute = 60_000;
let time = Date.parse("2030-01-01T00:00:00.000Z");
const clock = { now: () => new Date(time).toISOString(), time: () => time };

describeOnEachDatabase(
  "consecutive saves of blocks",
  (suite) => {
    async function openPage(changeRequest = false) {
      const { app } = suite;
      const space = await app.space();
      const page = await app.page(space.path, "Page", { document: { markdown: "Text\n" } });
      const { path } = changeRequest ? await app.changeRequest(space) : space;
      const head = async () => (await app.ok(app.admin, `GET ${path}/content`)).id as string;
      const save = async (text: string, person: Person = app.admin, revision?: string, wait = 1000) => {
        time += wait;
        const body = {
          revision: revision ?? (await head()),
          changes: [{ operation: "insert_blocks", blocks: [paragraphBlock(text)] }],
        };
        return (await app.ok(person, `POST ${path}/content/page/${page}/blocks`, { body }))
          .revision as string;
      };
      const parentsOf = async (revision: string) =>
        (await app.ok(app.admin, `GET ${space.path}/revisions/${revision}`)).parents as string[];
      const history = async () =>
        (await app.ok(app.admin, `GET ${space.path}/content/page/${page}/revisions`)).items.map(
          (item: Reply["body"]) => item.revision,
        ) as string[];
      return { app, space, path, page, head, save, parentsOf, history };
    }

    test("are one revision in the history, which has the place of those before", async () => {
      const { app, space, page, head, save, history, parentsOf } = await openPage();
      const start = await head();
      const first = await save("1");
      const replaced = [first, await save("2"), await save("3")];
      const last = await save("4");
      assert.deepEqual(await history(), [last, start]);
      assert.deepEqual(await parentsOf(last), [start]);
      const changes = await app.ok(app.admin, `GET ${space.path}/revisions/${last}/changes`);
      assert.equal(changes.changes.length, 1);
      const [item] = (await app.ok(app.admin, `GET ${space.path}/content/page/${page}/revisions`)).items;
      assert.equal(item.createdAt, clock.now());
      // Other clients may still have one of those before.
      for (const revision of replaced) await app.ok(app.admin, `GET ${space.path}/revisions/${revision}`);
      const editor = await app.member("edit");
      const merged = await save("by editor", editor, first);
      assert.deepEqual(await parentsOf(merged), [last]);
      const { markdown } = await app.ok(app.admin, `GET ${space.path}/content/page/${page}`);
      assert.equal(markdown.split("\n\n").length, 6, markdown);
    });

    test("become a new revision after ten minutes, so that a day has at most 50", async () => {
      const { head, save, history } = await openPage();
      const start = await head();
      for (let i = 0; i < 8 * 30; i++) await save(`${i}`, undefined, undefined, 2 * minute);
      const revisions = await history();
      assert.equal(revisions.at(-1), start);
      assert.ok(revisions.length <= 51 && revisions.length > 40, String(revisions.length));
    });

    test("are separate when somebody else has saved, or content was changed in another way", async () => {
      const { app, space, page, save, parentsOf } = await openPage();
      const editor = await app.member("edit");
      const first = await save("1");
      const second = await save("2", editor);
      const third = await save("3");
      assert.deepEqual([await parentsOf(second), await parentsOf(third)], [[first], [second]]);
      const changed = await app.change(space.path, { operation: "update_page", page, title: "New" });
      const fourth = await save("4");
      assert.deepEqual(await parentsOf(fourth), [changed.revision]);
      const again = await app.change(space.path, { operation: "update_page", page, title: "Newer" });
      assert.deepEqual(await parentsOf(again.revision), [fourth]);
    });

    test("are separate when a comment or a change request refers to the one before", async () => {
      const { app, space, page, path, save, parentsOf } = await openPage();
      const commented = await save("1");
      await app.comment(path, { page });
      const branched = await save("2");
      assert.deepEqual(await parentsOf(branched), [commented]);
      const request = await app.changeRequest(space);
      const pulled = await save("3");
      assert.deepEqual(await parentsOf(pulled), [branched]);
      await app.ok(app.admin, `POST ${request.path}/update`);
      const last = await save("4");
      assert.deepEqual(await parentsOf(last), [pulled]);
      assert.deepEqual(await parentsOf(await save("5")), [pulled]);
    });

    test("in a change request count as one edit, until it is reviewed", async () => {
      const { app, path, save, parentsOf, head } = await openPage(true);
      const start = await head();
      await save("1");
      const second = await save("2");
      assert.deepEqual(await parentsOf(second), [start]);
      const reviewer = await app.member("review");
      await app.ok(reviewer, `POST ${path}/reviews`, { body: { status: "approved" } });
      const third = await save("3");
      assert.deepEqual(await parentsOf(third), [second]);
      await app.ok(app.admin, `POST ${path}/requested-reviewers`, { body: { users: [reviewer.id] } });
      const fourth = await save("4");
      assert.deepEqual(await parentsOf(fourth), [third]);
      await app.comment(path);
      const fifth = await save("5");
      assert.deepEqual(await parentsOf(fifth), [fourth]);
      await save("6");
      const { items } = await app.ok(app.admin, `GET ${path}/contributors`);
      assert.equal(items[0].count, 4);
    });

    test("do not replace a revision that a change request starts with", async () => {
      const { app, space, page, save, parentsOf, head } = await openPage();
      const saved = await save("1");
      const request = await app.changeRequest(space);
      const body = {
        revision: saved,
        changes: [{ operation: "insert_blocks", blocks: [paragraphBlock("2")] }],
      };
      const reply = await app.ok(app.admin, `POST ${request.path}/content/page/${page}/blocks`, { body });
      assert.deepEqual(await parentsOf(reply.revision), [saved]);
      assert.equal(await head(), saved);
    });
  },
  { clock },
);
