import { text } from "node:stream/consumers";
import { createUsers, findUsersByEmail } from "../api/users/index.ts";
import {
  createPasswordLink,
  hashPassword,
  requireValidPassword,
  setPassword,
} from "../identity/passwords/index.ts";
import { systemClock } from "../platform/index.ts";
import { type Command, UsageError } from "./command.ts";
import { requireEmail } from "./token.ts";
import { withDatabase } from "./with-database.ts";

export const createUser: Command = {
  usage: "user create --email E [--name N] [--password P]",
  about: "Make a user and print their id; - as the password reads it from standard input",
  run: (config, { options }) =>
    withDatabase(config, async (database) => {
      const email = requireEmail(options.email);
      const name = options.name?.trim();
      if (name !== undefined && (name === "" || name.length > 64))
        throw new UsageError("--name must have 1 to 64 characters");
      const hash = await readPassword(options.password);
      const user = await database.write(async (trx) => {
        const [existing] = await findUsersByEmail(trx, [email]);
        if (existing !== undefined)
          throw new UsageError(`There is a user ${email} already, with id ${existing.id}`);
        const [created] = await createUsers(
          trx,
          [{ email, ...(name && { displayName: name }) }],
          systemClock.now(),
        );
        if (created !== undefined && hash !== undefined)
          await setPassword(trx, created.id, hash, systemClock.now());
        return created;
      });
      process.stdout.write(`${user?.id}\n`);
    }),
};

export const makePasswordLink: Command = {
  usage: "user password-link --email E",
  about: "Print a link by which this user chooses a password, once, within a day",
  run: (config, { options }) =>
    withDatabase(config, async (database) => {
      const email = requireEmail(options.email);
      const secret = await database.write(async (trx) => {
        const [user] = await findUsersByEmail(trx, [email]);
        if (user === undefined)
          throw new UsageError(`There is no user ${email}; make one with: user create --email ${email}`);
        return createPasswordLink(trx, user.id, systemClock.now());
      });
      process.stdout.write(`${config.baseUrl}/auth/password?link=${secret}\n`);
    }),
};

/** Other users of the machine see what stands in a command. */
async function readPassword(given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const password = given === "-" ? (await text(process.stdin)).replace(/\r?\n$/, "") : given;
  requireValidPassword(password, "--password");
  return hashPassword(password);
}
