import type { Config } from "../../config/index.ts";
import { addMilliseconds, badInput, conflict, forbidden, LecternError } from "../../platform/index.ts";
import type { Reader, UserTable, Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";
import { createSession, enforceSso, newSecret } from "../sessions/index.ts";
import { hashToken } from "../tokens/index.ts";
import { clearFailures, countLoginAttempt } from "./login-attempts.ts";
import { hashPassword, requireHashingCapacity, requireValidPassword, verifyPassword } from "./passwords.ts";

/** How long a link to choose a password is valid, in milliseconds. */
const linkLifetime = 86_400_000;

interface LoginContext extends StorageContext {
  readonly config: Pick<Config, "baseUrl">;
}

interface PasswordLogin {
  readonly email: string;
  readonly password: string;
  /** The client's network address. */
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** Checks a password and creates a session; returns the session's secret. */
export async function logInByPassword(
  context: LoginContext,
  { email, password, address, userAgent }: PasswordLogin,
): Promise<{ secret: string; user: UserTable }> {
  const { config, database, clock } = context;
  await enforceSso(database.read, email, config);
  requireHashingCapacity();
  await countLoginAttempt(context, email, address);
  const user = await database.read
    .selectFrom("users")
    .where("email", "=", email)
    .selectAll()
    .executeTakeFirst();
  const stored = user && (await findHash(database.read, user.id));
  const isCorrect = await verifyPassword(password, stored);
  const secret =
    user !== undefined && isCorrect
      ? await database.write(async (trx) => {
          // A concurrent change of the password ends all sessions: this one must not outlive it.
          if ((await findHash(trx, user.id)) !== stored) return undefined;
          await clearFailures(trx, email, address);
          return createSession(trx, { userId: user.id, loginMethod: "password", userAgent }, clock.now());
        })
      : undefined;
  if (user === undefined || secret === undefined)
    throw new LecternError(401, "The email address or the password is wrong");
  return { secret, user };
}

async function findHash(db: Reader, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("passwords")
    .where("user_id", "=", userId)
    .select("hash")
    .executeTakeFirst();
  return row?.hash;
}

export async function hasPassword(db: Reader, userId: string): Promise<boolean> {
  return (await findHash(db, userId)) !== undefined;
}

interface PasswordChange {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly currentPassword?: string | undefined;
  /** The id of the session that stays. */
  readonly keptSessionId: string;
}

/** Attempts to change a password are counted as those to sign in with it, as if they came from one network. */
const changeAddress = "password change";

/** Sets a user's password after checking the current one, if there is one. Their other sessions end. */
export async function replacePassword(context: StorageContext, change: PasswordChange): Promise<void> {
  const { database, clock } = context;
  const { userId, email, password, currentPassword, keptSessionId } = change;
  requireValidPassword(password);
  const stored = await findHash(database.read, userId);
  if (stored !== undefined) {
    if (currentPassword === undefined) throw badInput("currentPassword", "is required");
    requireHashingCapacity();
    await countLoginAttempt(context, email, changeAddress);
    if (!(await verifyPassword(currentPassword, stored))) throw forbidden("currentPassword: is wrong");
  }
  const hash = await hashPassword(password);
  await database.write(async (trx) => {
    if ((await findHash(trx, userId)) !== stored)
      throw conflict("The password was changed in the meantime; try again");
    await clearFailures(trx, email, changeAddress);
    await setPassword(trx, userId, hash, clock.now(), keptSessionId);
  });
}

/** Creates a single-use link for choosing a password, replaces earlier ones, and returns its secret. */
export async function createPasswordLink(trx: Writer, userId: string, now: string): Promise<string> {
  const secret = newSecret("lcp");
  await trx.deleteFrom("password_links").where("user_id", "=", userId).execute();
  await trx
    .insertInto("password_links")
    .values({ hash: hashToken(secret), user_id: userId, expires_at: addMilliseconds(now, linkLifetime) })
    .execute();
  return secret;
}

/** Sets the password that the holder of a link chose. */
export async function redeemPasswordLink(
  { database, clock }: StorageContext,
  { link, password, address }: { link: string; password: string; address: string },
): Promise<void> {
  requireValidPassword(password);
  const invalidLink = new LecternError(404, "link: is unknown, expired or already used");
  const find = (db: Reader) =>
    db
      .selectFrom("password_links")
      .innerJoin("users", "users.id", "password_links.user_id")
      .where("password_links.hash", "=", hashToken(link))
      .where("password_links.expires_at", ">", clock.now())
      .select(["users.id", "users.email"])
      .executeTakeFirst();
  // Hashing is expensive, so the link is checked before it and again in the transaction.
  if ((await find(database.read)) === undefined) throw invalidLink;
  const hash = await hashPassword(password);
  await database.write(async (trx) => {
    const user = await find(trx);
    if (user === undefined) throw invalidLink;
    await trx.deleteFrom("password_links").where("user_id", "=", user.id).execute();
    await clearFailures(trx, user.email, address);
    await setPassword(trx, user.id, hash, clock.now());
  });
}

/** Stores the hash of a user's password and ends all of their sessions, except one. */
export async function setPassword(
  trx: Writer,
  userId: string,
  hash: string,
  now: string,
  keptSessionId = "",
): Promise<void> {
  await trx
    .insertInto("passwords")
    .values({ user_id: userId, hash, updated_at: now })
    .onConflict((existing) => existing.column("user_id").doUpdateSet({ hash, updated_at: now }))
    .execute();
  await trx
    .deleteFrom("tokens")
    .where("user_id", "=", userId)
    .where("kind", "=", "session")
    .where("id", "!=", keptSessionId)
    .execute();
}
