import { toFlag } from "../storage/database/index.ts";
import { type Command, UsageError } from "./command.ts";
import { withDatabase } from "./with-database.ts";

export const verifyIntegration = markCommand(
  "verify",
  "Show an integration as verified, until its next version",
  true,
);

export const unverifyIntegration = markCommand("unverify", "Show an integration as not verified", false);

function markCommand(verb: string, about: string, verified: boolean): Command {
  return {
    usage: `integration ${verb} NAME`,
    about,
    run: (config, { words: [name] }) =>
      withDatabase(config, async (database) => {
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
      }),
  };
}
