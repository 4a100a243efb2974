import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../storage/index.ts";

/** How long the link to a preview can be used, in milliseconds. */
const lifetime = 3_600_000;

/** Signs a token with which a user can open a site that is not published, on an origin without their session. */
export function signPreviewToken(secrets: Secrets, siteId: string, userId: string, now: number): string {
  const body = `${userId}.${(now + lifetime).toString(36)}`;
  return `${body}.${signatureOf(secrets, siteId, body)}`;
}

/** The id of the user whom a preview token is for; undefined if it is forged, expired or of another site. */
export function readPreviewToken(
  secrets: Secrets,
  siteId: string,
  token: string,
  now: number,
): string | undefined {
  const [, body = "", userId = "", expires = "", signature = ""] =
    /^((\w{1,64})\.([0-9a-z]{1,11}))\.([\w-]{43})$/.exec(token) ?? [];
  const [expected, actual] = [Buffer.from(signatureOf(secrets, siteId, body)), Buffer.from(signature)];
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  return Number.parseInt(expires, 36) > now ? userId : undefined;
}

function signatureOf({ tickets }: Secrets, siteId: string, body: string): string {
  return createHmac("sha256", tickets)
    .update(JSON.stringify(["site preview", siteId, body]))
    .digest("base64url");
}
