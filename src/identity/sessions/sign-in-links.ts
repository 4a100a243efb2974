import type { Config } from "../../config/index.ts";
import { addMilliseconds, LecternError } from "../../platform/index.ts";
import type { Reader, UserTable, Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";
import { hashToken } from "../tokens/index.ts";
import { createSession, newSecret } from "./sessions.ts";
import { enforceSso } from "./trusted-organizations.ts";

type Base = Pick<Config, "baseUrl">;

/** How long a sign-in link is valid, in milliseconds. */
const linkLifetime = 15 * 60_000;

export const signInLinkPath = "/auth/sign-in-link";

/** Creates a link that signs a user in once, replaces earlier ones, and returns its URL. */
export async function createSignInLink(
  trx: Writer,
  userId: string,
  { baseUrl }: Base,
  now: string,
): Promise<string> {
  const secret = newSecret("lcl");
  await trx.deleteFrom("sign_in_links").where("user_id", "=", userId).execute();
  await trx
    .insertInto("sign_in_links")
    .values({ hash: hashToken(secret), user_id: userId, expires_at: addMilliseconds(now, linkLifetime) })
    .execute();
  return `${baseUrl}${signInLinkPath}?link=${secret}`;
}

/** The user whom a link signs in. Throws if the link is not valid. */
export async function findSignInLinkUser(db: Reader, secret: string, now: string): Promise<UserTable> {
  const user = await db
    .selectFrom("sign_in_links")
    .innerJoin("users", "users.id", "sign_in_links.user_id")
    .where("sign_in_links.hash", "=", hashToken(secret))
    .where("sign_in_links.expires_at", ">", now)
    .selectAll("users")
    .executeTakeFirst();
  if (user === undefined)
    throw new LecternError(404, "This sign-in link is unknown, expired or already used; ask for a new one");
  return user;
}

/** Creates a session for the user of a link, which is not valid afterwards. */
export async function redeemSignInLink(
  { database, clock, config }: StorageContext & { readonly config: Base },
  secret: string,
  userAgent: string | undefined,
): Promise<{ secret: string; user: UserTable }> {
  return database.write(async (trx) => {
    const now = clock.now();
    const user = await findSignInLinkUser(trx, secret, now);
    await enforceSso(trx, user.email, config);
    await trx.deleteFrom("sign_in_links").where("user_id", "=", user.id).execute();
    return {
      secret: await createSession(trx, { userId: user.id, loginMethod: "link", userAgent }, now),
      user,
    };
  });
}
