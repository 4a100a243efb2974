import { sql } from "kysely";
import { createOrganization, firstOrganizationTitle } from "../api/organizations/index.ts";
import { createUsers, firstUserName } from "../api/users/index.ts";
import type { Config } from "../config/index.ts";
import { grantServerAdmin } from "../identity/roles/index.ts";
import { insertToken, newToken } from "../identity/tokens/index.ts";
import { errorMessage, FatalError, LecternError, systemClock } from "../platform/index.ts";
import { copyBeforeChange } from "../storage/backups/index.ts";
import { type Database, migrate, type Writer } from "../storage/database/index.ts";
import { createSecrets, openDatabase } from "../storage/index.ts";

/** Set when the database was empty and the first user was created. */
export interface FirstRun {
  readonly organizationId: string;
  readonly adminId: string;
  /** The admin's token, unless the configuration specifies it. */
  readonly generatedToken?: string;
}

/** Opens the configured database, migrates it, and creates the first user, organization and token if it is empty. */
export async function openMigratedDatabase(
  config: Config,
): Promise<{ database: Database; firstRun?: FirstRun }> {
  const database = await openDatabase(config);
  if (config.databaseUrl !== undefined) connectForReads(database);
  try {
    let firstRun: FirstRun | undefined;
    await migrate(database, {
      beforeChange: () => copyBeforeChange(database, config, "before-migration", systemClock),
      afterMigrations: async (trx) => {
        await createSecrets(trx);
        firstRun = await createFirstUser(trx, config, systemClock.now());
      },
    });
    return { database, ...(firstRun && { firstRun }) };
  } catch (error) {
    await database.close();
    // Clients get an error without its cause, which says more to the operator.
    const reason = error instanceof LecternError ? (error.cause ?? error) : error;
    throw new FatalError(`Cannot use the database (${placeOf(config)}): ${errorMessage(reason)}`);
  }
}

/** Opens a connection for reads, which takes 20 ms, while another one migrates. */
function connectForReads({ read }: Database): void {
  // A database that cannot be used is found by the migration.
  read.executeQuery(sql`select 1`.compile(read)).catch(() => {});
}

function placeOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return dataDir;
  const { host, searchParams } = new URL(databaseUrl);
  return `PostgreSQL at ${searchParams.get("host") ?? host}`;
}

async function createFirstUser(trx: Writer, config: Config, now: string): Promise<FirstRun | undefined> {
  const user = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (user !== undefined) return undefined;
  const [admin] = await createUsers(trx, [{ email: config.adminEmail, displayName: firstUserName }], now);
  if (admin === undefined) throw new Error("the first user was not created");
  await grantServerAdmin(trx, admin.id, now);
  const organizationId = await createOrganization(trx, { title: firstOrganizationTitle }, admin.id, now);
  const token = config.adminToken ?? newToken();
  await insertToken(trx, { token, userId: admin.id, name: "First token" }, now);
  return {
    organizationId,
    adminId: admin.id,
    ...(config.adminToken === undefined && { generatedToken: token }),
  };
}
