import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";
import { becomes } from "../../../test/support/becomes.ts";
import { zipOf } from "../../../test/support/zip.ts";
import { runExport } from "../exports/index.ts";
import { importJob, removeOldImportRuns, runImport } from "./index.ts";
import { findRun } from "./run-store.ts";

const tree = zipOf([
  { name: "README.md", bytes: "# Welcome\n" },
  { name: "guide.md", bytes: "# Guide\n\n![](dot.txt)\n" },
  { name: "dot.txt", bytes: "dot" },
  { name: "huge.md", bytes: `# Huge\n\n${"x".repeat(2_200_000)}\n` },
]);

describeOnEachDatabase(
  "an import run",
  (suite) => {
    let server: Server;
    let base = "";
    let release = () => {};
    before(async () => {
      server = createServer(async (request, response) => {
        if (request.url?.startsWith("/tree.zip")) return response.end(tree);
        if (request.url !== "/waiting.md") return response.writeHead(404).end();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        response.end("# At last\n");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(() => {
      release();
      server.close();
    });

    const runs = () => `/org/${suite.app.organizationId}/imports`;
    const start = (body: object, person = suite.app.admin) =>
      suite.app.ok(person, `POST ${runs()}`, { body }) as Promise<Reply["body"]>;
    const read = (id: string, person = suite.app.admin) =>
      suite.app.ok(person, `GET ${runs()}/${id}`) as Promise<Reply["body"]>;
    const titlesIn = async (path: string) =>
      (await suite.app.ok(suite.app.admin, `GET ${path}/content/pages`)).pages.map(
        ({ title }: { title: string }) => title,
      );
    const zipAt = (space: string, more: object = {}) => ({
      ...{ source: { type: "zip", url: `${base}/tree.zip?key=secret` }, target: { space } },
      ...more,
    });

    test("tells what it does, what came and what could not, and can be undone", async () => {
      const { app } = suite;
      const space = await app.space();
      await app.page(space.path, "First");
      const started = await start(zipAt(space.id));
      assert.deepEqual([started.status, started.object, started.canUndo], ["pending", "import-run", false]);
      assert.equal(started.urls.location, app.context.urls.api(`${runs()}/${started.id}`));
      await runImport(app.context, started.id);
      const run = await read(started.id);
      assert.deepEqual([run.status, run.canUndo, run.step], ["completed", true, undefined]);
      assert.equal(run.completedAt, run.endedAt);
      assert.deepEqual(
        run.pages.map(({ title, type, sourceURL }: Reply["body"]) => [title, type, sourceURL]),
        [
          ["Welcome", "page", "README.md"],
          ["Guide", "page", "guide.md"],
        ],
      );
      const { skipped, ...counts } = run.summary;
      assert.deepEqual(
        [counts.pages, counts.files, counts.importedResources, counts.totalResources],
        [2, 1, 3, 4],
      );
      assert.deepEqual(skipped, [{ source: "huge.md", reason: "cannot be read, or is too long for a page" }]);
      assert.deepEqual(await titlesIn(space.path), ["First", "Welcome", "Guide"]);

      // The query of the URL may contain a key.
      const reader = await app.member("read");
      assert.equal((await read(run.id, reader)).source.url, `${base}/tree.zip`);
      assert.equal(run.source.url, `${base}/tree.zip?key=secret`);
      const keyed = "http://a.example/p?key=secret";
      await app.context.database.write((trx) =>
        trx
          .updateTable("import_runs")
          .where("id", "=", run.id)
          .set({
            error: JSON.stringify({ message: `${keyed} is broken` }),
            pages: JSON.stringify([{ ...run.pages[0], sourceURL: keyed }]),
            result: JSON.stringify({
              ...run.summary,
              warnings: [`see ${keyed} and ${keyed}`],
              skipped: [...skipped, { source: keyed, reason: `links to ${keyed}` }],
            }),
          })
          .execute(),
      );
      const shown = await read(run.id, reader);
      assert.deepEqual(
        [shown.reason, shown.pages[0].sourceURL, shown.summary.warnings, shown.summary.skipped],
        [
          ...["http://a.example/p is broken", "http://a.example/p"],
          ["see http://a.example/p and http://a.example/p"],
          [...skipped, { source: "http://a.example/p", reason: "links to http://a.example/p" }],
        ],
      );
      assert.equal(JSON.stringify(await read(run.id)).split("?key=secret").length, 8);
      const { items } = await app.ok(reader, `GET ${runs()}`, { query: { space: space.id } });
      assert.equal(items[0].reason, "http://a.example/p is broken");
      assert.deepEqual(
        items.map(({ id, pages, summary }: Reply["body"]) => [id, pages, summary]),
        [[run.id, undefined, undefined]],
      );
      // Only those who need the large columns read them.
      const row = await findRun(app.context.database.read, app.organizationId, run.id);
      assert.ok(row && !("pages" in row) && !("result" in row));
      await app.refused(reader, `POST ${runs()}/${run.id}/undo`, 403, /edit/);
      await app.refused(app.admin, `POST ${runs()}/${run.id}/cancel`, 409, /ended/);

      const undone = await app.ok(app.admin, `POST ${runs()}/${run.id}/undo`);
      assert.equal(undone.canUndo, false);
      assert.ok(undone.undoneAt);
      assert.deepEqual(await titlesIn(space.path), ["First"]);
      await app.refused(app.admin, `POST ${runs()}/${run.id}/undo`, 409, /undone already/);

      const again = await start(zipAt(space.id));
      await runImport(app.context, again.id);
      await app.page(space.path, "Later");
      assert.equal((await read(again.id)).canUndo, false);
      await app.refused(app.admin, `POST ${runs()}/${again.id}/undo`, 409, /changed since/);
    });

    test("imports into a page, a change request, and an uploaded file, which is removed at the end", async () => {
      const { app } = suite;
      const space = await app.space();
      const page = await app.page(space.path, "Home");
      const request = await app.changeRequest(space);
      const upload = await app.ok(app.admin, `POST ${space.path}/content/import/upload`, {
        body: { source: "zip", name: "docs.zip", size: tree.length, keep: true },
      });
      const { pathname, search } = new URL(upload.url);
      const put = () =>
        app.app.inject({
          ...{ method: "PUT", url: pathname + search, payload: tree },
          headers: { "content-type": "application/octet-stream" },
        });
      const { key, name, size } = (await put()).json();
      assert.deepEqual([name, size], ["docs.zip", tree.length]);
      const source = { type: "file", files: [key] };
      const target = { space: space.id, changeRequest: request.id, page };
      const stranger = await app.member("edit");
      const body = { source, target };
      await app.refused(stranger, `POST ${runs()}`, 400, /^source\.files\[0\]: is not the key/, { body });
      const run = await start(body);
      await app.refused(app.admin, `POST ${runs()}`, 400, /^source\.files\[0\]/, { body });
      await runImport(app.context, run.id);
      const ended = await read(run.id);
      assert.deepEqual(
        [ended.status, ended.source, ended.target],
        ["completed", { type: "file", format: "zip", files: ["docs.zip"] }, target],
      );
      const { pages } = await app.ok(app.admin, `GET ${request.path}/content/pages`);
      assert.deepEqual(
        pages[0].pages.map(({ title }: Reply["body"]) => title),
        ["Guide"],
      );
      for (const table of ["run_files", "run_file_chunks"] as const)
        assert.equal((await app.context.database.read.selectFrom(table).selectAll().execute()).length, 0);
      const { database, clock } = app.context;
      const expired = { size: 1, created_at: clock.now(), expires_at: "2001-01-01T00:00:00.000Z", name: "a" };
      const owner = { organization_id: app.organizationId, created_by: app.admin.id };
      const files = Array.from({ length: 101 }, (_, i) => ({ id: `file-${i}`, ...owner, ...expired }));
      await database.write((trx) => trx.insertInto("run_files").values(files).execute());
      await removeOldImportRuns(app.context);
      assert.equal((await database.read.selectFrom("run_files").select("id").execute()).length, 0);
      const listed = await app.ok(app.admin, `GET ${runs()}`, { query: { changeRequest: request.id } });
      assert.equal(listed.items.length, 1);
      await app.ok(app.admin, `POST ${runs()}/${run.id}/undo`);
      const restored = await app.ok(app.admin, `GET ${request.path}/content/pages`);
      assert.deepEqual(restored.pages[0].pages, []);
    });

    test("has room for uploads however many exports there are, and keeps none that was refused", async () => {
      const { app } = suite;
      const { database } = app.context;
      const space = await app.space();
      const upload = async () => {
        const { url } = await app.ok(app.admin, `POST ${space.path}/content/import/upload`, {
          body: { source: "zip", name: "docs.zip", size: tree.length, keep: true },
        });
        const { pathname, search } = new URL(url);
        return app.app.inject({
          ...{ method: "PUT", url: pathname + search, payload: tree },
          headers: { "content-type": "application/octet-stream" },
        });
      };
      const kept = async () =>
        (await database.read.selectFrom("run_files").select("id").execute()).map(({ id }) => id).sort();
      const { id } = await app.ok(app.admin, `POST ${space.path}/exports`, { body: {} });
      await runExport(app.context, id);
      // Seven more exports as this one.
      await database.write(async (trx) => {
        const row = await trx
          .selectFrom("export_runs")
          .where("id", "=", id)
          .selectAll()
          .executeTakeFirstOrThrow();
        const file = await trx.selectFrom("run_files").selectAll().executeTakeFirstOrThrow();
        assert.equal(row.file_id, file.id);
        for (const name of ["2", "3", "4", "5", "6", "7", "8"]) {
          await trx
            .insertInto("export_runs")
            .values({ ...row, id: id + name, file_id: file.id + name })
            .execute();
          await trx
            .insertInto("run_files")
            .values({ ...file, id: file.id + name })
            .execute();
        }
      });
      const ofExports = await kept();
      assert.equal(ofExports.length, 8);

      const body = (key = "", more: object = {}) => ({
        ...{ source: { type: "file", files: [key] }, target: { space: space.id, ...more } },
      });
      // The file of an export is no upload.
      await app.refused(app.admin, `POST ${runs()}`, 400, /^source/, { body: body(ofExports[0]) });
      for (let attempt = 0; attempt < 9; attempt++) {
        const reply = await upload();
        assert.equal(reply.statusCode, 201, reply.body);
        const refusedBody = body(reply.json().key, { page: "none" });
        await app.refused(app.admin, `POST ${runs()}`, 404, /page/i, { body: refusedBody });
      }
      assert.deepEqual(await kept(), ofExports);
      for (let count = 0; count < 8; count++) assert.equal((await upload()).statusCode, 201);
      assert.equal((await upload()).statusCode, 429);
      await database.write((trx) => trx.deleteFrom("run_files").execute());
    });

    test("can be cancelled before it begins and while it runs, and changes nothing then", async () => {
      const { app } = suite;
      const space = await app.space();
      const waiting = {
        source: { type: "markdown", url: `${base}/waiting.md` },
        target: { space: space.id },
      };
      const pending = await start(waiting);
      const cancel = (id: string) => app.ok(app.admin, `POST ${runs()}/${id}/cancel`);
      assert.equal((await cancel(pending.id)).status, "cancelled");
      await runImport(app.context, pending.id);
      assert.equal((await cancel(pending.id)).status, "cancelled");

      const running = await start(waiting);
      const done = runImport(app.context, running.id);
      await becomes(async () => (await read(running.id)).status, "in-progress");
      const active = await app.ok(app.admin, `GET ${runs()}`, {
        query: { status: "active", space: space.id },
      });
      assert.equal(active.items.length, 1);
      assert.equal((await cancel(running.id)).status, "cancelled");
      await done;
      assert.equal((await read(running.id)).status, "cancelled");
      assert.deepEqual(await titlesIn(space.path), []);
    });

    test("that failed says why, and one that others wait for is a run, too", async () => {
      const { app } = suite;
      const space = await app.space();
      const missing = await start({
        source: { type: "zip", url: `${base}/missing.zip` },
        target: { space: space.id },
      });
      await runImport(app.context, missing.id);
      const failed = await read(missing.id);
      assert.deepEqual([failed.status, failed.reason], ["failed", "url: returned status 404"]);
      const body = { source: "zip", url: `${base}/tree.zip` };
      const { revision } = await app.ok(app.admin, `POST ${space.path}/content/import`, { body });
      const { items } = await app.ok(app.admin, `GET ${runs()}`, { query: { space: space.id } });
      assert.deepEqual(
        items.map((run: Reply["body"]) => [run.status, run.revision]),
        [
          ["completed", revision],
          ["failed", undefined],
        ],
      );
      for (const [body, message] of [
        [{ source: { type: "zip" }, target: { space: space.id } }, /^source\.url: is required/],
        [{ source: { type: "file" }, target: { space: space.id } }, /^source\.files: is required/],
        [zipAt(space.id, { target: { space: space.id, page: "x" }, replace: true }), /^replace: /],
        [{ ...zipAt(space.id), source: { type: "html", url: base }, directory: "a" }, /^directory: /],
      ] as const)
        await app.refused(app.admin, `POST ${runs()}`, 400, message, { body });
      await app.refused(app.admin, `POST ${runs()}`, 404, /Space/, { body: zipAt("none") });
      const elsewhere = { ...zipAt((await app.space()).id), site: "none" };
      await app.refused(app.admin, `POST ${runs()}`, 404, /^site: Site/, { body: elsewhere });
    });

    test("continues after its server was killed, but not if a client waited for it", async () => {
      const { app } = suite;
      const { database } = app.context;
      const space = await app.space();
      const killed = await start(zipAt(space.id));
      const setState = (id: string, options: object) =>
        database.write((trx) =>
          trx
            .updateTable("import_runs")
            .where("id", "=", id)
            .set({ status: "in-progress", attempt: "lost", attempts: 1, options: JSON.stringify(options) })
            .execute(),
        );
      await setState(killed.id, {});
      await runImport(app.context, killed.id);
      assert.equal((await read(killed.id)).status, "completed");
      // The job may be done once more, if the server ended before the job did.
      await runImport(app.context, killed.id);
      assert.deepEqual(await titlesIn(space.path), ["Welcome", "Guide"]);

      const awaited = await start(zipAt(space.id));
      await setState(awaited.id, { isAwaited: true });
      await runImport(app.context, awaited.id);
      const { status, reason } = await read(awaited.id);
      assert.equal(status, "failed");
      assert.match(reason, /server ended during the import\. Nothing was imported/);
      assert.deepEqual(await titlesIn(space.path), ["Welcome", "Guide"]);
      const jobs = await database.read
        .selectFrom("jobs")
        .where("kind", "=", importJob)
        .select("id")
        .execute();
      assert.ok(jobs.length > 0, "runs are jobs");
    });
  },
  { config: { allowPrivateNetwork: true } },
);
