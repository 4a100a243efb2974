import { postgresTypes, sqliteTypes } from "../database/dialects/index.ts";
import { compareMigrations, type MigrationState } from "../database/index.ts";
import type { InspectedDatabase } from "./inspected-database.ts";

/** How the migrations of a database differ from those of this version; undefined if it has no tables yet. */
export async function readMigrationState({
  kind,
  query,
}: InspectedDatabase): Promise<MigrationState | undefined> {
  const [table] = await query(
    kind === "sqlite"
      ? "select 1 from sqlite_schema where name = 'migrations'"
      : "select 1 from information_schema.tables where table_schema = current_schema() and table_name = 'migrations'",
  );
  if (table === undefined) return undefined;
  const rows = await query("select * from migrations");
  const applied = new Map(rows.map(({ name, checksum }) => [String(name), textOrNull(checksum)]));
  return compareMigrations(applied, kind === "sqlite" ? sqliteTypes : postgresTypes);
}

/** The first versions stored no checksums. */
function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
