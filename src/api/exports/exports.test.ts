import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBufferPromise } from "yauzl";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";
import { testOnce } from "../../../test/support/databases.ts";
import type { Context } from "../http/index.ts";
import { removeOldExports, runExport } from "./index.ts";
import { beginExport, cancelExport } from "./store.ts";
import { watchExport } from "./watch-export.ts";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describeOnEachDatabase("an export", (suite) => {
  const read = (id: string, person = suite.app.admin) =>
    suite.app.ok(person, `GET /orgs/${suite.app.organizationId}/exports/${id}`) as Promise<Reply["body"]>;
  async function run(path: string, body: object = {}): Promise<{ done: Reply["body"]; names: string[] }> {
    const { app } = suite;
    const { id, status } = await app.ok(app.admin, `POST ${path}/exports`, { body });
    assert.equal(status, "pending");
    await runExport(app.context, id);
    const done = await read(id);
    assert.equal(done.status, "completed", done.reason);
    const { pathname } = new URL(done.url);
    const reply = await app.app.inject({ method: "GET", url: pathname });
    assert.deepEqual([reply.statusCode, reply.rawPayload.length], [200, done.result.size]);
    const forged = await app.app.inject({ method: "GET", url: pathname.replace(/\/\d+\//, "/9999999999/") });
    assert.equal(forged.statusCode, 404);
    const zip = await fromBufferPromise(reply.rawPayload, { lazyEntries: true });
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    return { done, names: names.sort() };
  }

  const download = async (url: string) =>
    (await suite.app.app.inject({ method: "GET", url: new URL(url).pathname })).statusCode;

  async function openSpace() {
    const { app } = suite;
    const space = await app.space({ title: "Handbook" });
    const files = ["used.png", "other.png"].map((name) => ({
      name,
      base64: pixel,
      contentType: "image/png",
    }));
    const { insertedFiles } = await app.change(space.path, { operation: "insert_files", files });
    const text = `![](/files/${insertedFiles[0].id})`;
    const guide = await app.page(space.path, "Guide", { document: { markdown: text } });
    await app.page(space.path, "Below", { into: guide });
    await app.page(space.path, "Apart", { document: { markdown: `![](/files/${insertedFiles[1].id})` } });
    return { space, guide };
  }

  test("of a space, a change request or a page is a ZIP file of Markdown", async () => {
    const { app } = suite;
    const { space, guide } = await openSpace();
    const whole = await run(space.path);
    assert.deepEqual(whole.done.result.name, "Handbook.zip");
    assert.deepEqual([whole.done.result.pages, whole.done.result.files], [3, 2]);
    assert.ok(whole.names.includes("SUMMARY.md") && whole.names.includes("apart.md"));
    const part = await run(space.path, { page: guide });
    assert.deepEqual(part.names, [
      ...[".gitbook.yaml", ".gitbook/assets/used.png", "README.md", "SUMMARY.md", "guide/below.md"],
    ]);
    const request = await app.changeRequest(space);
    await app.change(request.path, { operation: "insert_page", title: "New" });
    assert.ok((await run(request.path)).names.includes("new.md"));
    await app.refused(app.admin, `POST ${space.path}/exports`, 404, /Page none/, { body: { page: "none" } });

    const other = await app.member("admin");
    await app.refused(other, `GET /orgs/${app.organizationId}/exports/${whole.done.id}`, 404, /Export/);
    const { items } = await app.ok(app.admin, `GET /orgs/${app.organizationId}/exports`);
    assert.equal(items.length, 3);
    // A space in the trash takes its exports with it.
    await app.ok(app.admin, `DELETE ${space.path}`);
    assert.equal((await read(whole.done.id)).url, undefined);
    assert.equal(await download(whole.done.url), 404);
  });

  test("can be cancelled, and fails if its author may no longer read the content", async () => {
    const { app } = suite;
    const space = await app.space();
    const reader = await app.member("read");
    const path = `/orgs/${app.organizationId}/exports`;
    const { id } = await app.ok(reader, `POST ${space.path}/exports`, { body: {} });
    assert.equal((await app.ok(reader, `POST ${path}/${id}/cancel`)).status, "cancelled");
    await runExport(app.context, id);
    assert.equal((await read(id, reader)).status, "cancelled");
    const second = await app.ok(reader, `POST ${space.path}/exports`, { body: {} });
    await app.ok(app.admin, `DELETE ${space.path}`);
    await runExport(app.context, second.id);
    const failed = await read(second.id, reader);
    assert.deepEqual([failed.status, failed.url], ["failed", undefined]);
    assert.match(failed.reason, /Space/);
    await app.refused(reader, `POST ${path}/${second.id}/cancel`, 409, /ended/);
  });

  testOnce(suite)(
    "replaces the oldest beyond ten, is removed when it expires, and is lost with the right to read its content",
    async () => {
      const { app } = suite;
      const { database } = app.context;
      const space = await app.space();
      const author = await app.member(null);
      await app.ok(app.admin, `POST ${space.path}/permissions`, {
        body: { role: "read", users: [author.id] },
      });
      const { id } = await app.ok(author, `POST ${space.path}/exports`, { body: {} });
      const row = await database.read
        .selectFrom("export_runs")
        .where("id", "=", id)
        .selectAll()
        .executeTakeFirstOrThrow();
      const insert = (count: number, values: object) =>
        database.write(async (trx) => {
          for (let i = 0; i < count; i++) {
            const own = { id: `${id}-${100 + i}`, file_id: `${id}-file-${i}` };
            await trx
              .insertInto("export_runs")
              .values({ ...row, status: "completed", ended_at: row.created_at, ...own, ...values })
              .execute();
          }
        });
      const idsOf = async () =>
        (
          await database.read
            .selectFrom("export_runs")
            .where("created_by", "=", row.created_by)
            .orderBy("id")
            .select("id")
            .execute()
        ).map((found) => found.id.slice(id.length));
      await insert(11, {});
      await runExport(app.context, id);
      const { url } = await read(id, author);
      assert.equal(await download(url), 200);
      assert.deepEqual(await idsOf(), [
        "",
        ...[102, 103, 104, 105, 106, 107, 108, 109, 110].map((n) => `-${n}`),
      ]);
      await database.write((trx) =>
        trx
          .deleteFrom("export_runs")
          .where("created_by", "=", row.created_by)
          .where("id", "!=", id)
          .execute(),
      );
      await insert(201, { expires_at: "2001-01-01T00:00:00.000Z", file_id: null });
      await removeOldExports({ ...app.context, stopping: AbortSignal.abort() });
      assert.equal((await idsOf()).length, 202);
      await removeOldExports(app.context);
      assert.deepEqual(await idsOf(), [""]);

      await app.ok(app.admin, `DELETE ${space.path}/permissions/users/${author.id}`);
      const { items } = await app.ok(author, `GET /orgs/${app.organizationId}/exports`);
      assert.deepEqual([items[0].id, items[0].url, (await read(id, author)).url], [id, undefined, undefined]);
      assert.equal(await download(url), 404);
    },
  );

  test("stores its progress when it changes, and leaves no file when it is cancelled at the end", async () => {
    const { app } = suite;
    const { context } = app;
    const space = await app.space({ title: "Late" });
    const begin = async () => (await app.ok(app.admin, `POST ${space.path}/exports`, { body: {} })).id;
    let writes = 0;
    const afterWrites = (onWrite: () => Promise<unknown>): Context => {
      const write = async <T>(...args: Parameters<typeof context.database.write<T>>) => {
        const result = await context.database.write(...args);
        await onWrite();
        return result;
      };
      return { ...context, database: Object.create(context.database, { write: { value: write } }) };
    };
    const id = await begin();
    const row = await context.database.write((trx) => beginExport(trx, id, context.clock.now()));
    assert.ok(row);
    let [progress, cancels] = [{ done: 0, total: 2 }, 0];
    const counting = afterWrites(async () => writes++);
    const watch = watchExport(counting, row, { progress: () => progress, onCancel: () => cancels++ });
    await Promise.all([watch(), watch()]);
    await watch();
    assert.deepEqual([writes, (await read(id)).progress], [1, progress]);
    progress = { done: 1, total: 2 };
    await watch();
    assert.deepEqual([writes, (await read(id)).progress, cancels], [2, progress, 0]);
    await cancelExport(context, id);
    await watch();
    assert.deepEqual([writes, cancels], [2, 1]);

    const late = await begin();
    const filesOf = () =>
      context.database.read.selectFrom("run_files").where("name", "=", "Late.zip").select("size").execute();
    let stored = 0;
    const cancelling = afterWrites(async () => {
      if (stored === 0 && (await filesOf()).some(({ size }) => size !== null)) {
        stored++;
        await cancelExport(context, late);
      }
    });
    await runExport(cancelling, late);
    assert.deepEqual([stored, (await read(late)).status, (await filesOf()).length], [1, "cancelled", 0]);
  });

  testOnce(suite)("of a site is its static copy, for those who may read all of it", async () => {
    const { app } = suite;
    const { space } = await openSpace();
    const site = await app.ok(app.admin, `POST /orgs/${app.organizationId}/sites`, {
      body: { title: "Docs", spaces: [space.id] },
    });
    const path = `/orgs/${app.organizationId}/sites/${site.id}`;
    const { names } = await run(path, { url: "https://docs.example.com/" });
    assert.ok(names.includes("index.html") && names.includes("apart/index.html"), names.join(" "));
    const guest = await app.member(null);
    await app.refused(guest, `POST ${path}/exports`, 404, /Site/, { body: {} });
  });
});
