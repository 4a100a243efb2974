import { createOrganization } from "../api/organizations/index.ts";
import { createUsers } from "../api/users/index.ts";
import type { Config } from "../config/index.ts";
import { insertToken, newToken } from "../identity/tokens/index.ts";
import { type Clock, errorMessage, FatalError, systemClock } from "../platform/index.ts";
import { type Database, migrate, type Writer } from "../storage/database/index.ts";
import { createSecrets, openDatabase } from "../storage/index.ts";
import { scheduleRepeatingJobs } from "./jobs/index.ts";

/** What the very first start made. */
export interface FirstRun {
  /** Set when it was generated, since nobody else knows it then. */
  readonly generatedToken?: string;
}

/** Opens the database that the settings name and makes it ready for use. */
export async function openMigratedDatabase(
  config: Config,
): Promise<{ database: Database; firstStart?: FirstRun }> {
  const database = await openDatabase(config);
  try {
    const firstStart = await prepareDatabase(database, config, systemClock);
    return { database, ...(firstStart && { firstStart }) };
  } catch (error) {
    await database.close();
    const where =
      config.databaseUrl === undefined ? config.dataDir : `PostgreSQL at ${new URL(config.databaseUrl).host}`;
    throw new FatalError(`Cannot use the database (${where}): ${errorMessage(error)}`);
  }
}

/** Migrates, and on the very first start makes the first organization, admin and token. */
async function prepareDatabase(
  database: Database,
  config: Config,
  clock: Clock,
): Promise<FirstRun | undefined> {
  let firstStart: FirstRun | undefined;
  await migrate(database, {
    beforeChange: async () => {
      const { keepCopy } = await import("../storage/backups/write-backup.ts");
      await keepCopy(database, config, "before-migration", clock);
    },
    afterwards: async (trx) => {
      await createSecrets(trx);
      await scheduleRepeatingJobs(trx, config, clock.now());
      firstStart = await createFirst(trx, config, clock.now());
    },
  });
  return firstStart;
}

async function createFirst(trx: Writer, config: Config, now: string): Promise<FirstRun | undefined> {
  const someone = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (someone !== undefined) return undefined;
  const [admin] = await createUsers(trx, [{ email: config.adminEmail, displayName: "Admin" }], now);
  if (admin === undefined) throw new Error("the first user was not created");
  await createOrganization(trx, { title: "My organization" }, admin.id, now);
  const token = config.adminToken ?? newToken();
  await insertToken(trx, { token, userId: admin.id, name: "First token" }, now);
  return config.adminToken === undefined ? { generatedToken: token } : {};
}
