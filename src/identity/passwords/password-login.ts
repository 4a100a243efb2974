import type { Config } from "../../config/index.ts";
import { badInput, conflict, forbidden, LecternError } from "../../platform/index.ts";
import type { Reader, UserTable, Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";
import { createSession, enforceSso, isTrustedOrganization } from "../sessions/index.ts";
import { clearFailures, countLoginAttempt } from "./login-attempts.ts";
import { hashPassword, requireHashingCapacity, requireValidPassword, verifyPassword } from "./passwords.ts";

export interface LoginContext extends StorageContext {
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
  const stored = user && (await findPassword(database.read, user.id));
  const isCorrect = await verifyPassword(password, stored?.hash);
  const secret =
    user !== undefined && isCorrect
      ? await database.write(async (trx) => {
          // A concurrent change of the password ends all sessions: this one must not outlive it.
          if ((await findPassword(trx, user.id))?.hash !== stored?.hash) return undefined;
          await clearFailures(trx, email, address);
          return createPasswordSession(trx, user.id, stored?.organization_id ?? null, userAgent, clock.now());
        })
      : undefined;
  if (user === undefined || secret === undefined)
    throw new LecternError(401, "The email address or the password is wrong");
  return { secret, user };
}

/**
 * Creates the session of somebody who knows the password. If an admin of an organization has handed over the link to set it, nobody
 * else knows who that is: the session is limited to that organization, unless the operator trusts it.
 */
export async function createPasswordSession(
  trx: Writer,
  userId: string,
  organizationId: string | null,
  userAgent: string | undefined,
  now: string,
): Promise<string> {
  const scope = organizationId !== null && {
    organizationId,
    scopedToOrganization: !(await isTrustedOrganization(trx, organizationId)),
  };
  return createSession(trx, { userId, loginMethod: "password", userAgent, ...scope }, now);
}

/** The hash of a user's password, and the organization in which alone it counts, if there is one. */
export function findPassword(db: Reader, userId: string) {
  return db
    .selectFrom("passwords")
    .where("user_id", "=", userId)
    .select(["hash", "organization_id"])
    .executeTakeFirst();
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
  const stored = await findPassword(database.read, userId);
  if (stored !== undefined) {
    if (currentPassword === undefined) throw badInput("currentPassword", "is required");
    requireHashingCapacity();
    await countLoginAttempt(context, email, changeAddress);
    if (!(await verifyPassword(currentPassword, stored.hash))) throw forbidden("currentPassword: is wrong");
  }
  const hash = await hashPassword(password);
  await database.write(async (trx) => {
    if ((await findPassword(trx, userId))?.hash !== stored?.hash)
      throw conflict("The password was changed in the meantime; try again");
    await clearFailures(trx, email, changeAddress);
    const organizationId = stored?.organization_id ?? null;
    await setPassword(trx, userId, hash, clock.now(), { keptSessionId, organizationId });
  });
}

interface PasswordScope {
  /** The session that stays. */
  readonly keptSessionId?: string;
  readonly organizationId?: string | null;
}

/** Stores the hash of a user's password and ends all of their links and sessions, except one. */
export async function setPassword(
  trx: Writer,
  userId: string,
  hash: string,
  now: string,
  { keptSessionId = "", organizationId = null }: PasswordScope = {},
): Promise<void> {
  const password = { hash, updated_at: now, organization_id: organizationId };
  await trx
    .insertInto("passwords")
    .values({ user_id: userId, ...password })
    .onConflict((existing) => existing.column("user_id").doUpdateSet(password))
    .execute();
  await trx.deleteFrom("password_links").where("user_id", "=", userId).execute();
  await trx
    .deleteFrom("tokens")
    .where("user_id", "=", userId)
    .where("kind", "=", "session")
    .where("id", "!=", keptSessionId)
    .execute();
}
