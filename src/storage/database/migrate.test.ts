import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sql } from "kysely";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { createTestDatabase, type DatabaseKind } from "../../../test/support/databases.ts";
import { readConfig } from "../../config/config.ts";
import { createNodeCache, hashOf } from "../../content/nodes/nodes.ts";
import { openDatabase } from "../open-database.ts";
import { openNodes, saveNodes } from "../repositories/nodes.ts";
import { checksumOf, migrate } from "./migrate.ts";
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

/** The first 16 characters of each checksum. */
const releasedChecksums: Readonly<Record<string, Readonly<Record<DatabaseKind, string>>>> = {
  "001-foundation": { sqlite: "ccd05c17e0f3310d", postgres: "289d826f9fa10885" },
  "002-content": { sqlite: "7526bf2d44153cb3", postgres: "e7fb24d1bf31d135" },
  "003-change-requests": { sqlite: "8f9d6a61d9e1244e", postgres: "253f79f804adea68" },
  "004-comments": { sqlite: "3bbfbaa55a160e2b", postgres: "93ecec2d1d0f30d0" },
  "005-sites": { sqlite: "818f4b6b6c47f7d2", postgres: "949a5a8fe9bc36ab" },
  "006-links-and-search": { sqlite: "f07f3653fd8433f5", postgres: "37380e16f7853b52" },
  "007-openapi-and-translations": { sqlite: "41e67a2cf0b05416", postgres: "689422f1a0d47a81" },
  "008-integrations": { sqlite: "c327d92b89ced130", postgres: "60fd50bf704d0af1" },
  "009-sign-in": { sqlite: "63f4525271949068", postgres: "0f4fc950f9860c86" },
  "010-single-sign-on": { sqlite: "6635c3d7f0f32d40", postgres: "240c8c0c7c495fd9" },
  "011-pdfs": { sqlite: "eb4cffc879f3e598", postgres: "7a50170c51ec9f22" },
  "012-request-budgets": { sqlite: "9f0374b2ff742dce", postgres: "69c4e7afc0eb84fe" },
  "013-node-bytes": { sqlite: "53514871f6a0703d", postgres: "1f6b02583ff7038d" },
  "014-write-probe": { sqlite: "e0a57b693f26a496", postgres: "0f9268cd34ed883e" },
  "015-kept-repositories": { sqlite: "f3f9336eb9546db7", postgres: "1218fb2d0783dced" },
  "016-hidden-text": { sqlite: "2a0c24af90517223", postgres: "2a0c24af90517223" },
  "017-embeds": { sqlite: "766f003c68c1c85c", postgres: "b8444f06110e37de" },
  "018-former-slugs": { sqlite: "35a12cc092b5199e", postgres: "ca0cb7aa9029279a" },
  "019-imported-sites": { sqlite: "0fd36d0734736513", postgres: "e029aaa8caa79fa9" },
  "020-comment-repliers": { sqlite: "e6a0be9b863be90e", postgres: "89cabc7ee5e67310" },
  "021-site-events": { sqlite: "9661bdcc0aa36a6c", postgres: "19164030d62c18b2" },
  "022-site-mcp-servers": { sqlite: "ffcfcc3afd3783cb", postgres: "2944cf650e41a256" },
  "023-custom-fonts": { sqlite: "31f67218b23cab09", postgres: "dee8dbf603fde331" },
  "024-social-cards": { sqlite: "054a52a77a974c58", postgres: "6a9a9f24f6532c46" },
  "025-search-words": { sqlite: "901bdb8fce344e6e", postgres: "79929c0b6249ebdc" },
  "026-former-site-paths": { sqlite: "56e781c706bbb657", postgres: "7c8491bd4b0e01b8" },
  "027-account": { sqlite: "d1a297ecbe5087db", postgres: "65df029a90dc1138" },
  "028-trash": { sqlite: "f61f2c5c45dd457c", postgres: "f61f2c5c45dd457c" },
  "029-invitation-links": { sqlite: "7d257410d20f8039", postgres: "85eb9a31b4994093" },
  "030-block-saves": { sqlite: "b672c66b7833e13f", postgres: "757e06158cff3e97" },
  "031-page-templates": { sqlite: "0117705e51150c76", postgres: "29c6da21fde75e6f" },
  "032-change-request-texts": { sqlite: "95a517845e1d048f", postgres: "36c446ac42ce1e7c" },
  "033-comment-reads": { sqlite: "21bae5badef15401", postgres: "cbbad2421bdf77c3" },
  "034-change-request-lists": { sqlite: "5da2e324af92322d", postgres: "5da2e324af92322d" },
  "035-previews-and-pending-comments": { sqlite: "b3d2da8103115223", postgres: "e9ab083824174277" },
  "036-notifications": { sqlite: "4d81aa51e143a868", postgres: "f946e4a24f0de9be" },
  "037-merge-rules": { sqlite: "252c2f730aaeb467", postgres: "48cc7354f056357f" },
  "038-change-request-conflicts": { sqlite: "5e909b5d3d7ea6ff", postgres: "47b78458768bfc4c" },
  "039-history": { sqlite: "7c901ace191329a2", postgres: "67f301301afe2bb6" },
  "040-server-operation": { sqlite: "979f7baa324177cc", postgres: "40ec16fa01fbf202" },
  "041-customization-previews": { sqlite: "fa1203e6b2b33329", postgres: "fdf55ef4499ee5ef" },
  "042-openapi-page-sets": { sqlite: "360f4d0e644dfedd", postgres: "2d90e1b5120529c6" },
  "043-runs": { sqlite: "9267af523ff877f2", postgres: "2d598fda9f0ebc9d" },
  "044-export-files": { sqlite: "f5c88ee5b5e96f59", postgres: "f5c88ee5b5e96f59" },
  "045-page-titles": { sqlite: "e3b0c44298fc1c14", postgres: "309a05e308f4b942" },
  "046-objects": { sqlite: "2b8a12870877aa59", postgres: "8c9b53ab04d74081" },
  "047-garbage": { sqlite: "366c3888670c23b7", postgres: "787f4c52b184eb7a" },
  "048-structure-versions": { sqlite: "421fcd52132c7c4c", postgres: "430ddd526ca2e72c" },
  "049-linked-specs": { sqlite: "93434f30817050f8", postgres: "cf02ef308275f11f" },
  "050-refused-requests": { sqlite: "e30a90d4bc97d56a", postgres: "e30a90d4bc97d56a" },
  "051-unversioned-transactions": { sqlite: "6b17bac27b9a52c1", postgres: "f739bdf1500882a0" },
  "052-search-insertions": { sqlite: "e3b0c44298fc1c14", postgres: "7fa73467452d5eea" },
  "053-merged-insertions": { sqlite: "e3b0c44298fc1c14", postgres: "477a3f884a4ed8ef" },
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

  test("let all spaces be indexed again, and keep the index until then", async () => {
    await withEmptyDatabase(async (database) => {
      const index = migrations.findIndex(({ name }) => name === "016-hidden-text");
      await migrate(database, {}, migrations.slice(0, index));
      const values = ["'a', '', 1, 'r', null, '', 0, ''", "'b', '', 2, 'r', null, 's', 0, ''"];
      for (const row of values)
        await database.write((trx) => sql.raw(`insert into search_spaces values (${row})`).execute(trx));
      await migrate(database, {}, migrations);
      const rows = await database.read.selectFrom("search_spaces").orderBy("space_id").selectAll().execute();
      assert.deepEqual(
        rows.map(({ root, unfinished }) => [root, unfinished]),
        [
          [null, "r"],
          [null, "r\ns"],
        ],
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

  test("count the replies of each user to a comment", async () => {
    await withEmptyDatabase(async (database) => {
      const index = migrations.findIndex(({ name }) => name === "020-comment-repliers");
      await migrate(database, {}, migrations.slice(0, index));
      const run = (statement: string) => database.write((trx) => sql.raw(statement).execute(trx));
      for (const user of ["ada", "bob"])
        await run(`insert into users values ('${user}', '${user}', '', null, '', '')`);
      for (const [id, parent, author, postedAt] of [
        ["a", "null", "ada", "2030"],
        ["b", "'a'", "bob", "2031"],
        ["c", "'a'", "bob", "2032"],
        ["d", "'a'", "ada", "2033"],
      ])
        await run(
          `insert into comments (id, organization_id, place_id, comment_id, revision_id, target, body, status, replies, posted_by, posted_at) values ('${id}', 'org', 'space', ${parent}, 'r0', '{}', '', 'open', 0, '${author}', '${postedAt}')`,
        );
      await migrate(database, {}, migrations);
      const rows = await database.read
        .selectFrom("comment_repliers")
        .selectAll()
        .orderBy("user_id")
        .execute();
      const comment = { place_id: "space", comment_id: "a" };
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [
          { ...comment, user_id: "ada", replies: 1, replied_at: "2033" },
          { ...comment, user_id: "bob", replies: 2, replied_at: "2032" },
        ],
      );
    });
  });

  test("that were changed after they were applied are refused, unless only their formatting was", async () => {
    await withEmptyDatabase(async (database) => {
      await migrate(database, {}, [first, second]);
      const statements = ({ text }: { text: string }) => [`alter table things\n  add column name ${text} `];
      await migrate(database, {}, [first, { name: second.name, statements }]);
      const changed = { ...second, statements: () => ["alter table things add column title text"] };
      const calls: string[] = [];
      const hooks = {
        beforeChange: async () => void calls.push("before"),
        afterMigrations: async () => void calls.push("after"),
      };
      await assert.rejects(
        migrate(database, hooks, [first, changed]),
        /^Error: migration 002-second was changed after it was applied .*; start the version of Lectern that used this database last, or undo the change of the migration$/,
      );
      assert.deepEqual(calls, []);
      await migrate(database, {}, [first, second]);
    });
  });

  test("of a release never change", () => {
    const { types } = suite.app.context.database;
    for (const migration of migrations)
      assert.equal(
        checksumOf(migration, types).slice(0, 16),
        releasedChecksums[migration.name]?.[suite.kind],
        `${migration.name} has another checksum: undo the change of a released migration, or list the new one above`,
      );
  });

  test("of a newer version make an older version refuse to start", async () => {
    await withEmptyDatabase(async (database) => {
      await migrate(database, {}, [first, second]);
      await assert.rejects(migrate(database, {}, [first]), /newer Lectern \(it has migration 002-second\)/);
    });
  });
});
