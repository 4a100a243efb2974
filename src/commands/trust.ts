import { toFlag } from "../storage/database/index.ts";
import { type Command, databaseCommand, UsageError } from "./command.ts";

// Flags that only the operator of the server sets.
export const verifyIntegration = verifyCommand(
  "verify",
  "Show an integration as verified, until its next version",
  true,
);

export const unverifyIntegration = verifyCommand("unverify", "Show an integration as not verified", false);

export const trustOrganization = trustCommand(
  "trust",
  "Trust the identity providers and email domains of an organization on the whole server",
  true,
);

export const distrustOrganization = trustCommand(
  "distrust",
  "Stop trusting an organization; users of its identity providers have to sign in again",
  false,
);

function verifyCommand(verb: string, description: string, verified: boolean): Command {
  return databaseCommand({
    name: `integration ${verb}`,
    parameters: "NAME",
    description,
    run: async (database, { positionals: [name] }) => {
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
    },
  });
}

function trustCommand(verb: string, description: string, trusted: boolean): Command {
  return databaseCommand({
    name: `organization ${verb}`,
    parameters: "ID",
    description,
    run: async (database, { positionals: [id] }) => {
      if (id === undefined) throw new UsageError("Which organization? Give its id");
      const { numUpdatedRows } = await database.write(async (trx) => {
        // The scope of existing sessions depends on the flag.
        await trx
          .deleteFrom("tokens")
          .where("saml_provider_id", "in", (eb) =>
            eb.selectFrom("saml_providers").where("organization_id", "=", id).select("id"),
          )
          .execute();
        await trx
          .deleteFrom("tokens")
          .where("organization_id", "=", id)
          .where("kind", "=", "session")
          .execute();
        return trx
          .updateTable("organizations")
          .set({ trusted: toFlag(trusted) })
          .where("id", "=", id)
          .executeTakeFirst();
      });
      if (numUpdatedRows === 0n) throw new UsageError(`There is no organization ${id}`);
      process.stdout.write(`${id}\n`);
    },
  });
}
