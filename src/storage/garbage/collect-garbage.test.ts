import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Kysely, sql } from "kysely";
import { describeOnEachDatabase, type TestApp } from "../../../test/support/app.ts";
import { createRandom, type Random } from "../../../test/support/random.ts";
import { runLectern } from "../../../test/support/server.ts";
import { purgeSpaces } from "../../api/spaces/purge-spaces.ts";
import { type Nodes, openContent, readVariables } from "../../content/index.ts";
import { readEntries } from "../../content/map/index.ts";
import { createNodeCache } from "../../content/nodes/nodes.ts";
import { addMilliseconds, systemClock } from "../../platform/clock.ts";
import { runNextJob } from "../../server/jobs/work.ts";
import type { Database } from "../database/database.ts";
import { blobOf, readWholeBlob, storeBlob } from "../files/blobs.ts";
import { enqueue } from "../jobs/queue.ts";
import { openNodes, saveNodes } from "../repositories/nodes.ts";
import { collectGarbage } from "./collect-garbage.ts";

const day = 86_400_000;

function later(app: TestApp, milliseconds: number) {
  const now = () => addMilliseconds(systemClock.now(), milliseconds);
  return { ...app.context, clock: { ...systemClock, now } };
}

/** Makes everything a day older, and lets every repository be collected. */
async function age({ context }: TestApp): Promise<void> {
  await context.database.write(async (trx) => {
    for (const table of ["nodes", "blobs", "blob_chunks"])
      await sql`update ${sql.table(table)} set touched = touched - 24`.execute(trx);
    await sql`update repositories set garbage_at = '2020', removed_at = null, collected_until = null`.execute(
      trx,
    );
  });
}

async function repositoryOf({ context }: TestApp, spaceId: string): Promise<string> {
  const row = await context.database.read
    .selectFrom("spaces")
    .where("id", "=", spaceId)
    .select("repository_id")
    .executeTakeFirstOrThrow();
  return row.repository_id;
}

const hashesIn = async (database: Database, table: "nodes" | "blobs" | "blob_chunks", repositoryId: string) =>
  new Set(
    (
      await database.read.selectFrom(table).where("repository_id", "=", repositoryId).select("hash").execute()
    ).map(({ hash }) => hash),
  );

/** Reads every content of a repository to its last byte, without a cache, by the functions that requests use. Returns the hashes. */
async function readAll({ context }: TestApp, repositoryId: string) {
  const { read } = context.database;
  const loaded = new Set<string>();
  const files = new Set<string>();
  const spaces = await read
    .selectFrom("spaces")
    .where("repository_id", "=", repositoryId)
    .select(["id", "root"])
    .execute();
  for (const { id, root } of spaces) {
    const rows = await read.selectFrom("revisions").where("space_id", "=", id).select("root").execute();
    const requests = await read
      .selectFrom("change_requests")
      .where("space_id", "=", id)
      .select(["root", "base_root"])
      .execute();
    const roots = [
      root,
      ...rows.map((row) => row.root),
      ...requests.flatMap((row) => [row.root, row.base_root]),
    ];
    for (const each of new Set(roots)) {
      const nodes = recordingNodes(context.database, repositoryId, loaded);
      const content = openContent(nodes, each);
      await readVariables(content);
      for (const map of ["order", "slugs"] as const) await readEntries(nodes, content.roots[map]);
      for (const map of ["pages", "reusableContents"] as const)
        for (const { value } of await readEntries<{ document?: string }>(nodes, content.roots[map]))
          if (value.document !== undefined) await nodes.read(value.document);
      for (const { value } of await readEntries<{ blob: string }>(nodes, content.roots.files)) {
        files.add(value.blob);
        await readWholeBlob(context, repositoryId, value.blob);
      }
    }
  }
  return { nodes: loaded, files };
}

/** Nodes without a shared cache, whose loaded hashes are recorded. */
function recordingNodes(database: Database, repositoryId: string, loaded: Set<string>): Nodes {
  const nodes = openNodes({ database, nodeCache: createNodeCache(1024 * 1024) }, repositoryId);
  const read = nodes.readAll.bind(nodes);
  nodes.readAll = async <T extends object>(hashes: readonly string[]): Promise<T[]> => {
    for (const hash of hashes) loaded.add(hash);
    return read<T>(hashes);
  };
  return nodes;
}

/** Asserts that a repository has exactly what its contents use. */
async function assertNoGarbage(app: TestApp, repositoryId: string): Promise<void> {
  const { nodes, files } = await readAll(app, repositoryId);
  const { database } = app.context;
  assert.deepEqual((await hashesIn(database, "nodes", repositoryId)).symmetricDifference(nodes), new Set());
  assert.deepEqual((await hashesIn(database, "blobs", repositoryId)).symmetricDifference(files), new Set());
  assert.deepEqual((await hashesIn(database, "blob_chunks", repositoryId)).difference(files), new Set());
}

const file = (text: string) => ({
  name: `${text}.txt`,
  contentType: "text/plain",
  base64: Buffer.from(`bytes of ${text}`).toString("base64"),
});

/** Leaves a document and a file that no revision refers to, as a change does that ends early. */
async function leaveGarbage({ context }: TestApp, repositoryId: string, text: string): Promise<void> {
  await storeBlob(context, repositoryId, blobOf(Buffer.from(`bytes of ${text}`)));
  const nodes = openNodes(context, repositoryId);
  const hash = nodes.write({ markdown: text, links: [] });
  const staged = new Map([[hash, nodes.stagedText(hash) ?? ""]]);
  await context.database.write((trx) => saveNodes(trx, repositoryId, staged));
}

/** Makes one random change of a space, of a copy or of a change request in them. Texts and files are few, so that many are equal. */
async function changeSomething(app: TestApp, spaceIds: string[], random: Random): Promise<void> {
  const id = random.pick(spaceIds);
  const path = `/spaces/${id}`;
  const text = `Text ${random.below(6)}`;
  const markdown = `${text}\n`.repeat(3);
  const call = (operation: string, body?: object) =>
    app.call(app.admin, operation, { ...(body && { body }) });
  const content = (...changes: object[]) => call(`POST ${path}/content`, { changes });
  const { body } = await call(`GET ${path}/content`);
  const page = body.pages?.at(-1)?.id;
  switch (random.below(9)) {
    case 0:
      return void (await content({ operation: "insert_page", title: text, document: { markdown } }));
    case 1:
      return void (await content({ operation: "insert_files", files: [file(text)] }));
    case 2:
      return void (page && (await content({ operation: "update_page", page, document: { markdown } })));
    case 3:
      return void (page && (await content({ operation: "delete_page", page })));
    case 4:
      return void (body.files?.[0] && (await content({ operation: "delete_file", file: body.files[0].id })));
    case 5: {
      const { body: request } = await call(`POST ${path}/change-requests`, {});
      const changes = [
        { operation: "insert_files", files: [file(text)] },
        { operation: "insert_page", title: text, document: { markdown } },
      ];
      await call(`POST ${path}/change-requests/${request.id}/content`, { changes });
      if (random.chance(0.6)) await call(`POST ${path}/change-requests/${request.id}/merge`);
      return;
    }
    case 6: {
      const { status, body: copy } = await call(`POST ${path}/duplicate`);
      if (status < 300) spaceIds.push(copy.id);
      return;
    }
    case 7:
      if (spaceIds.length > 1) {
        await call(`DELETE ${path}`);
        spaceIds.splice(spaceIds.indexOf(id), 1);
      }
      return;
    default:
      return void (await leaveGarbage(app, await repositoryOf(app, id), text).catch(() => {}));
  }
}

describeOnEachDatabase("the collection of garbage", (suite) => {
  test("removes what only a purged copy used, and keeps what the others use", async () => {
    const { app } = suite;
    const space = await app.space();
    await app.page(space.path, "Shared", { document: { markdown: "Shared\n" } });
    const copy = await app.ok(app.admin, `POST ${space.path}/duplicate`);
    await app.page(`/spaces/${copy.id}`, "Own", { document: { markdown: "Of the copy\n" } });
    await app.change(`/spaces/${copy.id}`, { operation: "insert_files", files: [file("copy")] });
    await app.ok(app.admin, `DELETE /spaces/${copy.id}`);
    await purgeSpaces(later(app, 8 * day));
    const repositoryId = await repositoryOf(app, space.id);
    // What was removed less than twelve hours ago may still be read.
    assert.equal((await collectGarbage(later(app, 8 * day))).files.count, 0);
    const expected = await collectGarbage(later(app, 9 * day), { isDryRun: true });
    assert.ok(expected.nodes.count > 0 && expected.files.count > 0 && expected.nodes.bytes > 0);
    assert.deepEqual(await collectGarbage(later(app, 9 * day)), expected);
    await assertNoGarbage(app, repositoryId);
    const again = await collectGarbage(later(app, 9 * day));
    assert.deepEqual([again.nodes.count, again.failures], [0, []]);
  });

  test("removes abandoned uploads, also incomplete ones, and never a recent one", async () => {
    const { app } = suite;
    const { database } = app.context;
    const space = await app.space();
    const repositoryId = await repositoryOf(app, space.id);
    await leaveGarbage(app, repositoryId, "abandoned");
    const large = blobOf(Buffer.alloc(70 * 65_536, "x"));
    await storeBlob(app.context, repositoryId, large);
    await database.write((trx) => trx.deleteFrom("blobs").where("hash", "=", large.hash).execute());
    await collectGarbage(app.context);
    assert.equal((await hashesIn(database, "blob_chunks", repositoryId)).size, 2);
    await age(app);
    // The same file is uploaded again: it is stored already, and about to be used.
    await storeBlob(app.context, repositoryId, blobOf(Buffer.from("bytes of abandoned")));
    const removed = await collectGarbage(app.context);
    assert.deepEqual(removed.chunks, { count: 70, bytes: 70 * 65_536 });
    assert.equal((await hashesIn(database, "blob_chunks", repositoryId)).size, 1);
    await app.change(space.path, { operation: "insert_files", files: [file("abandoned")] });
    await age(app);
    await collectGarbage(app.context);
    await assertNoGarbage(app, repositoryId);
  });

  test("leaves everything readable if it is killed at any step, and continues later", async () => {
    const { app } = suite;
    const { database } = app.context;
    const space = await app.space();
    await app.page(space.path, "Page", { document: { markdown: "Kept\n" } });
    const repositoryId = await repositoryOf(app, space.id);
    for (let killedAt = 1; killedAt <= 4; killedAt++) {
      for (const text of ["a", "b", "c"]) await leaveGarbage(app, repositoryId, `${text}${killedAt}`);
      await age(app);
      let writes = 0;
      const write: Database["write"] = (...step) => {
        writes += 1;
        if (writes > killedAt) throw new Error("killed");
        return database.write(...step);
      };
      const { failures } = await collectGarbage({ ...app.context, database: { ...database, write } });
      assert.match(String(failures[0]?.error), /killed/);
      await readAll(app, repositoryId);
    }
    await collectGarbage(app.context);
    await assertNoGarbage(app, repositoryId);
  });

  test("removes nothing from a repository that lacks nodes, and goes on with the next one", async () => {
    const { app } = suite;
    const { database } = app.context;
    const space = await app.space();
    await app.page(space.path, "Page", { document: { markdown: "Kept\n" } });
    const repositoryId = await repositoryOf(app, space.id);
    await leaveGarbage(app, repositoryId, "left");
    await age(app);
    const { root } = await database.read
      .selectFrom("spaces")
      .where("id", "=", space.id)
      .select("root")
      .executeTakeFirstOrThrow();
    await database.write((trx) =>
      trx.deleteFrom("nodes").where("hash", "=", JSON.parse(root).pages).execute(),
    );
    const { size } = await hashesIn(database, "nodes", repositoryId);
    const other = await repositoryOf(app, (await app.space()).id);
    await leaveGarbage(app, other, "left");
    await age(app);
    const failed = async () =>
      (await collectGarbage(app.context)).failures.map(({ repository }) => repository);
    assert.deepEqual(await failed(), [repositoryId]);
    assert.equal((await hashesIn(database, "nodes", repositoryId)).size, size);
    await assertNoGarbage(app, other);
    await leaveGarbage(app, other, "left");
    await age(app);
    // Not even text, so that reading it throws.
    await database.write((trx) =>
      trx
        .updateTable("nodes")
        .where("repository_id", "=", repositoryId)
        .set({ packed: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1]) })
        .execute(),
    );
    assert.deepEqual(await failed(), [repositoryId]);
    await assertNoGarbage(app, other);
    await database.write((trx) => trx.deleteFrom("spaces").where("id", "=", space.id).execute());
  });

  test("does not take revisions for damaged that are removed with their nodes while it reads them", async () => {
    const { app } = suite;
    const { database } = app.context;
    const space = await app.space();
    const page = await app.page(space.path, "First");
    const { revision } = await app.ok(app.admin, `GET ${space.path}`);
    const changes = [
      { operation: "delete_page", page },
      { operation: "insert_page", title: "Second" },
    ];
    await app.ok(app.admin, `POST ${space.path}/content`, { body: { changes } });
    const repositoryId = await repositoryOf(app, space.id);
    await age(app);
    await database.write((trx) =>
      trx.updateTable("repositories").where("id", "!=", repositoryId).set({ garbage_at: null }).execute(),
    );
    let isRemoved = false;
    const removeRevision = async () => {
      isRemoved = true;
      await database.write(async (trx) => {
        const { root } = await trx
          .deleteFrom("revisions")
          .where("id", "=", revision)
          .returning("root")
          .executeTakeFirstOrThrow();
        // The next revision has no slug of this one, so it shares no node of the map of slugs.
        await trx.deleteFrom("nodes").where("hash", "=", JSON.parse(root).slugs).execute();
      });
    };
    assert.ok(database.read instanceof Kysely);
    const read: Database["read"] = database.read.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isRemoved && result.rows.some((row) => row.id === revision)) await removeRevision();
        return result;
      },
    });
    const { repositories, failures } = await collectGarbage({
      ...app.context,
      database: { ...database, read },
    });
    assert.deepEqual([isRemoved, repositories, failures], [true, 1, []]);
    await assertNoGarbage(app, repositoryId);
  });

  test("and jobs that run across a restore remove nothing of what was restored", async () => {
    const { app, environment } = suite;
    const space = await app.space();
    await app.page(space.path, "First", { document: { markdown: "First\n" } });
    const repositoryId = await repositoryOf(app, space.id);
    await leaveGarbage(app, repositoryId, "left");
    const command = async (name: "backup" | "restore", file: string) => {
      const path = join(environment.LECTERN_DATA_DIR ?? "", file);
      const { code, stderr } = await runLectern(environment, name, path);
      assert.equal(code, 0, stderr);
    };
    await age(app);
    await command("backup", "earlier.backup");
    await app.page(space.path, "Second", { document: { markdown: "Second\n" } });
    await app.change(space.path, { operation: "insert_files", files: [file("second")] });
    await age(app);
    await command("backup", "later.backup");
    const restoreAfter = async (work: (database: Database) => Promise<unknown>) => {
      await command("restore", "earlier.backup");
      await age(app);
      const { database } = app.context;
      let isRestored = false;
      const write: Database["write"] = async (...step) => {
        if (!isRestored) await command("restore", "later.backup");
        isRestored = true;
        return database.write(...step);
      };
      await work({ ...database, write });
      assert.ok(isRestored);
      await readAll(app, repositoryId);
    };
    await restoreAfter((database) => collectGarbage({ ...app.context, database }));
    // Nothing is removed until nobody can have read what was there before the restore.
    assert.equal((await collectGarbage(app.context)).nodes.count, 0);
    assert.ok((await collectGarbage(later(app, day), { isDryRun: true })).nodes.count > 0);

    await command("restore", "earlier.backup");
    await app.context.database.write((trx) => trx.deleteFrom("jobs").execute());
    await app.context.database.write((trx) => enqueue(trx, { kind: "clean" }, "2020-01-01T00:00:00.000Z"));
    let steps = 0;
    const outcome = await runNextJob(app.context, {
      clean: {
        run: async ({ database }) => {
          const step = async () => void steps++;
          await database.write(step);
          // The backup contains the lease.
          await command("backup", "running.backup");
          await command("restore", "running.backup");
          await database.write(step);
        },
      },
    });
    assert.match(`${steps} ${outcome?.error}`, /^1 .*a backup was restored/);
    const job = await app.context.database.read.selectFrom("jobs").selectAll().executeTakeFirst();
    assert.deepEqual([job?.kind, job?.lease], ["clean", null]);
  });

  for (const seed of [2])
    test(`removes garbage only, while spaces are changed, copied and purged (seed ${seed})`, async () => {
      const { app } = suite;
      const random = createRandom(seed);
      const spaceIds = [(await app.space()).id, (await app.space()).id];
      const repositoryIds = await Promise.all(spaceIds.map((id) => repositoryOf(app, id)));
      const write = async (count: number, source: Random) => {
        for (let i = 0; i < count; i++) await changeSomething(app, spaceIds, source);
      };
      for (let round = 0; round < 3; round++) {
        await write(12, random.fork());
        await purgeSpaces(later(app, 8 * day));
        await age(app);
        await Promise.all([
          collectGarbage(app.context),
          collectGarbage(app.context),
          ...[1, 2, 3].map(() => write(6, random.fork())),
        ]);
        for (const id of repositoryIds) await readAll(app, id);
      }
      await purgeSpaces(later(app, 8 * day));
      await age(app);
      await collectGarbage(app.context);
      for (const id of repositoryIds) await assertNoGarbage(app, id);
    });
});
