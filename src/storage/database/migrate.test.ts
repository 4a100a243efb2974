import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sql } from "kysely";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { createTestDatabase } from "../../../test/support/databases.ts";
import { readConfig } from "../../config/config.ts";
import { createNodeCache, hashOf } from "../../content/nodes/nodes.ts";
import { openDatabase } from "../open-database.ts";
import { openNodes, saveNodes } from "../repositories/nodes.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migrations.ts";

const first: Migration = {
  name: "001-first",
  statements: ({ text }) => [`create table things (id ${text} primary key)`],
};
const second: Migration = {
  name: "002-second",
  statements: ({ text }) => [`alter table things add column name ${text}`],
};
const broken: Migration = {
  name: "003-broken",
  statements: () => ["create table half (id text)", "create table things (id text)"],
};

describeOnEachDatabase("migrations", (suite) => {
  async function withEmptyDatabase(
    work: (database: Awaited<ReturnType<typeof openDatabase>>, environment: object) => Promise<void>,
  ) {
    const { environment, remove } = await createTestDatabase(suite.kind);
    const database = await openDatabase(readConfig(environment));
    try {
      await work(database, environment);
    } finally {
      await database.close();
      await remove();
    }
  }

  test("run once, in order, and call the hook before they change a database with data", async () => {
    await withEmptyDatabase(async (database) => {
      let hookCalls = 0;
      const beforeChange = async () => {
        hookCalls += 1;
      };
      await migrate(database, { beforeChange }, [first]);
      assert.equal(hookCalls, 0, "the hook was called for an empty database");
      await migrate(database, { beforeChange }, [first]);
      assert.equal(hookCalls, 0, "the hook was called without pending migrations");
      await migrate(database, { beforeChange }, [first, second]);
      assert.equal(hookCalls, 1);
      await database.write((trx) => sql`insert into things (id, name) values ('a', 'b')`.execute(trx));
    });
  });

  test("can be preceded by a copy of the unchanged SQLite file", async () => {
    await withEmptyDatabase(async (database, environment) => {
      if (database.copyTo === undefined) return;
      const copy = join(readConfig({ ...environment }).dataDir, "copy.db");
      await migrate(database, {}, [first]);
      await database.write((trx) => sql`insert into things (id) values ('old')`.execute(trx));
      await migrate(database, { beforeChange: async () => database.copyTo?.(copy) }, [first, second]);
      const file = new DatabaseSync(copy);
      assert.deepEqual(
        file
          .prepare("select * from things")
          .all()
          .map((row) => ({ ...row })),
        [{ id: "old" }],
      );
      file.close();
    });
  });

  test("that fail are rolled back", async () => {
    await withEmptyDatabase(async (database) => {
      await migrate(database, {}, [first]);
      await assert.rejects(migrate(database, {}, [first, broken]), /already exists/);
      await database.write((trx) => sql`create table half (id text)`.execute(trx));
      await migrate(database, {}, [first, second]);
    });
  });

  test("are run by one of ten concurrent processes", async () => {
    await withEmptyDatabase(async (_database, environment) => {
      let bootstraps = 0;
      const databases = await Promise.all(
        Array.from({ length: 10 }, () => openDatabase(readConfig({ ...environment }))),
      );
      await Promise.all(
        databases.map((database) =>
          migrate(
            database,
            {
              afterMigrations: async (trx) => {
                const { rows } = await sql`select id from things`.execute(trx);
                if (rows.length > 0) return;
                await sql`insert into things (id) values ('only')`.execute(trx);
                bootstraps += 1;
              },
            },
            [first, second],
          ),
        ),
      );
      assert.equal(bootstraps, 1);
      await Promise.all(databases.map((database) => database.close()));
    });
  });

  test("keep the stored nodes, and new ones can be added", async () => {
    await withEmptyDatabase(async (database) => {
      const index = migrations.findIndex(({ name }) => name === "013-node-bytes");
      await migrate(database, {}, migrations.slice(0, index));
      const run = (statement: string) => database.write((trx) => sql.raw(statement).execute(trx));
      await run(
        "insert into organizations (id, title, type, email_domains, sso, ai, invite_links, member_count, created_at) values ('org', 't', 'business', '', 0, 0, 1, 0, '2030')",
      );
      await run("insert into repositories values ('repository', 'org')");
      const old = JSON.stringify({ text: "Grüße 🌍" });
      await run(`insert into nodes values ('repository', '${hashOf(old)}', '${old}')`);
      await migrate(database, {}, migrations);
      const long = JSON.stringify({ text: "Grüße 🌍".repeat(1000) });
      await database.write((trx) => saveNodes(trx, "repository", new Map([[hashOf(long), long]])));
      const nodes = openNodes({ database, nodeCache: createNodeCache(1) }, "repository");
      const found = await nodes.readAll([old, long].map(hashOf));
      assert.deepEqual(
        found.map((node) => JSON.stringify(node)),
        [old, long],
      );
    });
  });

  test("convert the texts of reviews to comments", async () => {
    await withEmptyDatabase(async (database) => {
      const index = migrations.findIndex(({ name }) => name === "004-comments");
      await migrate(database, {}, migrations.slice(0, index));
      const run = (statement: string) => database.write((trx) => sql.raw(statement).execute(trx));
      await run("insert into users values ('user', 'e', 'n', null, '', '2030')");
      await run(
        "insert into organizations (id, title, type, email_domains, sso, ai, invite_links, member_count, created_at) values ('org', 't', 'business', '', 0, 0, 1, 0, '2030')",
      );
      await run("insert into contents (id, organization_id, kind) values ('space', 'org', 'space')");
      await run("insert into repositories values ('repository', 'org')");
      await run(
        "insert into spaces values ('space', 'org', 'repository', 'r0', '', '', null, 'live', 0, 2, 0, 2, '2030', '2030')",
      );
      for (const [number, id] of ["one", "two"].entries())
        await run(
          `insert into change_requests values ('${id}', 'org', 'space', ${number + 1}, 'draft', '', 'r0', '', '', 'r0', null, null, '[]', 0, 'user', '2030', '2030', null, null)`,
        );
      for (const [id, request, comment] of [
        ["a", "one", "'Good'"],
        ["b", "one", "null"],
        ["c", "one", "'Bad'"],
        ["d", "two", "null"],
      ])
        await run(
          `insert into reviews values ('${id}', 'org', '${request}', 'user', null, 'r1', 'approved', ${comment}, '2031', '2031')`,
        );
      await migrate(database, {}, migrations);
      const comments = await database.read.selectFrom("comments").selectAll().orderBy("id").execute();
      assert.deepEqual(
        comments.map(
          ({ place_id, review_id, revision_id, body, status, posted_by, posted_at, comment_id }) => [
            place_id,
            review_id,
            revision_id,
            body,
            status,
            posted_by,
            posted_at,
            comment_id,
          ],
        ),
        [
          ["one", "a", "r1", "Good", "open", "user", "2031", null],
          ["one", "c", "r1", "Bad", "open", "user", "2031", null],
        ],
      );
      const counted = await database.read
        .selectFrom("change_requests")
        .select(["id", "comments", "comments_resolved"])
        .orderBy("id")
        .execute();
      assert.deepEqual(
        counted.map(({ id, comments, comments_resolved }) => [id, comments, comments_resolved]),
        [
          ["one", 2, 0],
          ["two", 0, 0],
        ],
      );
    });
  });

  test("of a newer version make an older version refuse to start", async () => {
    await withEmptyDatabase(async (database) => {
      await migrate(database, {}, [first, second]);
      await assert.rejects(migrate(database, {}, [first]), /newer Lectern \(it has migration 002-second\)/);
    });
  });
});
