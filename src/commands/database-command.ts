import { findUsersByEmail } from "../api/users/index.ts";
import type { Config } from "../config/index.ts";
import { parseEmail } from "../platform/index.ts";
import { openMigratedDatabase } from "../server/index.ts";
import type { Database, Reader } from "../storage/database/index.ts";
import { type Arguments, type RunCommand, UsageError } from "./command.ts";

/** A command that opens the database and closes it afterwards. */
export function databaseCommand(
  run: (database: Database, args: Arguments, config: Config) => Promise<void>,
): RunCommand {
  return async (config, args) => {
    const { database, firstRun } = await openMigratedDatabase(config);
    if (firstRun?.generatedToken !== undefined)
      process.stderr.write(
        `This is the first start. Token of ${config.adminEmail}: ${firstRun.generatedToken}\n`,
      );
    try {
      await run(database, args, config);
    } finally {
      await database.close();
    }
  };
}

export function requireEmail(text: string | undefined): string {
  const email = parseEmail(text ?? "");
  if (email === undefined)
    throw new UsageError("Which user? Give an email address: --email someone@example.com");
  return email;
}

export async function requireUser(db: Reader, email: string) {
  const [user] = await findUsersByEmail(db, [email]);
  if (user === undefined)
    throw new UsageError(`There is no user ${email}; create one with: user create --email ${email}`);
  return user;
}
