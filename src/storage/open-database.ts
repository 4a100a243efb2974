import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/index.ts";
import { errorMessage, FatalError } from "../platform/index.ts";
import { openPostgres, openSqlite, type PoolSizes } from "./database/dialects/index.ts";
import { createDatabase, type Database } from "./database/index.ts";

/** Opens the configured database. The pool sizes apply to PostgreSQL. */
export function openDatabase(config: Config, poolSizes?: PoolSizes): Database {
  if (config.databaseUrl !== undefined) {
    return createDatabase(openPostgres(config.databaseUrl, poolSizes, config.databaseReadUrl));
  }
  try {
    ensureFolder(config.dataDir);
    accessSync(config.dataDir, constants.W_OK);
    return createDatabase(openSqlite(databaseFile(config)));
  } catch (error) {
    throw new FatalError(
      `Cannot use the data folder ${config.dataDir} (${errorMessage(error)}): set LECTERN_DATA_DIR to a folder that can be written`,
    );
  }
}

/**
 * Creates a folder level by level, because `recursive` never returns where no folder can be created, as in /proc. Only the
 * server's user may read it: it will contain keys.
 */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(folder)) throw error;
  }
}

/** The file of SQLite. */
export function databaseFile(config: Pick<Config, "dataDir">): string {
  return join(config.dataDir, "lectern.db");
}
