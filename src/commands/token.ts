import {
  insertToken,
  newToken,
  listTokens as readTokens,
  revokeToken as removeToken,
} from "../identity/tokens/index.ts";
import { addMilliseconds, parseDuration, systemClock, year } from "../platform/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand, requireEmail, requireUser } from "./database-command.ts";

export const createToken = databaseCommand(async (database, { options }) => {
  const now = systemClock.now();
  const email = requireEmail(options.email);
  const expiresAt = parseExpiry(options.expires, now);
  const token = newToken();
  await database.write(async (trx) => {
    const user = await requireUser(trx, email);
    const name = options.name ?? "Command line";
    await insertToken(trx, { token, userId: user.id, name, ...(expiresAt && { expiresAt }) }, now);
  });
  process.stdout.write(`${token}\n`);
});

export const listTokens = databaseCommand(async (database, { options }) => {
  const email = options.email === undefined ? undefined : requireEmail(options.email);
  for (const token of await readTokens(database.read, email)) {
    const { id, email: owner, name, created_at, last_used_at, expires_at } = token;
    const lastUsed = last_used_at ?? "never used";
    const expires = expires_at ?? "never expires";
    process.stdout.write(`${[id, owner, name, created_at, lastUsed, expires].join("\t")}\n`);
  }
});

export const revokeToken = databaseCommand(async (database, { positionals: [idOrToken] }) => {
  if (idOrToken === undefined) throw new UsageError("Which token? Give its id, as token list shows it");
  const isRevoked = await database.write((trx) => removeToken(trx, idOrToken));
  if (!isRevoked) throw new UsageError(`There is no token ${idOrToken}; token list shows all`);
  process.stdout.write(`${idOrToken}\n`);
});

function parseExpiry(text: string | undefined, now: string): string | undefined {
  if (text === undefined) return undefined;
  const milliseconds = parseDuration(text, 100 * year);
  if (milliseconds === undefined)
    throw new UsageError(`--expires must be a duration such as 12h, 30d or 1y, at most 100y, not "${text}"`);
  return addMilliseconds(now, milliseconds);
}
