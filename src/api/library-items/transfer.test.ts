import assert from "node:assert/strict";
import { test } from "node:test";
import type { Kysely, KyselyPlugin } from "kysely";
import { bootApp, describeOnEachDatabase, type Reply, type TestApp } from "../../../test/support/app.ts";
import { addMilliseconds, systemClock } from "../../platform/clock.ts";
import type { Tables } from "../../storage/database/schema/index.ts";
import { removeUnusedRepositories } from "../../storage/repositories/remove-unused.ts";
import { purgeSpaces } from "../spaces/purge-spaces.ts";

const day = 86_400_000;

function inTime(app: TestApp, milliseconds: number) {
  const now = () => addMilliseconds(systemClock.now(), milliseconds);
  return { ...app.context, clock: { ...systemClock, now } };
}

/** An organization in which the first admin may create spaces. */
async function createTarget(app: TestApp) {
  const { id, admin } = await app.organization();
  const body = { emails: [app.admin.email], role: "admin" };
  await app.ok(admin, `POST /orgs/${id}/invites`, { body });
  return { admin, body: { organization: id } };
}

async function readRepository({ context }: TestApp, spaceId: string) {
  const { read } = context.database;
  const { repository_id: id } = await read
    .selectFrom("spaces")
    .where("id", "=", spaceId)
    .select("repository_id")
    .executeTakeFirstOrThrow();
  const hashesIn = async (table: "nodes" | "blobs") =>
    (await read.selectFrom(table).where("repository_id", "=", id).select("hash").execute()).map(
      ({ hash }) => hash,
    );
  return { id, nodes: await hashesIn("nodes"), blobs: await hashesIn("blobs") };
}

function file(name: string, content: string | Buffer = name) {
  return { name, contentType: "text/plain", base64: Buffer.from(content).toString("base64") };
}

describeOnEachDatabase("a transferred space", (suite) => {
  test("has all of its content, and none of its copies", async () => {
    const { app } = suite;
    const space = await app.space();
    const { insertedFiles } = await app.change(
      space.path,
      { operation: "insert_page", title: "Target", ref: "target", document: { markdown: "# Here" } },
      { operation: "insert_files", files: [file("notes.txt")] },
      { operation: "insert_reusable_content", title: "Hint", document: { markdown: "Reused." } },
      { operation: "set_variables", variables: { version: "7" } },
    );
    const markdown = "Zebra: [there](target.md#here), [notes](notes.txt)";
    const page = await app.page(space.path, "Start", { document: { markdown } });
    const { revision } = await app.ok(app.admin, `GET ${space.path}`);
    await app.change(space.path, { operation: "update_page", page, title: "Renamed" });
    const request = await app.changeRequest(space);
    await app.change(request.path, { operation: "update_page", page, document: { markdown: "Draft." } });
    await app.comment(space.path, { page });
    await app.ok(app.admin, `POST ${request.path}/preview-link`);

    const secrets = [];
    const duplicates = [];
    for (const title of ["Kept copy", "Purged copy"]) {
      const copy = await app.ok(app.admin, `POST ${space.path}/duplicate`);
      const path = `/spaces/${copy.id}`;
      const secret = await app.page(path, title, { document: { markdown: `Secret of the ${title}` } });
      await app.change(path, { operation: "insert_files", files: [file(`${title}.txt`)] });
      secrets.push((await app.ok(app.admin, `GET ${path}/content/page/${secret}`)).documentId);
      duplicates.push({ path, secret });
    }
    const [kept, purged] = duplicates;
    await app.ok(app.admin, `DELETE ${purged?.path}`);
    await purgeSpaces(inTime(app, 8 * day));
    const before = await readRepository(app, space.id);
    const hashes = secrets.map((id) => id.slice(0, 27));
    assert.ok(hashes.every((hash) => before.nodes.includes(hash)));

    const { admin, body } = await createTarget(app);
    await app.ok(app.admin, `POST ${space.path}/transfer`, { body });
    const after = await readRepository(app, space.id);
    assert.notEqual(after.id, before.id);
    assert.ok(!after.nodes.some((hash) => hashes.includes(hash)), "a document of a copy was transferred");
    assert.deepEqual(after.blobs, [insertedFiles[0].downloadURL.split("/")[5]]);

    // Without the nodes that this server has cached.
    const fresh = await bootApp(suite.environment);
    const get = (path: string) => fresh.ok(admin, `GET ${space.path}${path}`);
    for (const id of secrets)
      await fresh.refused(admin, `GET ${space.path}/documents/${id}`, 404, /Document not found/);
    const current = await get(`/content/page/${page}`);
    assert.equal(current.markdown, markdown);
    await get(`/documents/${current.documentId}`);
    assert.equal((await get(`/revisions/${revision}/page/${page}`)).title, "Start");
    assert.equal((await get(`/content/page/${page}/links`)).count, 2);
    assert.equal((await get(`/search?query=zebra`)).count, 1);
    assert.equal((await get("/comments")).count, 1);
    const { files, reusableContents, variables } = await get("/content");
    assert.deepEqual([files.length, reusableContents.length, variables], [1, 1, { version: "7" }]);
    const { pathname, search } = new URL(files[0].downloadURL);
    assert.equal((await fresh.app.inject({ url: pathname + search })).body, "notes.txt");
    await get(`/reusable-contents/${reusableContents[0].id}/document`.replace("/", "/content/"));
    // Whoever got the link from the previous organization reads nothing of the new one.
    assert.equal((await get(`/change-requests/${request.id}/preview-link`)).active, false);
    const { changes } = await fresh.ok(admin, `GET ${request.path}/changes`);
    assert.equal(changes.length, 1);
    await fresh.ok(admin, `POST ${request.path}/merge`);
    assert.equal((await get(`/content/page/${page}`)).markdown, "Draft.");
    await fresh.ok(app.admin, `GET ${kept?.path}/content/page/${kept?.secret}`);
    await fresh.close();
  });

  test("leaves a repository that is removed when no request can read it any more", async () => {
    const { app } = suite;
    const space = await app.space();
    await app.change(space.path, { operation: "insert_files", files: [file("a.txt")] });
    const before = await readRepository(app, space.id);
    const { body } = await createTarget(app);
    const replies = await Promise.all(
      [1, 2].map(() => app.call(app.admin, `POST ${space.path}/transfer`, { body })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const after = await readRepository(app, space.id);
    const repositories = async () => {
      const rows = await app.context.database.read.selectFrom("repositories").select("id").execute();
      return new Set(rows.map(({ id }) => id));
    };
    await removeUnusedRepositories(app.context);
    assert.ok((await repositories()).isSupersetOf(new Set([before.id, after.id])));
    await removeUnusedRepositories(inTime(app, day));
    assert.ok((await repositories()).has(after.id));
    assert.ok(!(await repositories()).has(before.id));
    const spaces = await app.context.database.read.selectFrom("spaces").select("repository_id").execute();
    // Also not the copy of the transfer that was refused.
    assert.deepEqual(await repositories(), new Set(spaces.map(({ repository_id }) => repository_id)));
    const fresh = await bootApp(suite.environment);
    assert.equal((await fresh.ok(app.admin, `GET ${space.path}/content/files`)).count, 1);
    await fresh.close();
  });

  test("cannot be transferred by a request that has read where it was", async () => {
    const { app } = suite;
    const space = await app.space();
    const { body } = await createTarget(app);
    const transfer = () => app.call(app.admin, `POST ${space.path}/transfer`, { body });
    const { database } = app.context;
    const { read } = database;
    let other: Promise<Reply> | undefined;
    /** Lets another request transfer the space when this one has read its row in `contents`. */
    const transferMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const [row] = result.rows;
        const isItem = row?.id === space.id && "parent_id" in row && !("repository_id" in row);
        if (isItem && other === undefined) {
          Object.assign(database, { read });
          other = transfer();
          await other;
        }
        return result;
      },
    };
    const reader = read as unknown as Kysely<Tables>;
    Object.assign(database, { read: reader.withPlugin(transferMeanwhile) });
    try {
      const { status, body: error } = await transfer();
      assert.deepEqual([status, (await other)?.status], [409, 200], JSON.stringify(error));
    } finally {
      Object.assign(database, { read });
    }
  });

  test("keeps the changes that are made while it is copied, and other requests are answered", async () => {
    const { app } = suite;
    const { id: parent, path: collection } = await app.collection();
    const space = await app.space({ parent });
    const large = Buffer.alloc(1_500_000, "text ");
    for (let i = 0; i < 8; i++) {
      large.write(`${i} `);
      await app.change(space.path, { operation: "insert_files", files: [file(`${i}.txt`, large)] });
    }
    const request = await app.changeRequest(space);
    const { admin, body } = await createTarget(app);
    let isDone = false;
    let answered = 0;
    /** Sends a request again and again. Returns the minimum and maximum number of changes. */
    const repeat = async (operation: string, payload: object) => {
      const statuses: number[] = [];
      while (!isDone) statuses.push((await app.call(app.admin, operation, { body: payload })).status);
      assert.ok(new Set([200, 404, 409]).isSupersetOf(new Set(statuses)), `${statuses}`);
      // With 404, the reply could not be read, because it was looked for in the previous organization.
      const countOf = (status: number) => statuses.filter((other) => other === status).length;
      return [countOf(200), countOf(200) + countOf(404)] as const;
    };
    const insertion = { changes: [{ operation: "insert_page", title: "New", document: { markdown: "x" } }] };
    const writes = Promise.all([
      repeat(`POST ${space.path}/content`, insertion),
      repeat(`POST ${request.path}/content`, insertion),
      repeat(`POST ${space.path}/comments`, { body: { markdown: "Hm." } }),
    ]);
    const reads = (async () => {
      for (; !isDone; answered++) await app.ok(app.admin, "GET /user");
    })();
    const copy = app.ok(app.admin, `POST ${space.path}/duplicate`);
    await app.ok(app.admin, `POST ${collection}/transfer`, { body });
    isDone = true;
    await reads;
    const written = await writes;
    // A transaction copies two megabytes at most.
    assert.ok(answered >= 6, `${answered} other requests were answered`);

    const fresh = await bootApp(suite.environment);
    const pagesOf = async (path: string) => (await fresh.ok(admin, `GET ${path}/content/pages`)).pages.length;
    const counts = [
      await pagesOf(space.path),
      await pagesOf(request.path),
      (await fresh.ok(admin, `GET ${space.path}/comments`)).count,
    ];
    for (const [i, [min, max]] of written.entries())
      assert.ok(min <= counts[i] && counts[i] <= max, `${counts[i]} of ${min} to ${max} changes`);
    assert.equal((await fresh.ok(admin, `GET ${space.path}/content/files`)).count, 8);
    const revisions = await app.context.database.read
      .selectFrom("revisions")
      .where("space_id", "=", space.id)
      .orderBy("id", "desc")
      .limit(30)
      .select("id")
      .execute();
    for (const { id } of revisions) await fresh.ok(admin, `GET ${space.path}/revisions/${id}`);
    await fresh.ok(app.admin, `GET /spaces/${(await copy).id}/content`);
    await fresh.close();
  });
});
