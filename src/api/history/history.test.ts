import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type Reply } from "../../../test/support/app.ts";
import { newId } from "../../platform/index.ts";
import { runNextJob } from "../../server/jobs/work.ts";

let time = Date.parse("2030-01-01T00:00:00.000Z");
const clock = { now: () => new Date(time).toISOString(), time: () => time };
const markdown = (text: string) => ({ document: { markdown: text } });

describeOnEachDatabase(
  "the history",
  (suite) => {
    async function openSpace() {
      const { app } = suite;
      const space = await app.space();
      const editor = await app.member("edit");
      const change = async (person: Person, ...changes: object[]) => {
        time += 60_000;
        return (await app.ok(person, `POST ${space.path}/content`, { body: { changes } })) as Reply["body"];
      };
      const list = async (path: string, query: Record<string, string | number | readonly string[]> = {}) =>
        (await app.ok(app.admin, `GET ${space.path}/${path}`, { query })) as Reply["body"];
      const insert = async (person: Person, title: string, fields: object = {}) =>
        (await change(person, { operation: "insert_page", title, ...fields })).changes[0].page.id as string;
      return { app, space, editor, change, insert, list };
    }

    test("of a space tells who changed what and how, filtered by person, page and time", async () => {
      const { app, space, editor, change, insert, list } = await openSpace();
      const page = await insert(app.admin, "A", markdown("One"));
      const since = clock.now();
      const other = await insert(editor, "B");
      await change(
        editor,
        { operation: "update_page", page, title: "A2" },
        { operation: "set_variables", variables: { x: "1" } },
      );
      const request = await app.changeRequest(space, { subject: "Rewrite" });
      await app.change(request.path, { operation: "update_page", page, ...markdown("Two") });
      time += 60_000;
      await app.ok(app.admin, `POST ${request.path}/merge`);
      await change(app.admin, { operation: "delete_page", page: other });
      const { items, count } = await list("revisions");
      assert.deepEqual(
        items.map(({ kind, type, createdBy, changes, mergedFrom }: Reply["body"]) => [
          ...[kind, type, createdBy.id === editor.id, mergedFrom?.subject],
          ...[changes.pages, changes.variables, changes.listed.map(({ title }: Reply["body"]) => title)],
        ]),
        [
          ["edit", "edits", false, undefined, { deleted: 1 }, undefined, ["B"]],
          ["merge", "merge", false, "Rewrite", { edited: 1 }, undefined, ["A2"]],
          ["edit", "edits", true, undefined, { attributes: 1 }, 1, ["A2"]],
          ["edit", "edits", true, undefined, { created: 1 }, undefined, ["B"]],
          ["edit", "edits", false, undefined, { created: 1 }, undefined, ["A"]],
          ["start", "edits", false, undefined, {}, undefined, []],
        ],
      );
      assert.equal(count, 6);
      assert.match(items[0].urls.app, new RegExp(`/app${space.path}/revisions/${items[0].id}$`));
      const ids = async (query: Record<string, string | number | readonly string[]>) => {
        const found = await list("revisions", query);
        return found.items.map((item: Reply["body"]) =>
          items.findIndex(({ id }: Reply["body"]) => id === item.id),
        );
      };
      assert.deepEqual(await ids({ authors: editor.id }), [2, 3]);
      assert.deepEqual(await ids({ authors: [editor.id, app.admin.id], targetPage: other }), [0, 3]);
      assert.deepEqual(await ids({ targetPage: page }), [1, 2, 4]);
      assert.deepEqual(await ids({ from: items[2].createdAt, to: items[1].createdAt }), [1, 2]);
      assert.deepEqual(await ids({ from: since.replace("Z", "+00:00"), authors: app.admin.id }), [0, 1, 4]);
      assert.deepEqual(await ids({ revisions: [items[3].id, items[5].id] }), [3, 5]);
      assert.deepEqual(await ids({ targetPage: page, revisions: items[4].id, limit: 1 }), [4]);
      const first = await list("revisions", { limit: 4 });
      const rest = await list("revisions", { limit: 4, page: first.next.page });
      assert.deepEqual([...first.items, ...rest.items], items);
      assert.equal(rest.next, undefined);
      await app.refused(app.admin, `GET ${space.path}/revisions`, 400, /from/, { query: { from: "May" } });
    });

    test("of a page follows it through moves and renames, and begins with the copy of its space", async () => {
      const { app, space, editor, change, insert, list } = await openSpace();
      const page = await insert(app.admin, "A", markdown("One"));
      const parent = await insert(app.admin, "Parent");
      await change(editor, { operation: "update_page", page, title: "B" });
      await change(app.admin, { operation: "update_page", page, into: parent });
      await change(app.admin, { operation: "delete_page", page: parent });
      const path = `content/page/${page}/revisions`;
      const { items } = await list(path);
      assert.deepEqual(
        items.map(({ change: kind, title, kind: how }: Reply["body"]) => [kind, title, how]),
        [
          ["deleted", "B", "edit"],
          ["moved", "B", "edit"],
          ["attributes", "B", "edit"],
          ["created", "A", "edit"],
        ],
      );
      assert.match(items[1].urls.app, new RegExp(`/revisions/${items[1].revision}/pages/${page}$`));
      assert.deepEqual((await list(path, { authors: editor.id })).count, 1);
      assert.deepEqual((await list(path, { to: items[2].createdAt })).items, items.slice(2));
      await app.refused(app.admin, `GET ${space.path}/content/page/none/revisions`, 404, /Page not found/);

      await app.ok(app.admin, `POST ${space.path}/revisions/${items[1].revision}/restore`, { body: {} });
      const copy = await app.ok(app.admin, `POST ${space.path}/duplicate`);
      const copied = `/spaces/${copy.id}`;
      await app.change(copied, { operation: "update_page", page, ...markdown("Two") });
      const inCopy = async (query = {}) =>
        (await app.ok(app.admin, `GET ${copied}/content/page/${page}/revisions`, { query })) as Reply["body"];
      const all = await inCopy();
      assert.deepEqual(
        all.items.map(({ change: kind, kind: how }: Reply["body"]) => [kind, how]),
        [
          ["edited", "edit"],
          ["created", "start"],
        ],
      );
      assert.equal(all.count, 2);
      const first = await inCopy({ limit: 1 });
      const second = await inCopy({ limit: 1, page: first.next.page });
      assert.deepEqual(
        [first.count, ...first.items, ...second.items, second.next],
        [2, ...all.items, undefined],
      );
      assert.deepEqual((await inCopy({ authors: editor.id })).items, []);
    });

    test("of spaces from before it was stored is collected from their revisions", async () => {
      const { app, space, change, insert, list } = await openSpace();
      const page = await insert(app.admin, "A", markdown("One"));
      await insert(app.admin, "B", { into: page });
      await change(app.admin, { operation: "delete_page", page });
      const replies = () =>
        Promise.all([
          list("revisions"),
          list(`content/page/${page}/revisions`),
          list("content/deleted-pages"),
        ]);
      const before = await replies();
      const { database } = app.context;
      await database.write(async (trx) => {
        for (const table of ["history_entries", "page_changes"] as const)
          await trx.deleteFrom(table).where("space_id", "=", space.id).execute();
      });
      assert.equal((await list("revisions")).count, 0);
      // One that is written meanwhile stays as it is.
      await insert(app.admin, "C");
      await database.write((trx) =>
        trx
          .insertInto("jobs")
          .values({
            ...{ id: newId(), kind: "collect-history", payload: "{}", attempts: 0 },
            ...{ run_at: "2000", created_at: "2000" },
          } as never)
          .execute(),
      );
      for (let job = await runNextJob(app.context); job; job = await runNextJob(app.context))
        assert.equal(job.outcome, "done", `${job.kind}: ${job.error}`);
      const [revisions, ...others] = await replies();
      assert.deepEqual([revisions.items.slice(1), ...others], [before[0].items, ...before.slice(1)]);
    });
  },
  { clock },
);
