import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../config/index.ts";
import { addMilliseconds, readCookie, writeCookie } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";
import { hashToken, insertToken, type NewToken } from "../tokens/index.ts";
import { ticketLifetime } from "./login-tickets.ts";

const sessionLifetime = 14 * 86_400_000;

type Base = Pick<Config, "baseUrl">;

/** A user whom an identity provider has authenticated. */
export interface VerifiedIdentity {
  readonly email: string;
  /** Empty if the provider does not send it. */
  readonly displayName: string;
}

export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

type NewSession = Pick<
  NewToken,
  "userId" | "providerId" | "organizationId" | "scopedToOrganization" | "expiresAt" | "userAgent"
> &
  Required<Pick<NewToken, "loginMethod">>;

/** Creates a session and returns its secret. It ends at `expiresAt` if that is before the default end. */
export async function createSession(trx: Writer, session: NewSession, now: string): Promise<string> {
  const token = newSecret("lcs");
  const latest = addMilliseconds(now, sessionLifetime);
  const { expiresAt = latest } = session;
  const end = Date.parse(expiresAt) < Date.parse(latest) ? expiresAt : latest;
  await insertToken(trx, { ...session, token, name: "Session", kind: "session", expiresAt: end }, now);
  return token;
}

export async function deleteSession(trx: Writer, secret: string): Promise<void> {
  await trx
    .deleteFrom("tokens")
    .where("hash", "=", hashToken(secret))
    .where("kind", "=", "session")
    .execute();
}

export function findSessionUser({ database, clock }: StorageContext, secret: string) {
  return database.read
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .where("tokens.hash", "=", hashToken(secret))
    .where("tokens.kind", "=", "session")
    .where("tokens.expires_at", ">", clock.now())
    .select(["users.email", "users.display_name"])
    .executeTakeFirst();
}

export function usesHttps({ baseUrl }: Base): boolean {
  return baseUrl.startsWith("https:");
}

/** The session cookie: scripts cannot read it, and other sites' forms are sent without it. */
export function sessionCookie(secret: string, base: Base): string {
  return writeHostCookie("lectern_session", secret, sessionLifetime, "Lax", base);
}

export function expiredSessionCookie(base: Base): string {
  return writeHostCookie("lectern_session", "", 0, "Lax", base);
}

export function readSessionToken(cookies: string | undefined, base: Base): string | undefined {
  return readCookie(cookies, prefixedName("lectern_session", base));
}

/** The browser id binds logins to the browser that started them. All windows of a browser share it. */
export function newBrowserId(): string {
  return randomBytes(18).toString("base64url");
}

/** SAML providers respond with a cross-site form, which needs SameSite=None; browsers accept that over https only. */
export function browserCookie(browserId: string, base: Base): string {
  return writeHostCookie(
    "lectern_browser",
    browserId,
    ticketLifetime,
    usesHttps(base) ? "None" : "Lax",
    base,
  );
}

export function readBrowserId(cookies: string | undefined, base: Base): string | undefined {
  return readCookie(cookies, prefixedName("lectern_browser", base));
}

/** The prefix keeps other hosts of the domain from setting the cookie. Browsers accept it over https only. */
function prefixedName(name: string, base: Base): string {
  return usesHttps(base) ? `__Host-${name}` : name;
}

function writeHostCookie(
  name: string,
  value: string,
  lifetime: number,
  sameSite: "Lax" | "None",
  base: Base,
) {
  const options = { path: "/", isSecure: usesHttps(base), maxAge: lifetime / 1000, sameSite };
  return writeCookie(prefixedName(name, base), value, options);
}

/**
 * Whether another site made the browser send this request, which changes something (CSRF). Browsers always send
 * Sec-Fetch-Site or Origin with such requests; a client that sends neither is not a browser.
 */
export function isCrossSiteRequest(method: string, headers: IncomingHttpHeaders, baseUrl: string): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin, host } = headers;
  const base = new URL(baseUrl);
  if (origin === undefined || origin === base.origin) return false;
  // The server may also be reached by another host name than that of its base URL.
  const { host: originHost, protocol } = URL.parse(origin) ?? {};
  return originHost !== host || protocol !== base.protocol;
}
