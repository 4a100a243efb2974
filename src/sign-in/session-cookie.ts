import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../config.ts";

/** With this prefix, no other host of the domain can give somebody a session. Browsers want https for it. */
function nameOf(baseUrl: string): string {
  return baseUrl.startsWith("https:") ? "__Host-lectern_session" : "lectern_session";
}

/** How long somebody stays signed in. */
export const sessionLength = 14 * 86_400_000;

/** What is said to the browser: it keeps the secret from scripts, and from pages that lead here from elsewhere. */
export function cookieOf(secret: string, { baseUrl }: Pick<Config, "baseUrl">): string {
  return writeCookie(secret, sessionLength / 1000, baseUrl);
}

/** And that it shall forget it. */
export function endedCookie({ baseUrl }: Pick<Config, "baseUrl">): string {
  return writeCookie("", 0, baseUrl);
}

function writeCookie(value: string, maxAge: number, baseUrl: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${nameOf(baseUrl)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The secret of the session that a request comes with. */
export function readSession(
  cookies: string | undefined,
  { baseUrl }: Pick<Config, "baseUrl">,
): string | undefined {
  const name = nameOf(baseUrl);
  for (const cookie of cookies?.split(";") ?? []) {
    const [key, value] = cookie.trim().split("=", 2);
    if (key === name && value) return value;
  }
  return undefined;
}

/**
 * Whether a request that changes something was made by a page from elsewhere, with a cookie that the browser added. Every
 * browser says where such a request comes from; what says nothing of the kind is no browser, and nobody can misuse it.
 */
export function isFromElsewhere(method: string, headers: IncomingHttpHeaders, baseUrl: string): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin, host } = headers;
  const own = new URL(baseUrl);
  if (origin === undefined || origin === own.origin) return false;
  // Some open the server by another name than its own.
  const { host: theirs, protocol } = URL.parse(origin) ?? {};
  return theirs !== host || protocol !== own.protocol;
}
