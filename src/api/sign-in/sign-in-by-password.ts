import {
  countTry,
  forgetFailures,
  hashPassword,
  isPassword,
  requirePassword,
  requirePlace,
} from "../../identity/passwords/index.ts";
import { newSecret, openSession, refuseOtherWays } from "../../identity/sessions/index.ts";
import { hashToken } from "../../identity/tokens/index.ts";
import { LecternError, later } from "../../platform/index.ts";
import type { Reader, UserTable, Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { findUsersByEmail } from "../users/index.ts";

/** How long a link to choose a password can be used. */
const linkLength = 86_400_000;

/** A session for somebody who knows their password; its secret. */
export async function signInByPassword(
  context: Context,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<{ secret: string; user: UserTable }> {
  const { config, database, clock } = context;
  await refuseOtherWays(database.read, email, config);
  requirePlace();
  await countTry(context, email, address);
  const [user] = await findUsersByEmail(database.read, [email]);
  const kept = user && (await findHash(database.read, user.id));
  const isRight = await isPassword(password, kept);
  const secret =
    user !== undefined && isRight
      ? await database.write(async (trx) => {
          // It may have been changed meanwhile, and with it all sessions ended.
          if ((await findHash(trx, user.id)) !== kept) return undefined;
          await forgetFailures(trx, email, address);
          return openSession(trx, { userId: user.id }, clock.now());
        })
      : undefined;
  if (user === undefined || secret === undefined)
    throw new LecternError(401, "The e-mail address or the password is wrong");
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

/** Makes a link by which a user chooses a password, once; earlier ones lead nowhere any more. Its secret. */
export async function openPasswordLink(trx: Writer, userId: string, now: string): Promise<string> {
  const secret = newSecret("lcp");
  await trx.deleteFrom("password_links").where("user_id", "=", userId).execute();
  await trx
    .insertInto("password_links")
    .values({ hash: hashToken(secret), user_id: userId, expires_at: later(now, linkLength) })
    .execute();
  return secret;
}

/** Takes the password that somebody chose by a link. */
export async function choosePassword(
  { database, clock }: Context,
  { link, password, address }: { link: string; password: string; address: string },
): Promise<void> {
  requirePassword(password);
  const wrong = new LecternError(404, "link: it was used before, is too old, or there is none such");
  const find = (db: Reader) =>
    db
      .selectFrom("password_links")
      .innerJoin("users", "users.id", "password_links.user_id")
      .where("password_links.hash", "=", hashToken(link))
      .where("password_links.expires_at", ">", clock.now())
      .select(["users.id", "users.email"])
      .executeTakeFirst();
  // What takes long is done for nobody but those who have a link.
  if ((await find(database.read)) === undefined) throw wrong;
  const hash = await hashPassword(password);
  await database.write(async (trx) => {
    const user = await find(trx);
    if (user === undefined) throw wrong;
    await trx.deleteFrom("password_links").where("user_id", "=", user.id).execute();
    await forgetFailures(trx, user.email, address);
    await keepPassword(trx, user.id, hash, clock.now());
  });
}

/** From now on this is the password, and whoever was signed in by another has to sign in again. */
export async function keepPassword(trx: Writer, userId: string, hash: string, now: string): Promise<void> {
  await trx
    .insertInto("passwords")
    .values({ user_id: userId, hash, updated_at: now })
    .onConflict((existing) => existing.column("user_id").doUpdateSet({ hash, updated_at: now }))
    .execute();
  await trx.deleteFrom("tokens").where("user_id", "=", userId).where("kind", "=", "session").execute();
}
