import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type Reply } from "../../../test/support/app.ts";
import { paragraphBlock } from "../../../test/support/blocks.ts";
import { removeReplacedRevisions } from "../../storage/repositories/index.ts";

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

    test("are indexed once in ten seconds, unless a search or another change needs it before", async () => {
      const { app, space, save } = await openPage();
      const { database } = app.context;
      const job = database.read.selectFrom("jobs").where("unique_key", "=", space.id).select("run_at");
      const secondsUntilJob = async () => {
        const { run_at } = await job.executeTakeFirstOrThrow();
        return (Date.parse(run_at) - time) / 1000;
      };
      await database.write((trx) => trx.deleteFrom("jobs").where("unique_key", "=", space.id).execute());
      await save("Apricots");
      assert.equal(await secondsUntilJob(), 10);
      await save("Blueberries");
      assert.equal(await secondsUntilJob(), 9);
      const { items } = await app.ok(app.admin, `GET ${space.path}/search`, {
        query: { query: "blueberries" },
      });
      assert.equal(items.length, 1);
      await app.change(space.path, { operation: "insert_page", title: "Other" });
      assert.equal(await secondsUntilJob(), 0);
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

    test("are removed a day after they were replaced, with the text that only they had", async () => {
      const { app, space, page, save, history } = await openPage();
      const { database } = app.context;
      const countNodes = async () => {
        const { repository_id } = await database.read
          .selectFrom("spaces")
          .where("id", "=", space.id)
          .select("repository_id")
          .executeTakeFirstOrThrow();
        const rows = await database.read
          .selectFrom("nodes")
          .where("repository_id", "=", repository_id)
          .select("series_id")
          .execute();
        return { all: rows.length, ofSeries: rows.filter((row) => row.series_id !== null).length };
      };
      const other = await app.page(space.path, "Other");
      const [first, second] = [await save("1"), await save("2")];
      // Saves of other pages are part of the series, and their text stays.
      const body = {
        revision: second,
        changes: [{ operation: "insert_blocks", blocks: [paragraphBlock("kept")] }],
      };
      await app.ok(app.admin, `POST ${space.path}/content/page/${other}/blocks`, { body });
      const last = await save("3");
      // The same text is written again by a change that is kept.
      const read = async (id: string, revision?: string) =>
        (
          await app.ok(
            app.admin,
            `GET ${space.path}/${revision ? `revisions/${revision}` : "content"}/page/${id}`,
          )
        ).markdown;
      const again = await app.page(space.path, "Again", { document: { markdown: await read(page, first) } });
      const before = await countNodes();
      await removeReplacedRevisions(app.context);
      assert.deepEqual(await countNodes(), before);
      time += 2 * 86_400_000;
      await app.ok(app.admin, `GET ${space.path}/search`, { query: { query: "Text" } });
      await removeReplacedRevisions(app.context);
      const after = await countNodes();
      assert.equal(after.ofSeries, 0);
      assert.ok(after.all < before.all, `${after.all} of ${before.all}`);
      for (const revision of [first, second])
        await app.refused(app.admin, `GET ${space.path}/revisions/${revision}`, 404, /Revision not found/);
      app.context.nodeCache.clear();
      assert.equal(await read(page, last), "3\n\n2\n\n1\n\nText\n");
      assert.equal(await read(other), "kept\n");
      assert.equal(await read(again), "1\n\nText\n");
      assert.deepEqual((await history()).length, 2);
      for (const revision of await history()) await read(page, revision);
      await app.refused(app.admin, `POST ${space.path}/content/page/${page}/blocks`, 409, /^revision: /, {
        body: { revision: first, changes: [] },
      });
    });

    test("are kept as long as a comment or a copy of the space needs them", async () => {
      const { app, space, page, save } = await openPage();
      const first = await save("1");
      const copy = await app.ok(app.admin, `POST ${space.path}/duplicate`);
      await save("2");
      time += 2 * 86_400_000;
      await removeReplacedRevisions(app.context);
      app.context.nodeCache.clear();
      const { markdown } = await app.ok(app.admin, `GET /spaces/${copy.id}/content/page/${page}`);
      assert.equal(markdown, "1\n\nText\n");
      await app.refused(app.admin, `GET ${space.path}/revisions/${first}`, 404, /Revision not found/);
      const replaced = await save("3");
      await save("4");
      const now = clock.now();
      await app.context.database.write((trx) =>
        trx
          .insertInto("comments")
          .values({
            ...{ id: "late", organization_id: app.organizationId, place_id: space.id, revision_id: replaced },
            ...{
              target: "{}",
              body: "",
              status: "open",
              replies: 0,
              posted_by: app.admin.id,
              posted_at: now,
            },
          })
          .execute(),
      );
      time += 2 * 86_400_000;
      await removeReplacedRevisions(app.context);
      app.context.nodeCache.clear();
      await app.ok(app.admin, `GET ${space.path}/revisions/${replaced}/page/${page}`);
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
