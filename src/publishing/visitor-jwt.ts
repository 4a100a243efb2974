import { decodeJwt, errors, jwtVerify, SignJWT } from "jose";
import type { Claims } from "./conditions.ts";

type VerifiedJwt =
  | { readonly claims: Claims; readonly invalidJwt?: never }
  | { readonly claims?: never; readonly invalidJwt: string };

/** Verifies a visitor's JWT with the key of a site. Returns its claims, or why it is invalid. */
export async function verifyVisitorJwt(authKey: string, jwt: string, now: number): Promise<VerifiedJwt> {
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(authKey), {
      algorithms: ["HS256"],
      currentDate: new Date(now),
    });
    return { claims: payload };
  } catch (error) {
    return { invalidJwt: reasonOf(error) };
  }
}

/** The claims of a JWT whether it is valid or not; undefined if it is malformed. */
export function readVisitorJwt(jwt: string): Claims | undefined {
  try {
    return decodeJwt(jwt);
  } catch {
    return undefined;
  }
}

/** Signs a JWT as a site's own backend does. */
export function signVisitorJwt(authKey: string, claims: Claims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(authKey));
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The token signature is invalid.";
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token must be signed with HS256.";
  if (!(error instanceof errors.JWTClaimValidationFailed)) return "The token is malformed.";
  return error.claim === "nbf" && error.reason === "check_failed"
    ? "The token is not valid yet."
    : `The claim "${error.claim}" is invalid.`;
}
