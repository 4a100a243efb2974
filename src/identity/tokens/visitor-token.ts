import { hash } from "node:crypto";
import { newSecretId } from "../../platform/index.ts";
import type { Secrets } from "../../storage/index.ts";

/** Somebody who reads a published site: what of it they were let in to, and what is known of them. */
export interface Visitor {
  readonly organizationId: string;
  readonly siteId: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The share link that let them in. */
  readonly shareLinkId?: string;
  /** Of the key that their own token was signed with: a new key shuts them out. */
  readonly authKeyPrint?: string;
  /** When they were let in, in milliseconds. */
  readonly since: number;
  /** When what let them in comes to its end, in milliseconds. */
  readonly until?: number;
}

/** Where in the site the visitor came in; for the clients that look into the token. */
interface Entrance {
  readonly siteSection?: string;
  readonly siteSpace: string;
  readonly space: string;
}

const visitorTokenLength = 3_600_000;

/** Changes with the key, and tells nothing of it. */
export function printOf(authKey: string): string {
  return hash("sha256", authKey, "base64url").slice(0, 22);
}

/** A token that opens to a visitor what they may read of a site, for an hour. */
export async function signVisitorToken(
  secrets: Secrets,
  visitor: Visitor,
  entrance: Entrance,
): Promise<string> {
  const { SignJWT } = await import("jose");
  const seconds = Math.floor(visitor.since / 1000);
  return new SignJWT({
    kind: "site",
    organization: visitor.organizationId,
    site: visitor.siteId,
    ...entrance,
    claims: visitor.claims,
    ...(visitor.shareLinkId && { shareLink: visitor.shareLinkId }),
    ...(visitor.authKeyPrint && { key: visitor.authKeyPrint }),
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(issuer)
    .setJti(newSecretId())
    .setIssuedAt(seconds)
    .setExpirationTime(Math.min(seconds + visitorTokenLength / 1000, ...untilOf(visitor)))
    .sign(keyOf(secrets));
}

const issuer = "lectern";

function untilOf({ until }: Visitor): number[] {
  return until === undefined ? [] : [Math.ceil(until / 1000)];
}

interface KnownVisitor {
  readonly tokenId: string;
  readonly visitor: Visitor;
  readonly expires: number;
}

/** Only what we have signed ourselves; whether it has expired is for the caller to see. */
export async function readVisitorToken(secrets: Secrets, token: string): Promise<KnownVisitor | undefined> {
  const { compactVerify } = await import("jose");
  try {
    const { payload } = await compactVerify(token, keyOf(secrets), { algorithms: ["HS256"] });
    const found = JSON.parse(Buffer.from(payload).toString());
    if (found.iss !== issuer || found.kind !== "site") return undefined;
    return {
      tokenId: found.jti,
      expires: found.exp * 1000,
      visitor: {
        organizationId: found.organization,
        siteId: found.site,
        claims: found.claims,
        ...(found.shareLink && { shareLinkId: found.shareLink }),
        ...(found.key && { authKeyPrint: found.key }),
        since: found.iat * 1000,
      },
    };
  } catch {
    return undefined;
  }
}

function keyOf({ visitors }: Secrets): Uint8Array {
  return Buffer.from(visitors, "base64url");
}
