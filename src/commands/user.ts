import { systemClock } from "../clock.ts";
import { createUsers, findUsersByEmail } from "../resources/users/store.ts";
import { type Command, UsageError } from "./command.ts";
import { requireEmail } from "./token.ts";
import { withDatabase } from "./with-database.ts";

export const createUser: Command = {
  usage: "user create --email E [--name N]",
  about: "Make a user and print their id",
  run: (config, { options }) =>
    withDatabase(config, async (database) => {
      const email = requireEmail(options.email);
      const name = options.name?.trim();
      if (name !== undefined && (name === "" || name.length > 64))
        throw new UsageError("--name must have 1 to 64 characters");
      const user = await database.write(async (trx) => {
        const [existing] = await findUsersByEmail(trx, [email]);
        if (existing !== undefined)
          throw new UsageError(`There is a user ${email} already, with id ${existing.id}`);
        const [created] = await createUsers(
          trx,
          [{ email, ...(name && { displayName: name }) }],
          systemClock.now(),
        );
        return created;
      });
      process.stdout.write(`${user?.id}\n`);
    }),
};
