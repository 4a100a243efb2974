import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../config/index.ts";
import { readCookie, writeCookie } from "./cookies.ts";

/** How long somebody stays signed in. */
export const sessionLength = 14 * 86_400_000;

const name = "lectern_session";

/** What is said to the browser: it keeps the secret from scripts, and from pages that lead here from elsewhere. */
export function cookieOf(secret: string, config: Pick<Config, "baseUrl">): string {
  return writeCookie({ name, value: secret, seconds: sessionLength / 1000, sameSite: "Lax" }, config);
}

/** And that it shall forget it. */
export function endedCookie(config: Pick<Config, "baseUrl">): string {
  return writeCookie({ name, value: "", seconds: 0, sameSite: "Lax" }, config);
}

/** The secret of the session that a request comes with. */
export function readSession(
  cookies: string | undefined,
  config: Pick<Config, "baseUrl">,
): string | undefined {
  return readCookie(cookies, name, config);
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
