import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../storage/index.ts";

/** How long the link to a preview can be used, in milliseconds. */
const lifetime = 3_600_000;

/** What a member sees of a site that is not published. */
export interface Preview {
  readonly userId: string;
  /** The claims of the visitor as whom they see it. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whether they also see the parts of the site that are drafts. */
  readonly includesDrafts?: boolean;
}

/** Signs a token with which a user can open a site that is not published, on an origin without their session. */
export function signPreviewToken(
  secrets: Secrets,
  siteId: string,
  { userId, ...options }: Preview,
  now: number,
): string {
  const encoded = Buffer.from(JSON.stringify(options)).toString("base64url");
  const body = `${userId}.${(now + lifetime).toString(36)}.${encoded}`;
  return `${body}.${signatureOf(secrets, siteId, body)}`;
}

/** The preview that a token is for; undefined if it is forged, expired or of another site. */
export function readPreviewToken(
  secrets: Secrets,
  siteId: string,
  token: string,
  now: number,
): Preview | undefined {
  const [, body = "", userId = "", expires = "", encoded = "", signature = ""] =
    /^((\w{1,64})\.([0-9a-z]{1,11})\.([\w-]{1,4000}))\.([\w-]{43})$/.exec(token) ?? [];
  const [expected, actual] = [Buffer.from(signatureOf(secrets, siteId, body)), Buffer.from(signature)];
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  if (!(Number.parseInt(expires, 36) > now)) return undefined;
  return { ...JSON.parse(Buffer.from(encoded, "base64url").toString()), userId };
}

function signatureOf({ tickets }: Secrets, siteId: string, body: string): string {
  return createHmac("sha256", tickets)
    .update(JSON.stringify(["site preview", siteId, body]))
    .digest("base64url");
}
