import type { Config } from "../config/index.ts";
import { openMigratedDatabase } from "../server/index.ts";
import type { Database } from "../storage/database/index.ts";

/** Opens the database for one command and closes it again. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { database, firstRun } = await openMigratedDatabase(config);
  if (firstRun?.generatedToken !== undefined) {
    process.stderr.write(
      `This is the first start. Token of ${config.adminEmail}: ${firstRun.generatedToken}\n`,
    );
  }
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
