import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { before, describe, test } from "node:test";
import { sql } from "kysely";
import { makeOneOfEverything } from "../../../../test/backups/one-of-everything.ts";
import { bootApp } from "../../../../test/support/app.ts";
import { createTestDatabase, type DatabaseKind, databaseKinds } from "../../../../test/support/databases.ts";
import {
  applyWithoutChecksums,
  earlierText,
  editedMigrations,
  maxAge,
} from "../../../../test/support/earlier-migrations.ts";
import { type Environment, readConfig } from "../../../config/config.ts";
import { openDatabase } from "../../open-database.ts";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { migrations } from "./migrations.ts";

/** The migrations before checksums were stored. */
const unverified = migrations.slice(0, 13);

async function run(database: Database, ...statements: string[]): Promise<void> {
  await database.exclusive(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
}

async function rowsOf<Row>(database: Database, query: string): Promise<Row[]> {
  const { rows } = await database.read.executeQuery<Row>(sql.raw<Row>(query).compile(database.read));
  return rows;
}

const schemaQueries = {
  sqlite: `
    select name || ' without rowid: ' || wr as line from pragma_table_list where schema = 'main'
    union all
    select concat_ws(' ', tables.name, columns.name, columns.type, columns."notnull", columns.dflt_value, columns.pk)
      from sqlite_schema as tables, pragma_table_xinfo(tables.name) as columns where tables.type = 'table'
    union all
    select concat_ws(' ', tables.name, keys."from", keys."table", keys."to", keys.on_delete)
      from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys where tables.type = 'table'
    union all
    select sql from sqlite_schema where type = 'index' and sql is not null
    union all
    select concat_ws(' ', 'search_index', k, v) from search_index_config
    order by 1`,
  postgres: `
    select concat_ws(' ', relname, relkind, relpersistence) as line
      from pg_class where relnamespace = current_schema()::regnamespace
    union all
    select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default)
      from information_schema.columns where table_schema = current_schema()
    union all
    select indexdef from pg_indexes where schemaname = current_schema()
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n'
    order by 1`,
} satisfies Record<DatabaseKind, string>;

async function readSchema(database: Database, kind: DatabaseKind): Promise<string[]> {
  return (await rowsOf<{ line: string }>(database, schemaQueries[kind])).map(({ line }) => line);
}

for (const kind of databaseKinds) {
  describe(`databases of released texts that were edited (${kind})`, () => {
    let expected: readonly string[];
    before(() =>
      withEmptyDatabase(async (database) => {
        await migrate(database);
        expected = await readSchema(database, kind);
      }),
    );

    async function withEmptyDatabase(work: (database: Database, environment: Environment) => Promise<void>) {
      const { environment, remove } = await createTestDatabase(kind);
      const database = await openDatabase(readConfig(environment));
      try {
        await work(database, environment);
      } finally {
        await database.close();
        await remove();
      }
    }

    // Each database of PostgreSQL takes half a second.
    for (const age of kind === "sqlite" ? [1, 2, 3] : [2])
      test(`get the current schema from texts that were replaced ${age} times`, () =>
        withEmptyDatabase(async (database) => {
          // Migration 007 fails after an earlier text of migration 001.
          const texts = unverified.map((migration, i) => (i === 0 ? migration : earlierText(migration, age)));
          await applyWithoutChecksums(database, texts);
          await migrate(database);
          assert.deepEqual(await readSchema(database, kind), expected);
          await migrate(database);
        }));

    for (const name of kind === "sqlite" ? editedMigrations : ["005-sites", "011-pdfs"])
      test(`get the current schema if the first text of ${name} was applied last`, () =>
        withEmptyDatabase(async (database) => {
          const count = unverified.findIndex((migration) => migration.name === name) + 1;
          const hasEarlierJobs = count < 7;
          const texts = unverified
            .slice(0, count)
            .map((migration, i) => (i === 0 && !hasEarlierJobs ? migration : earlierText(migration, maxAge)));
          await applyWithoutChecksums(database, texts);
          await migrate(database);
          // SQLite cannot remove the default value of a column.
          const addDefault = (line: string) =>
            line.startsWith("organizations member_count ") ? `${line} 0` : line;
          assert.deepEqual(
            await readSchema(database, kind),
            hasEarlierJobs ? expected.map(addDefault) : expected,
          );
        }));

    test("keep their rows", () =>
      withEmptyDatabase(async (database) => {
        await applyWithoutChecksums(
          database,
          unverified.slice(0, 6).map((migration) => earlierText(migration, maxAge)),
        );
        await run(
          database,
          "insert into users values ('user', 'e', 'n', null, '', '2030')",
          "insert into organizations (id, title, type, email_domains, sso, ai, invite_links, created_at) values ('org', 't', 'business', '', 0, 0, 1, '2030')",
          "insert into members values ('org', 'user', 'admin', 0, 0, '2030', null)",
          "insert into contents (id, organization_id, kind) values ('space', 'org', 'space')",
          "insert into repositories values ('repository', 'org')",
          "insert into nodes (repository_id, hash, organization_id, body) values ('repository', 'h', 'org', '{}')",
          "insert into spaces (id, organization_id, repository_id, revision_id, root, emoji, edit_mode, comments, change_requests, change_requests_open, change_requests_draft, created_at, updated_at) values ('space', 'org', 'repository', 'r0', 'h', '', 'live', 0, 0, 0, 0, '2030', '2030')",
          "insert into revisions values ('r0', 'org', 'space', '[]', 'h', 'edit', 'user', '2030')",
          ...["('one', 'org', 'space', null", "('two', 'org', 'space', 'one'"].map(
            (values) =>
              `insert into comments (id, organization_id, place_id, comment_id, revision_id, target, body, status, replies, posted_by, posted_at) values ${values}, 'r0', '{}', '', 'open', 0, 'user', '2030')`,
          ),
          "insert into comment_reactions values ('reaction', 'org', 'two', 'user', '👍', '+1', '2030')",
          "insert into sites (id, organization_id, type, title, search_text, visibility, published, agents_context, customization, auth_backend, auth_key, created_at) values ('site', 'org', 'basic', '', '', 'public', 0, '', '', '', '', '2030')",
          "insert into site_share_links values ('link', 'org', 'site', '', 1, 'key', '2030')",
          "insert into jobs (id, kind, payload, unique_key, attempts, run_at, created_at) values ('job', 'index-spaces', '{}', 'repeating', 0, '2031', '2031')",
        );
        await migrate(database);
        const [row] = await rowsOf<object>(
          database,
          `select
            (select member_count from organizations) as member_count,
            (select space_id from revisions where id = 'r0') as revision,
            (select root from revisions where id = 'r0') as root,
            (select root from spaces) as space_root,
            (select count(*) from nodes where hash = 'h') as nodes,
            (select comment_id from comments where id = 'two') as reply,
            (select place_id from comment_reactions where comment_id = 'two') as reaction,
            (select key_hash from site_share_links) as key_hash,
            (select run_at from jobs where kind = 'index-spaces') as indexing`,
        );
        assert.deepEqual(
          { ...row },
          {
            member_count: 1,
            revision: "space",
            root: "{}",
            space_root: "{}",
            nodes: 1,
            reply: "one",
            reaction: "space",
            key_hash: hash("sha256", "key", "base64url"),
            indexing: "2030",
          },
        );
      }));

    test("serve all operations after an upgrade from the first texts", () =>
      withEmptyDatabase(async (database, environment) => {
        const texts = unverified.map((migration, i) =>
          i === 0 ? migration : earlierText(migration, maxAge),
        );
        await applyWithoutChecksums(database, texts);
        const app = await bootApp(environment);
        assert.deepEqual(await readSchema(database, kind), expected);
        await makeOneOfEverything(app).finally(() => app.close());
      }));
  });
}
