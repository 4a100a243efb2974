import { setTrust } from "../identity/sessions/index.ts";
import { toFlag } from "../storage/database/index.ts";
import { type RunCommand, UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";

// Flags that only the operator of the server sets.
export const verifyIntegration = verifyCommand(true);
export const unverifyIntegration = verifyCommand(false);
export const trustOrganization = trustCommand(true);
export const distrustOrganization = trustCommand(false);

function verifyCommand(verified: boolean): RunCommand {
  return databaseCommand(async (database, { positionals: [name] }) => {
    if (name === undefined) throw new UsageError("Which integration? Give its name");
    const { numUpdatedRows } = await database.write((trx) =>
      trx
        .updateTable("integrations")
        .set({ verified: toFlag(verified) })
        .where("name", "=", name)
        .where("published", "=", 1)
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) throw new UsageError(`No integration is published as ${name}`);
    process.stdout.write(`${name}\n`);
  });
}

function trustCommand(trusted: boolean): RunCommand {
  return databaseCommand(async (database, { positionals: [id] }) => {
    if (id === undefined) throw new UsageError("Which organization? Give its id");
    if (!(await database.write((trx) => setTrust(trx, id, trusted))))
      throw new UsageError(`There is no organization ${id}`);
    process.stdout.write(`${id}\n`);
  });
}
