import { toFlag } from "../storage/database/index.ts";
import { type Command, UsageError } from "./command.ts";
import { withDatabase } from "./with-database.ts";

export const trustOrganization = trustCommand(
  "trust",
  "Believe an organization's providers, and which e-mail domains are its own, all over the server",
  true,
);

export const distrustOrganization = trustCommand(
  "distrust",
  "Believe it no longer; who has signed in by its providers has to sign in again",
  false,
);

function trustCommand(verb: string, about: string, trusted: boolean): Command {
  return {
    usage: `organization ${verb} ID`,
    about,
    run: (config, { words: [id] }) =>
      withDatabase(config, async (database) => {
        if (id === undefined) throw new UsageError("Which organization? Give its id");
        const numUpdatedRows = await database.write(async (trx) => {
          const updated = await trx
            .updateTable("organizations")
            .set({ trusted: toFlag(trusted) })
            .where("id", "=", id)
            .executeTakeFirst();
          // Their sessions reach as far as the organization was believed when they were opened.
          await trx
            .deleteFrom("tokens")
            .where("saml_provider_id", "in", (eb) =>
              eb.selectFrom("saml_providers").where("organization_id", "=", id).select("id"),
            )
            .execute();
          return updated.numUpdatedRows;
        });
        if (numUpdatedRows === 0n) throw new UsageError(`There is no organization ${id}`);
        process.stdout.write(`${id}\n`);
      }),
  };
}
