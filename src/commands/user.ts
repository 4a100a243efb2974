import { text } from "node:stream/consumers";
import { createUsers, findUsersByEmail } from "../api/users/index.ts";
import {
  createPasswordLink,
  hashPassword,
  passwordLinkUrl,
  requireValidPassword,
  setPassword,
} from "../identity/passwords/index.ts";
import { createSignInLink } from "../identity/sessions/index.ts";
import { systemClock } from "../platform/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand, requireEmail, requireUser } from "./database-command.ts";

export const createUser = databaseCommand(async (database, { options }) => {
  const now = systemClock.now();
  const email = requireEmail(options.email);
  const name = options.name?.trim();
  if (name !== undefined && (name === "" || name.length > 64))
    throw new UsageError("--name must have 1 to 64 characters");
  const hash = await readPassword(options.password);
  const user = await database.write(async (trx) => {
    const [existing] = await findUsersByEmail(trx, [email]);
    if (existing !== undefined)
      throw new UsageError(`The user ${email} already exists, with id ${existing.id}`);
    const [created] = await createUsers(trx, [{ email, ...(name && { displayName: name }) }], now);
    if (created !== undefined && hash !== undefined) await setPassword(trx, created.id, hash, now);
    return created;
  });
  process.stdout.write(`${user?.id}\n`);
});

export const printPasswordLink = databaseCommand(async (database, { options }, config) => {
  const email = requireEmail(options.email);
  const secret = await database.write(async (trx) =>
    createPasswordLink(trx, (await requireUser(trx, email)).id, systemClock.now()),
  );
  process.stdout.write(`${passwordLinkUrl(config, secret)}\n`);
});

export const printSignInLink = databaseCommand(async (database, { options }, config) => {
  const email = requireEmail(options.email);
  const url = await database.write(async (trx) =>
    createSignInLink(trx, (await requireUser(trx, email)).id, config, systemClock.now()),
  );
  process.stdout.write(`${url}\n`);
});

/** Reads standard input for `-`: other users of the machine can see the arguments of a process. */
async function readPassword(option: string | undefined): Promise<string | undefined> {
  if (option === undefined) return undefined;
  const password = option === "-" ? (await text(process.stdin)).replace(/\r?\n$/, "") : option;
  requireValidPassword(password, "--password");
  return hashPassword(password);
}
