import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { Writer } from "./dialects/index.ts";
import { migrations as allMigrations, type Migration } from "./migrations/index.ts";
import { backupTables } from "./schema/index.ts";

interface Hooks {
  /** Called before the first pending migration of a database that contains data. */
  beforeChange?(): Promise<void>;
  /** Called in the same transaction, even without pending migrations. */
  afterMigrations?(trx: Writer): Promise<void>;
}

/** Applies the pending migrations. If several processes call it at once, one works and the others wait. */
export async function migrate(database: Database, hooks: Hooks = {}, migrations = allMigrations) {
  await database.exclusive(async (trx) => {
    await sql`create table if not exists migrations (name text primary key)`.execute(trx);
    const applied = await readApplied(trx);
    const pending = migrations.filter(({ name }) => !applied.includes(name));
    refuseUnknown(applied, migrations);
    if (applied.length > 0 && pending.length > 0) await hooks.beforeChange?.();
    for (const migration of pending) {
      for (const statement of migration.statements(database.types)) await sql.raw(statement).execute(trx);
      await sql`insert into migrations (name) values (${migration.name})`.execute(trx);
    }
    await hooks.afterMigrations?.(trx);
  });
}

export async function isMigrated(database: Database): Promise<boolean> {
  const { rows } = await database.read.executeQuery<{ name: string }>(
    sql`select name from migrations`.compile(database.read),
  );
  return rows.length === allMigrations.length;
}

async function readApplied(trx: Writer): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(trx);
  return rows.map(({ name }) => name);
}

function refuseUnknown(applied: readonly string[], migrations: readonly Migration[]): void {
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `the database was written by a newer Lectern (it has migration ${unknown}); start that version, or restore an older backup`,
    );
  }
}

/** Replaces all rows with those of another database. Both must be migrated. */
export async function copyTables(from: Database, to: Writer, report: (line: string) => void): Promise<void> {
  for (const table of backupTables.toReversed()) await to.deleteFrom(table).execute();
  await from.exportTables(async (readTable) => {
    for (const table of backupTables) {
      let copied = 0;
      for await (const rows of readTable(table)) {
        await to
          .insertInto(table)
          .values(rows as never)
          .execute();
        copied += rows.length;
      }
      report(`${table}: ${copied}`);
    }
  });
}
