import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { bootApp, describeOnEachDatabase, TestApp } from "../../../test/support/app.ts";
import { KeyedMutex } from "../../platform/keyed-mutex.ts";
import { createApp } from "../../server/app.ts";
import type { Context } from "../http/context.ts";

/** A space with a page, comments, a change request that can be merged, and one that is outdated. */
async function createWorld(app: TestApp) {
  const space = await app.space();
  const outdated = await app.changeRequest(space);
  const page = await app.page(space.path, "Page");
  const request = await app.changeRequest(space);
  await app.change(request.path, { operation: "insert_page", title: "Draft" });
  const comment = `${space.path}/comments/${(await app.comment(space.path)).id}`;
  const requestComment = `${request.path}/comments/${(await app.comment(request.path)).id}`;
  const { id } = await app.ok(app.admin, `POST ${comment}/replies`, { body: { body: text } });
  return { space, outdated, page, request, comment, requestComment, reply: `${comment}/replies/${id}` };
}

const text = { markdown: "Hm." };
const insertion = { changes: [{ operation: "insert_page", title: "New" }] };

type World = Awaited<ReturnType<typeof createWorld>>;
type Write = (world: World, app: TestApp) => readonly [operation: string, body?: object];

/** Requests that each start one transaction, with different mutexes if they are sent for different spaces. */
const transactions: Write[] = [
  ({ space }) => [`POST ${space.path}/content`, insertion],
  ({ request }) => [`POST ${request.path}/content`, insertion],
  ({ request }) => [`POST ${request.path}/merge`],
  ({ request }) => [`PATCH ${request.path}`, { status: "archived" }],
  ({ request }) => [`POST ${request.path}/reviews`, { status: "approved", comment: text }],
  ({ space, page }) => [`POST ${space.path}/comments`, { body: text, page }],
  ({ comment }) => [`POST ${comment}/replies`, { body: text }],
  ({ requestComment }) => [`POST ${requestComment}/replies`, { body: text }],
  ({ space }) => [`POST ${space.path}/duplicate`],
];

const otherWrites: Write[] = [
  ({ outdated }) => [`POST ${outdated.path}/update`],
  ({ space }) => [`POST ${space.path}/change-requests`, {}],
  ({ request }) => [`POST ${request.path}/comments`, { body: text }],
  ({ comment }) => [`PUT ${comment}`, { resolved: true }],
  ({ reply }) => [`PUT ${reply}`, { body: text }],
  ({ reply }) => [`PUT ${reply}`, { addedReactions: ["👍"] }],
  ({ comment }) => [`DELETE ${comment}`],
  ({ reply }) => [`DELETE ${reply}`],
  ({ request }, { admin }) => [`POST ${request.path}/requested-reviewers`, { users: [admin.id] }],
  ({ space }) => [`PATCH ${space.path}`, { emoji: "1f30d" }],
  ({ space }) => [`POST ${space.path}/move`, { position: {} }],
  ({ space }, { admin }) => [`POST ${space.path}/permissions`, { role: "admin", users: [admin.id] }],
  ({ space }, { organizationId }) => [`POST /orgs/${organizationId}/sites`, { spaces: [space.id] }],
  ({ space: { id } }, { organizationId }) => [
    `POST /orgs/${organizationId}/link-invites`,
    { space: id, level: "read" },
  ],
];

/** All rows that belong to a space or refer to it. */
async function readRows({ context }: TestApp, spaceId: string): Promise<unknown[]> {
  const requests = sql`(select id from change_requests where space_id = ${spaceId})`;
  const places = sql`(place_id = ${spaceId} or place_id in ${requests})`;
  const conditions = {
    contents: sql`id = ${spaceId}`,
    spaces: sql`repository_id = (select repository_id from spaces where id = ${spaceId})`,
    revisions: sql`space_id = ${spaceId}`,
    change_requests: sql`space_id = ${spaceId}`,
    reviews: sql`change_request_id in ${requests}`,
    requested_reviewers: sql`change_request_id in ${requests}`,
    comments: places,
    comment_reactions: places,
    comment_repliers: places,
    content_user_grants: sql`content_id = ${spaceId}`,
    site_spaces: sql`space_id = ${spaceId}`,
    link_invites: sql`content_id = ${spaceId}`,
  };
  const rows = [];
  for (const [table, condition] of Object.entries(conditions)) {
    const found = await sql`select * from ${sql.table(table)} where ${condition}`.execute(
      context.database.read,
    );
    rows.push(found.rows.map((row) => JSON.stringify(row)).sort());
  }
  return rows;
}

describeOnEachDatabase("a deleted space", (suite) => {
  test("is not changed by requests whose access was checked before", async () => {
    const { app } = suite;
    const world = await createWorld(app);
    const gate = Promise.withResolvers<void>();
    let arrived = 0;
    const { database } = app.context;
    const delayed: Context = {
      ...app.context,
      // Otherwise requests would wait for each other.
      headMutex: new KeyedMutex(),
      database: {
        ...database,
        write: async (...args: Parameters<typeof database.write>) => {
          arrived += 1;
          await gate.promise;
          return database.write(...args) as never;
        },
      },
    };
    const other = new TestApp(await createApp(delayed), delayed, app.admin, app.organizationId);
    const requests = [...transactions, ...otherWrites].map((write) => write(world, app));
    const replies = requests.map(([operation, body]) => other.call(app.admin, operation, { body }));
    // An edit and a merge of the same content run one after the other.
    while (arrived < requests.length - 1) await wait(5);
    await app.ok(app.admin, `DELETE ${world.space.path}`);
    const rows = await readRows(app, world.space.id);
    gate.resolve();
    for (const [i, { status, body }] of (await Promise.all(replies)).entries())
      assert.equal(status, 409, `${requests[i]?.[0]} returned ${status}: ${JSON.stringify(body)}`);
    assert.deepEqual(await readRows(app, world.space.id), rows);
  });

  // SQLite runs one transaction at a time.
  const testOnPostgres = suite.kind === "postgres" ? test : () => {};
  testOnPostgres("is not changed by transactions of another server that began before", async () => {
    const { app, environment } = suite;
    const other = await bootApp(environment);
    const worlds = await Promise.all(transactions.map(() => createWorld(app)));
    const requests = worlds.map((world, i) => transactions[i]?.(world, app) ?? [""]);
    const [isLocked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Stops each transaction at its first insert or update of one of these tables.
    const lock = other.context.database.write(async (trx) => {
      await sql`lock table revisions, change_requests, reviews, comments in share mode`.execute(trx);
      isLocked.resolve();
      await release.promise;
    });
    await isLocked.promise;
    const replies = requests.map(([operation, body]) => app.call(app.admin, operation, { body }));
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(other.context.database.read);
      return rows[0]?.count ?? 0;
    };
    while ((await countWaiting()) < requests.length) await wait(5);
    let deleted = 0;
    const deletions = worlds.map(async ({ space }) => {
      await other.ok(app.admin, `DELETE ${space.path}`);
      const rows = await readRows(other, space.id);
      deleted += 1;
      return rows;
    });
    // Every deletion is done or waits for a transaction.
    while (deleted + (await countWaiting()) < requests.length + worlds.length) await wait(5);
    release.resolve();
    await lock;
    const rowsWhenDeleted = await Promise.all(deletions);
    for (const [i, { status, body }] of (await Promise.all(replies)).entries())
      assert.ok([200, 201, 409].includes(status), `${requests[i]?.[0]}: ${status} ${JSON.stringify(body)}`);
    for (const [i, { space }] of worlds.entries())
      assert.deepEqual(await readRows(app, space.id), rowsWhenDeleted[i], `${requests[i]?.[0]}`);
    await other.close();
  });
});
