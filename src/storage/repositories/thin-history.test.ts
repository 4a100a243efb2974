import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type Reply } from "../../../test/support/app.ts";
import { thinHistory } from "./thin-history.ts";

const day = 86_400_000;
let time = Date.parse("2030-01-01T08:00:00.000Z");
const clock = { now: () => new Date(time).toISOString(), time: () => time };

describeOnEachDatabase(
  "the thinned history",
  (suite) => {
    test("has one revision of each person and day, and all that anything refers to", async () => {
      const { app } = suite;
      const space = await app.space();
      const editor = await app.member("edit");
      const revisions = new Map<string, string>();
      const change = async (name: string, person: Person, ...changes: object[]): Promise<Reply["body"]> => {
        time += 60_000;
        const reply = await app.ok(person, `POST ${space.path}/content`, { body: { changes } });
        revisions.set(name, reply.revision);
        return reply;
      };
      const write = (name: string, person = app.admin) =>
        change(name, person, { operation: "update_page", page, document: { markdown: `${name}\n` } });
      const inserted = await change("inserted", app.admin, { operation: "insert_page", title: "Page" });
      const page = inserted.changes[0].page.id as string;
      await write("a1");
      await write("a2");
      await app.comment(space.path, { page });
      await write("a3");
      await write("a4");
      await write("by editor", editor);
      await write("a5");
      const request = await app.changeRequest(space);
      await app.change(request.path, { operation: "update_page", page, title: "Proposed" });
      await write("a6");
      await write("a7");
      await app.ok(app.admin, `POST ${request.path}/merge`);
      time += day;
      const other = await change("b1", app.admin, { operation: "insert_page", title: "Other" });
      await change("b2", app.admin, { operation: "update_page", page, title: "Renamed" });
      await write("b3");
      await change("deleted", app.admin, { operation: "delete_page", page: other.changes[0].page.id });
      await write("b4");
      await app.ok(app.admin, `POST ${space.path}/revisions/${revisions.get("b1")}/restore`, { body: {} });
      time += 40 * day;
      await write("recent 1");
      await write("recent 2");

      const list = async () =>
        (await app.ok(app.admin, `GET ${space.path}/revisions`, { query: { limit: 100 } })).items;
      const stateOf = async (id: string) => {
        const { parents: _, ...revision } = await app.ok(app.admin, `GET ${space.path}/revisions/${id}`);
        return revision;
      };
      const before = await list();
      const states = new Map<string, object>();
      for (const { id } of before) states.set(id, await stateOf(id));

      const context = { ...app.context, clock };
      const thin = async (days: number, isDryRun = false) => {
        const { revisions, failures } = await thinHistory(context, days, isDryRun);
        assert.deepEqual(failures, []);
        return revisions;
      };
      assert.equal(await thin(60), 0);
      const expected = await thin(30, true);
      assert.equal(await thin(30), expected);
      assert.equal(await thin(30), 0);

      const names = new Map(Array.from(revisions, ([name, id]) => [id, name]));
      const after = await list();
      assert.deepEqual(
        after.flatMap(({ id }: { id: string }) => names.get(id) ?? []),
        ["recent 2", "recent 1", "b4", "b3", "b1", "a7", "a5", "by editor", "a4", "a2"],
      );
      assert.equal(after.length, before.length - expected);
      const ids = new Set(after.map(({ id }: { id: string }) => id));
      for (const [i, { id }] of after.entries()) {
        assert.deepEqual(await stateOf(id), states.get(id));
        const { parents } = await app.ok(app.admin, `GET ${space.path}/revisions/${id}`);
        for (const parent of parents.slice(0, 1))
          assert.ok(ids.has(parent), `${parent} is not in the history`);
        if (i < after.length - 1) assert.equal(parents[0], after[i + 1].id);
        await app.ok(app.admin, `GET ${space.path}/revisions/${id}/changes`);
      }
      const entry = (name: string) => after.find(({ id }: { id: string }) => id === revisions.get(name));
      assert.deepEqual(entry("a2").changes.pages, { created: 1 });
      assert.deepEqual(entry("a4").changes.pages, { edited: 1 });
      assert.equal(entry("by editor").createdBy.id, editor.id);
      const ofPage = await app.ok(app.admin, `GET ${space.path}/content/page/${page}/revisions`);
      assert.ok(ofPage.items.every(({ revision }: { revision: string }) => ids.has(revision)));
      await app.refused(app.admin, `GET ${space.path}/revisions/${revisions.get("a1")}`, 404, /not found/);
    });

    test("of other spaces is not kept by a space that lacks nodes, which is tried again", async () => {
      const { app } = suite;
      const { database } = app.context;
      const spaces = [await app.space(), await app.space()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      for (const { path } of spaces)
        for (const title of ["One", "Two", "Three", "Four"]) {
          time += 60_000;
          await app.page(path, title);
        }
      time += 80 * day;
      const damaged = spaces[0]?.id ?? "";
      await database.write(async (trx) => {
        const { repository_id } = await trx
          .selectFrom("spaces")
          .where("id", "=", damaged)
          .select("repository_id")
          .executeTakeFirstOrThrow();
        await trx.deleteFrom("nodes").where("repository_id", "=", repository_id).execute();
      });
      app.context.nodeCache.clear();
      const count = async (id: string) =>
        (await database.read.selectFrom("revisions").where("space_id", "=", id).select("id").execute())
          .length;
      const before = await Promise.all(spaces.map(({ id }) => count(id)));
      for (const expected of [2, 0]) {
        const { revisions, failures } = await thinHistory({ ...app.context, clock }, 30);
        assert.ok(expected === 0 ? revisions === 0 : revisions >= expected);
        assert.deepEqual(
          failures.map(({ space }) => space),
          [damaged],
        );
      }
      const after = await Promise.all(spaces.map(({ id }) => count(id)));
      assert.deepEqual([after[0], Number(after[1]) < Number(before[1])], [before[0], true]);
    });
  },
  { clock },
);
