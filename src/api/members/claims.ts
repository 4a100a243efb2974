import type { Caller, Context } from "../http/index.ts";
import type { OrganizationRow } from "../organizations/index.ts";

/** A token that tells a site of the organization who this member is. */
export async function signClaims(
  context: Context,
  organization: OrganizationRow,
  caller: Caller,
): Promise<string> {
  // Few processes are ever asked for claims; those that are load the library then.
  const { SignJWT } = await import("jose");
  const now = Math.floor(Date.parse(context.clock.now()) / 1000);
  return new SignJWT({
    email: caller.email,
    organization: organization.id,
    role: organization.role,
  })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(context.config.baseUrl)
    .setSubject(caller.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .sign(Buffer.from(context.secrets.claims, "base64url"));
}
