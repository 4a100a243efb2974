import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { ColumnTypes, Writer } from "./dialects/index.ts";
import { migrations as allMigrations, type Migration, repairEarlierTexts } from "./migrations/index.ts";
import { backupTables, type Tables } from "./schema/index.ts";

interface Hooks {
  /** Called before the first pending migration of a database that contains data. */
  beforeChange?(): Promise<void>;
  /** Called in the same transaction, even without pending migrations. */
  afterMigrations?(trx: Writer): Promise<void>;
}

/**
 * Applies the pending migrations. If several processes call it at once, one works and the others wait. Refuses a database
 * to which another text of a migration was applied; one without checksums is repaired instead.
 */
export async function migrate(database: Database, hooks: Hooks = {}, migrations = allMigrations) {
  const { types } = database;
  await database.exclusive(async (trx) => {
    const applied = await readApplied(trx);
    refuseUnknown(applied, migrations);
    refuseChanged(applied, migrations, types);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    const unverified = migrations.filter(({ name }) => applied.get(name) === null);
    if (applied.size > 0 && pending.length + unverified.length > 0) await hooks.beforeChange?.();
    if (unverified.length > 0) await repairEarlierTexts(trx, types, [...applied.keys()]);
    for (const migration of pending)
      for (const statement of migration.statements(types)) await sql.raw(statement).execute(trx);
    await storeChecksums(trx, [...unverified, ...pending], types);
    await hooks.afterMigrations?.(trx);
  });
}

export async function isMigrated(database: Database): Promise<boolean> {
  const { rows } = await database.read.executeQuery<{ name: string }>(
    sql`select name from migrations`.compile(database.read),
  );
  return rows.length === allMigrations.length;
}

/** How the applied migrations of a database differ from those of this version. Empty lists: it is up to date. */
export interface MigrationState {
  readonly pending: readonly string[];
  /** Applied by a newer version. */
  readonly unknown: readonly string[];
  /** Applied with another text. */
  readonly changed: readonly string[];
}

/** Compares applied migrations with those of this version. */
export function compareMigrations(
  applied: ReadonlyMap<string, string | null>,
  types: ColumnTypes,
): MigrationState {
  const known = new Set(allMigrations.map(({ name }) => name));
  const isChanged = (migration: Migration) => {
    const checksum = applied.get(migration.name);
    return typeof checksum === "string" && checksum !== checksumOf(migration, types);
  };
  return {
    pending: [...known].filter((name) => !applied.has(name)),
    unknown: [...applied.keys()].filter((name) => !known.has(name)),
    changed: allMigrations.filter(isChanged).map(({ name }) => name),
  };
}

/** The checksums of the applied migrations by name, null if they were applied by a version that stored none. */
async function readApplied(trx: Writer): Promise<ReadonlyMap<string, string | null>> {
  await sql`create table if not exists migrations (name text primary key, checksum text)`.execute(trx);
  const { rows } = await sql<{ name: string; checksum?: string | null }>`
    select * from migrations order by name`.execute(trx);
  if (rows.some(({ checksum }) => checksum === undefined))
    await sql`alter table migrations add column checksum text`.execute(trx);
  return new Map(rows.map(({ name, checksum = null }) => [name, checksum]));
}

type Applied = Awaited<ReturnType<typeof readApplied>>;

function refuseUnknown(applied: Applied, migrations: readonly Migration[]): void {
  const unknown = applied.keys().find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `the database was written by a newer Lectern (it has migration ${unknown}); start that version, or restore an older backup`,
    );
  }
}

function refuseChanged(applied: Applied, migrations: readonly Migration[], types: ColumnTypes): void {
  const changed = migrations.find((migration) => {
    const checksum = applied.get(migration.name);
    return typeof checksum === "string" && checksum !== checksumOf(migration, types);
  });
  if (changed !== undefined) {
    throw new Error(
      `migration ${changed.name} was changed after it was applied to this database, so its tables may not be the expected ones; start the version of Lectern that used this database last, or undo the change of the migration`,
    );
  }
}

/** Identifies the statements of a migration for one kind of database. Formatting does not matter. */
export function checksumOf(migration: Migration, types: ColumnTypes): string {
  const statements = migration.statements(types).map((statement) => statement.replaceAll(/\s+/g, " ").trim());
  return hash("sha256", statements.join(";\n"));
}

async function storeChecksums(trx: Writer, migrations: readonly Migration[], types: ColumnTypes) {
  if (migrations.length === 0) return;
  const rows = migrations.map((migration) => sql`(${migration.name}, ${checksumOf(migration, types)})`);
  await sql`insert into migrations (name, checksum) values ${sql.join(rows)}
    on conflict (name) do update set checksum = excluded.checksum`.execute(trx);
}

/** Called after each table with the number of its rows. */
type OnCopied = (table: keyof Tables, rows: number) => void;

/** Replaces all rows with those of another database. Both must be migrated. */
export async function copyTables(from: Database, to: Writer, onCopied: OnCopied): Promise<void> {
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
      onCopied(table, copied);
    }
  });
}
