import { randomBytes } from "node:crypto";
import type { Config } from "../../config/index.ts";
import { isSecure, readCookie, writeCookie } from "./cookies.ts";
import { ticketLength } from "./tickets.ts";

type Base = Pick<Config, "baseUrl">;

const name = "lectern_browser";

/** Who begins to sign in: a secret of the browser, which may sign in in several windows at once. */
export function readBrowser(cookies: string | undefined, base: Base): string | undefined {
  return readCookie(cookies, name, base);
}

export function newBrowser(): string {
  return randomBytes(18).toString("base64url");
}

/** Sent along also when a provider's page sends its form here, which browsers allow over https only. */
export function browserCookie(browser: string, base: Base): string {
  const sameSite = isSecure(base) ? "None" : "Lax";
  return writeCookie({ name, value: browser, seconds: ticketLength / 1000, sameSite }, base);
}
