import { errorMessage } from "../platform/index.ts";
import {
  findDamage,
  type InspectedDatabase,
  readDatabaseFacts,
  readMigrationState,
} from "../storage/inspection/index.ts";
import { type Check, checksOf, formatBytes } from "./check.ts";

const { ok, warning, failed } = checksOf("database");

const minPostgres = 14;

export const kindNames = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** Checks the version of the database, and whether its tables are those of this version. */
export async function checkDatabase(database: InspectedDatabase): Promise<Check[]> {
  const { version, bytes } = await readDatabaseFacts(database);
  const name = `${kindNames[database.kind]} ${version}`;
  const isTooOld = database.kind === "postgres" && Number.parseInt(version, 10) < minPostgres;
  return [
    isTooOld
      ? failed(`${name} is too old`, `Upgrade PostgreSQL to ${minPostgres} or later`)
      : ok(`${name}, ${formatBytes(bytes)}`),
    await checkMigrations(database),
  ];
}

async function checkMigrations(database: InspectedDatabase): Promise<Check> {
  const state = await readMigrationState(database);
  if (state === undefined)
    return warning(
      "The database is empty",
      "Start the server once: it creates the tables and the first user",
    );
  const [unknown] = state.unknown;
  if (unknown !== undefined)
    return failed(
      `The database was written by a newer Lectern (it has migration ${unknown})`,
      "Start that version, or restore an older backup",
    );
  const [changed] = state.changed;
  if (changed !== undefined)
    return failed(
      `Migration ${changed} was changed after it was applied`,
      "Start the version of Lectern that used this database last",
    );
  if (state.pending.length > 0)
    return warning(
      `${state.pending.length} migrations are pending`,
      "Write a backup, then start the server: it applies them",
    );
  return ok("All migrations are applied");
}

/** Looks for damage. Reads all of an SQLite file. */
export async function checkIntegrity(database: InspectedDatabase): Promise<Check> {
  const damage = await findDamage(database);
  return damage.length === 0
    ? ok("The database reports no damage")
    : failed(
        `The database is damaged: ${damage.join("; ")}`,
        database.kind === "sqlite"
          ? "Stop the server, keep a copy of the data folder, and restore the last backup"
          : "Keep a copy of the database, and repair it (REINDEX) or restore the last backup",
      );
}

/** The check for an installation that was never started. */
export function missingDatabase(): Check {
  return warning("There is no database yet", "Start the server: it creates it, or check LECTERN_DATA_DIR");
}

/** The check for a database that cannot be opened or read. */
export function unreachableDatabase(error: unknown, kind: InspectedDatabase["kind"]): Check {
  return failed(
    `${kindNames[kind]} cannot be opened: ${errorMessage(error)}`,
    kind === "sqlite"
      ? "Check LECTERN_DATA_DIR and the permissions of the file, or restore a backup"
      : "Check DATABASE_URL, and that PostgreSQL runs and accepts connections from here",
  );
}

/** The check for a database that the server cannot write. */
export function unwritableDatabase(error: unknown): Check {
  return failed(
    `The database cannot be written: ${errorMessage(error)}`,
    "Free space on its disk, or end its read-only mode; the server continues by itself",
  );
}

export function writableDatabase(): Check {
  return ok("The database can be written");
}
