import { hash } from "node:crypto";
import { compactVerify, SignJWT } from "jose";
import { newSecretId } from "../../platform/index.ts";
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
  /** In milliseconds since the epoch. */
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

const visitorTokenSeconds = 3600;
const issuer = "lectern";

/** Identifies a key without revealing it. */
export function keyFingerprint(authKey: string): string {
  return hash("sha256", authKey, "base64url").slice(0, 22);
}

/** Signs a token with which a visitor can read a site for an hour. */
export async function signVisitorToken(secrets: Secrets, visitor: Visitor, entryPoint: EntryPoint) {
  const seconds = Math.floor(visitor.admittedAt / 1000);
  const { expiresAt = Number.POSITIVE_INFINITY } = visitor;
  return new SignJWT({
    kind: "site",
    organization: visitor.organizationId,
    site: visitor.siteId,
    ...entryPoint,
    claims: visitor.claims,
    ...(visitor.shareLinkId && { shareLink: visitor.shareLinkId }),
    ...(visitor.authKeyFingerprint && { key: visitor.authKeyFingerprint }),
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(issuer)
    .setJti(newSecretId())
    .setIssuedAt(seconds)
    .setExpirationTime(Math.min(seconds + visitorTokenSeconds, Math.ceil(expiresAt / 1000)))
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
