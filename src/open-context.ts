import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { type Context, createContext } from "./context.ts";
import { createDatabase, type Database } from "./database/database.ts";
import { openSqlite } from "./database/dialects/sqlite.ts";
import { createLogger } from "./logger.ts";
import { createMetrics } from "./metrics.ts";
import { readSecrets } from "./secrets.ts";

/** A start that cannot go on, in one line that says what to do about it. */
export class StartError extends Error {}

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
    throw new StartError(
      `Cannot use the data folder ${config.dataDir} (${reasonOf(error)}): set LECTERN_DATA_DIR to a folder that can be written`,
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

/** Everything an operation or a job needs, on a database that is up to date. */
export async function openContext(
  config: Config,
  opened?: Database,
): Promise<Context & { close(): Promise<void> }> {
  const database = opened ?? (await openDatabase(config));
  const context = createContext({
    config,
    database,
    clock: systemClock,
    log: createLogger(config.logLevel),
    metrics: createMetrics(config),
    secrets: await readSecrets(database.read),
  });
  return { ...context, close: () => closeContext(context) };
}

async function closeContext(context: Context): Promise<void> {
  await context.tokenUse
    .flush()
    .catch((error) => context.log.warn({ err: error }, "the last uses of tokens are lost"));
  await context.database.close();
}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
