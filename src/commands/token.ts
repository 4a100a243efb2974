import { findUsersByEmail } from "../api/users/index.ts";
import {
  insertToken,
  newToken,
  listTokens as readTokens,
  revokeToken as removeToken,
} from "../identity/tokens/index.ts";
import { addMilliseconds, parseDuration, parseEmail, systemClock, year } from "../platform/index.ts";
import { type Command, UsageError } from "./command.ts";
import { withDatabase } from "./with-database.ts";

export const createToken: Command = {
  usage: "token create --email E [--name N] [--expires 30d]",
  about: "Print a new API token for this user",
  run: (config, { options }) =>
    withDatabase(config, async (database) => {
      const now = systemClock.now();
      const email = requireEmail(options.email);
      const expiresAt =
        options.expires === undefined ? undefined : addMilliseconds(now, requireDuration(options.expires));
      const token = newToken();
      await database.write(async (trx) => {
        const [user] = await findUsersByEmail(trx, [email]);
        if (user === undefined)
          throw new UsageError(`There is no user ${email}; make one with: user create --email ${email}`);
        const name = options.name ?? "Command line";
        await insertToken(trx, { token, userId: user.id, name, ...(expiresAt && { expiresAt }) }, now);
      });
      process.stdout.write(`${token}\n`);
    }),
};

export const listTokens: Command = {
  usage: "token list [--email E]",
  about: "List tokens: id, user, name, created, last used, expires",
  run: (config, { options }) =>
    withDatabase(config, async (database) => {
      const email = options.email === undefined ? undefined : requireEmail(options.email);
      for (const token of await readTokens(database.read, email)) {
        const { id, email: owner, name, created_at, last_used_at, expires_at } = token;
        const columns = [
          id,
          owner,
          name,
          created_at,
          last_used_at ?? "never used",
          expires_at ?? "never expires",
        ];
        process.stdout.write(`${columns.join("\t")}\n`);
      }
    }),
};

export const revokeToken: Command = {
  usage: "token revoke ID",
  about: "Take a token away, named by its id or by itself",
  run: (config, { words: [idOrToken] }) =>
    withDatabase(config, async (database) => {
      if (idOrToken === undefined) throw new UsageError("Which token? Give its id, as token list shows it");
      const revoked = await database.write((trx) => removeToken(trx, idOrToken));
      if (!revoked) throw new UsageError(`There is no token ${idOrToken}; token list shows all`);
      process.stdout.write(`${idOrToken}\n`);
    }),
};

export function requireEmail(text: string | undefined): string {
  const email = parseEmail(text ?? "");
  if (email === undefined)
    throw new UsageError("Which user? Give an e-mail address: --email someone@example.com");
  return email;
}

function requireDuration(text: string): number {
  const milliseconds = parseDuration(text, 100 * year);
  if (milliseconds === undefined)
    throw new UsageError(`--expires must be a time such as 12h, 30d or 1y, of 100y at most, not "${text}"`);
  return milliseconds;
}
