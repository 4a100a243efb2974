import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { indexSpace } from "../../search/index-space.ts";
import { runNextJob } from "../../server/jobs/work.ts";
import { purgeSpaces } from "../spaces/purge-spaces.ts";

let now = Date.UTC(2030, 0, 1);
const clock = { now: () => new Date(now).toISOString(), time: () => now };
const day = 24 * 3_600_000;

describeOnEachDatabase(
  "the search index",
  (suite) => {
    const find = async (space: { path: string }, query: string): Promise<string[]> => {
      const { count, items } = await suite.app.ok(suite.app.admin, `GET ${space.path}/search`, {
        query: { query: `"${query}"` },
      });
      assert.equal(count, items.length, query);
      return items.map(({ title }: { title: string }) => title);
    };
    const findSpaceIds = async (query: string, id = suite.app.organizationId, who = suite.app.admin) => {
      const { items } = await suite.app.ok(who, `GET /orgs/${id}/search`, { query: { query } });
      return items.map((item: { id: string }) => item.id);
    };
    const update = (space: { path: string }, page: string, fields: object) =>
      suite.app.change(space.path, { operation: "update_page", page, ...fields });

    async function runJobs(): Promise<void> {
      for (let job = await runNextJob(suite.app.context); job; job = await runNextJob(suite.app.context))
        assert.equal(job.outcome, "done", `${job.kind}: ${job.error}`);
    }

    async function createPage(markdown = "first", title = "Page") {
      const space = await suite.app.space({ title: "Space" });
      const page = await suite.app.page(space.path, title, { document: { markdown } });
      await runJobs();
      return { space, page };
    }

    test("has the current text of a page, before and after the indexing job", async () => {
      const { space, page } = await createPage();
      assert.deepEqual(await find(space, "first"), ["Page"]);
      await update(space, page, { document: { markdown: "second" } });
      assert.deepEqual([await find(space, "first"), await find(space, "second")], [[], ["Page"]]);
      await update(space, page, { title: "Renamed", document: { markdown: "third" } });
      await runJobs();
      assert.deepEqual([await find(space, "second"), await find(space, "renamed")], [[], ["Renamed"]]);
    });

    test("has the path of a page after a move", async () => {
      const { space, page } = await createPage();
      const into = await suite.app.page(space.path, "Parent");
      await update(space, page, { into });
      const { items } = await suite.app.ok(suite.app.admin, `GET ${space.path}/search?query=first`);
      assert.equal(items[0].path, "parent/page");
      await suite.app.change(space.path, { operation: "delete_page", page: into });
      assert.deepEqual(await find(space, "parent"), []);
    });

    test("has no pages while they are hidden or excluded from search", async () => {
      const { space, page } = await createPage();
      for (const field of ["hidden", "noIndex"]) {
        await update(space, page, { [field]: true });
        assert.deepEqual(await find(space, "first"), [], field);
        await update(space, page, { [field]: false });
        assert.deepEqual(await find(space, "first"), ["Page"], field);
      }
    });

    test("has no pages below a hidden group", async () => {
      const { space, page } = await createPage();
      const group = await suite.app.page(space.path, "Group", { type: "group" });
      const parent = await suite.app.page(space.path, "Parent");
      await update(space, page, { into: parent });
      await update(space, parent, { into: group });
      assert.deepEqual(await find(space, "first"), ["Page"]);
      for (const field of ["hidden", "noIndex"]) {
        await update(space, group, { [field]: true });
        assert.deepEqual([await find(space, "first"), await find(space, "parent")], [[], []]);
        await update(space, parent, { into: null });
        assert.deepEqual([await find(space, "first"), await find(space, "parent")], [["Page"], ["Parent"]]);
        await update(space, parent, { into: group });
        assert.deepEqual(await find(space, "first"), []);
        await update(space, group, { [field]: false });
        assert.deepEqual(await find(space, "first"), ["Page"]);
      }
    });

    test("has the text of a change request only after the merge", async () => {
      const { space, page } = await createPage();
      const request = await suite.app.changeRequest(space);
      const changes = [{ operation: "update_page", page, document: { markdown: "merged" } }];
      await suite.app.ok(suite.app.admin, `POST ${request.path}/content`, { body: { changes } });
      assert.deepEqual([await find(space, "merged"), await find(space, "first")], [[], ["Page"]]);
      await suite.app.ok(suite.app.admin, `POST ${request.path}/merge`);
      assert.deepEqual([await find(space, "merged"), await find(space, "first")], [["Page"], []]);
    });

    test("has the text of reusable contents and variables in the pages that use them", async () => {
      const { space } = await createPage();
      const text = (markdown: string) => ({ document: { markdown } });
      await suite.app.change(
        space.path,
        { operation: "insert_reusable_content", title: "Note", ...text("walrus") },
        { operation: "set_variables", variables: { version: "seventeen" } },
      );
      const { reusableContents } = await suite.app.ok(suite.app.admin, `GET ${space.path}/content`);
      await suite.app.page(space.path, "Includes", text('{% include "../.gitbook/includes/note.md" %}\n'));
      await suite.app.page(
        space.path,
        "Varies",
        text('Now <code class="expression">space.vars.version</code>.\n'),
      );
      assert.deepEqual(
        [await find(space, "walrus"), await find(space, "seventeen")],
        [["Includes"], ["Varies"]],
      );
      const [{ id: reusableContent }] = reusableContents;
      await suite.app.change(
        space.path,
        { operation: "update_reusable_content", reusableContent, ...text("narwhal") },
        { operation: "set_variables", variables: { version: "eighteen" } },
      );
      assert.deepEqual([await find(space, "walrus"), await find(space, "seventeen")], [[], []]);
      assert.deepEqual(
        [await find(space, "narwhal"), await find(space, "eighteen")],
        [["Includes"], ["Varies"]],
      );
    });

    test("is independent for a copy of a space", async () => {
      const { space, page } = await createPage("original");
      const { id } = await suite.app.ok(suite.app.admin, `POST ${space.path}/duplicate`);
      const copy = { path: `/spaces/${id}` };
      assert.deepEqual(await find(copy, "original"), ["Page"]);
      await update(space, page, { document: { markdown: "changed" } });
      assert.deepEqual([await find(space, "original"), await find(copy, "original")], [[], ["Page"]]);
    });

    test("excludes deleted spaces, until they are restored or purged", async () => {
      const { space, page } = await createPage("pangolin");
      const { id, path } = space;
      assert.deepEqual(await findSpaceIds("pangolin"), [id]);
      await suite.app.call(suite.app.admin, `DELETE ${path}`);
      assert.deepEqual(await findSpaceIds("pangolin"), []);
      await suite.app.ok(suite.app.admin, `POST ${path}/restore`);
      assert.deepEqual(await findSpaceIds("pangolin"), [id]);
      await suite.app.call(suite.app.admin, `DELETE ${path}`);
      now += 8 * day;
      await purgeSpaces(suite.app.context);
      const { read } = suite.app.context.database;
      const rows = await read
        .selectFrom("search_sections")
        .where("page_id", "=", page)
        .select("id")
        .execute();
      const spaces = await read
        .selectFrom("search_spaces")
        .where("space_id", "=", id)
        .select("number")
        .execute();
      assert.deepEqual([rows.length, spaces.length], [0, 0]);
    });

    test("moves with a space to another organization", async () => {
      const { app } = suite;
      const { space } = await createPage("binturong");
      const other = await app.organization();
      await app.ok(other.admin, `POST /orgs/${other.id}/invites`, {
        body: { emails: [app.admin.email], role: "admin" },
      });
      await app.ok(app.admin, `POST ${space.path}/transfer`, { body: { organization: other.id } });
      assert.deepEqual(await findSpaceIds("binturong"), []);
      assert.deepEqual(await findSpaceIds("binturong", other.id, other.admin), [space.id]);
    });

    test("is complete after a crashed job was repeated", async () => {
      const { app } = suite;
      const { space } = await createPage();
      const pages = Array.from({ length: 50 }, (_, i) => ({ operation: "insert_page", title: `Kiwi ${i}` }));
      await app.change(space.path, ...pages);
      const { database } = app.context;
      let steps = 0;
      const failing: typeof database.write = (work) => {
        steps += 1;
        return steps === 2 ? Promise.reject(new Error("died")) : database.write(work);
      };
      const { read, fullText } = database;
      const dying = { ...app.context, database: { ...database, read, fullText, write: failing } };
      await assert.rejects(indexSpace(dying, space.id), /died/);
      await runJobs();
      assert.equal((await find(space, "kiwi")).length, 50);
    });
  },
  { clock },
);
