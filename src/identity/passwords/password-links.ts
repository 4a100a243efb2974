import { addMilliseconds, conflict, LecternError } from "../../platform/index.ts";
import type { PasswordLinkTable, Reader, Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";
import { enforceSso, newSecret } from "../sessions/index.ts";
import { hashToken } from "../tokens/index.ts";
import { clearFailures } from "./login-attempts.ts";
import { createPasswordSession, findPassword, type LoginContext, setPassword } from "./password-login.ts";
import { hashPassword, requireValidPassword } from "./passwords.ts";

/** How long a link to choose a password is valid, in milliseconds: one of the operator, and one of an organization's admin. */
const linkLifetime = 86_400_000;
const invitationLifetime = 7 * linkLifetime;

export function passwordLinkUrl({ baseUrl }: LoginContext["config"], secret: string): string {
  return `${baseUrl}/auth/password?link=${secret}`;
}

/** Creates a single-use link for choosing a password, replaces earlier ones, and returns its secret. */
export async function createPasswordLink(trx: Writer, userId: string, now: string): Promise<string> {
  return insertLink(trx, {
    user_id: userId,
    organization_id: null,
    expires_at: addMilliseconds(now, linkLifetime),
  });
}

async function insertLink(trx: Writer, link: Omit<PasswordLinkTable, "hash">): Promise<string> {
  const secret = newSecret("lcp");
  await trx.deleteFrom("password_links").where("user_id", "=", link.user_id).execute();
  await trx
    .insertInto("password_links")
    .values({ ...link, hash: hashToken(secret) })
    .execute();
  return secret;
}

/**
 * Creates a link with which a person whom an organization has invited chooses their first password. Whoever has the link becomes that
 * user, so there is none for users who have signed in before, or who belong to another organization.
 */
export async function createInvitationLink(
  trx: Writer,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  now: string,
): Promise<{ readonly secret: string; readonly expiresAt: string }> {
  const reason = await reasonAgainstInvitation(trx, organizationId, userId);
  if (reason !== undefined) throw conflict(reason);
  const expiresAt = addMilliseconds(now, invitationLifetime);
  const link = { user_id: userId, organization_id: organizationId, expires_at: expiresAt };
  return { secret: await insertLink(trx, link), expiresAt };
}

/** Why a user cannot be given their first password by an organization; undefined if they can. */
async function reasonAgainstInvitation(
  db: Reader,
  organizationId: string,
  userId: string,
): Promise<string | undefined> {
  const memberships = await db
    .selectFrom("members")
    .where("user_id", "=", userId)
    .select(["organization_id", "disabled", "sso", "last_seen_at"])
    .limit(2)
    .execute();
  const member = memberships.find((row) => row.organization_id === organizationId);
  if (member === undefined) return "This user is not a member of the organization";
  if (memberships.length > 1) return "This member belongs to another organization too, and signs in as there";
  if (member.disabled === 1) return "This member is disabled; enable them first";
  if (member.sso === 1) return "This member signs in through the identity provider of the organization";
  if ((await findPassword(db, userId)) !== undefined) return "This member has a password already";
  const credential = db.selectFrom("tokens").where("user_id", "=", userId).select("id").limit(1);
  if (member.last_seen_at !== null || (await credential.executeTakeFirst()) !== undefined)
    return "This member has signed in already";
  return undefined;
}

/** What a link is for: its user, and the organization that invites them. Undefined if it is not valid, or no longer. */
export async function findPasswordLink({ database, clock }: StorageContext, secret: string) {
  return findLink(database.read, secret, clock.now());
}

async function findLink(db: Reader, secret: string, now: string) {
  const found = await db
    .selectFrom("password_links")
    .innerJoin("users", "users.id", "password_links.user_id")
    .leftJoin("organizations", "organizations.id", "password_links.organization_id")
    .where("password_links.hash", "=", hashToken(secret))
    .where("password_links.expires_at", ">", now)
    .select(["users.id", "users.email", "password_links.organization_id", "organizations.title"])
    .executeTakeFirst();
  if (found === undefined || found.organization_id === null) return found;
  return (await reasonAgainstInvitation(db, found.organization_id, found.id)) === undefined
    ? found
    : undefined;
}

interface Redemption {
  readonly link: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** Sets the password that the holder of a link chose. The holder of an invitation is signed in: the result is the session's secret. */
export async function redeemPasswordLink(
  { database, clock, config }: LoginContext,
  { link, password, address, userAgent }: Redemption,
): Promise<string | undefined> {
  requireValidPassword(password);
  const invalidLink = new LecternError(404, "link: is unknown, expired or already used");
  // Hashing is expensive, so the link is checked before it and again in the transaction.
  if ((await findLink(database.read, link, clock.now())) === undefined) throw invalidLink;
  const hash = await hashPassword(password);
  return database.write(async (trx) => {
    const now = clock.now();
    const found = await findLink(trx, link, now);
    if (found === undefined) throw invalidLink;
    const { id: userId, email, organization_id: organizationId } = found;
    if (organizationId !== null) await enforceSso(trx, email, config);
    await clearFailures(trx, email, address);
    await setPassword(trx, userId, hash, now, { organizationId });
    return organizationId === null
      ? undefined
      : createPasswordSession(trx, userId, organizationId, userAgent, now);
  });
}
