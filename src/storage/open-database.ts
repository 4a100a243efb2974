import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/index.ts";
import { errorMessage, FatalError } from "../platform/index.ts";
import { openSqlite } from "./database/dialects/index.ts";
import { createDatabase, type Database } from "./database/index.ts";

/** Opens the database that the settings name, with so many connections at most where it takes some. */
export async function openDatabase(
  config: Config,
  poolSizes?: { reading: number; writing: number },
): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const { openPostgres } = await import("./database/dialects/postgres.ts");
    return createDatabase(openPostgres(config.databaseUrl, poolSizes));
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
 * One folder after the other: where none can be made, as in /proc, `recursive` never comes back. What is in it holds keys,
 * so it is for the server's own user only.
 */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

function databaseFile(config: Config): string {
  return join(config.dataDir, "lectern.db");
}
