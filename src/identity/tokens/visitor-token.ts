import { hash } from "node:crypto";
import { compactVerify, SignJWT } from "jose";
import type { Secrets } from "../../storage/index.ts";

/** A reader of a published site, and how they were admitted to it. */
export interface Visitor {
  readonly organizationId: string;
  readonly siteId: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The share link by which they were admitted. */
  readonly shareLinkId?: string;
  /** The fingerprint of the key that signed their token. Replacing the key revokes their access. */
  readonly authKeyFingerprint?: string;
  /** In milliseconds since the epoch, the start of an admission window. */
  readonly admittedAt: number;
  /** When their credential expires, in milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/** The part of the site that the visitor opened first. Clients read it from the token. */
interface EntryPoint {
  readonly siteSection?: string;
  readonly siteSpace: string;
  readonly space: string;
}

/** In milliseconds. Equal visitors who are admitted in the same window get the same token, so that clients can cache by it. */
const admissionWindow = 300_000;
/** The minimum lifetime of a token in seconds. */
const minLifetime = 3600;
const issuer = "lectern";

/**
 * The start of the current admission window. It is never later than `now`, so that a visitor can read the revision that is
 * primary when they are admitted, even if it is replaced before they read it.
 */
export function admissionTime(now: number): number {
  return now - (now % admissionWindow);
}

/** Identifies a key without revealing it. */
export function keyFingerprint(authKey: string): string {
  return hash("sha256", authKey, "base64url").slice(0, 22);
}

/**
 * Signs a token with which a visitor can read a site for an hour. It depends on the arguments only, so all processes issue
 * the same one.
 */
export async function signVisitorToken(secrets: Secrets, visitor: Visitor, entryPoint: EntryPoint) {
  const issuedAt = visitor.admittedAt / 1000;
  const { expiresAt = Number.POSITIVE_INFINITY } = visitor;
  const payload = {
    kind: "site",
    organization: visitor.organizationId,
    site: visitor.siteId,
    ...entryPoint,
    claims: visitor.claims,
    ...(visitor.shareLinkId && { shareLink: visitor.shareLinkId }),
    ...(visitor.authKeyFingerprint && { key: visitor.authKeyFingerprint }),
    iss: issuer,
    iat: issuedAt,
    exp: Math.min(issuedAt + admissionWindow / 1000 + minLifetime, Math.ceil(expiresAt / 1000)),
  };
  return new SignJWT({ ...payload, jti: hash("sha256", JSON.stringify(payload), "base64url") })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(keyOf(secrets));
}

/** Verifies the signature of a visitor's token. The caller has to check `expires`. */
export async function readVisitorToken(secrets: Secrets, token: string) {
  try {
    const { payload } = await compactVerify(token, keyOf(secrets), { algorithms: ["HS256"] });
    const claims = JSON.parse(Buffer.from(payload).toString());
    if (claims.iss !== issuer || claims.kind !== "site") return undefined;
    return {
      tokenId: claims.jti,
      expires: claims.exp * 1000,
      visitor: {
        organizationId: claims.organization,
        siteId: claims.site,
        claims: claims.claims,
        ...(claims.shareLink && { shareLinkId: claims.shareLink }),
        ...(claims.key && { authKeyFingerprint: claims.key }),
        admittedAt: claims.iat * 1000,
      },
    };
  } catch {
    return undefined;
  }
}

function keyOf({ visitors }: Secrets): Uint8Array {
  return Buffer.from(visitors, "base64url");
}
