import { addMembers, findMembership } from "../../identity/roles/index.ts";
import { findProvider, hasSameTrust, type VerifiedAssertion } from "../../identity/saml/index.ts";
import {
  createSession,
  enforceSso,
  findTrustedOrganization,
  isTrustedOrganization,
  redeemTicket,
  type VerifiedIdentity,
} from "../../identity/sessions/index.ts";
import { forbidden, LecternError, requireFound } from "../../platform/index.ts";
import type { SamlProviderTable, Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { updateMember } from "../members/index.ts";
import { putMembers } from "../teams/index.ts";
import { createUsers, findUsersByEmail } from "../users/index.ts";

/**
 * Creates a session for a user whom an organization's SAML provider has authenticated, and if needed the account and the
 * membership. Any user can create an organization, so the session is scoped to it unless the operator trusts it.
 */
export async function logInBySaml(
  { database, clock }: Context,
  verifiedBy: SamlProviderTable,
  { ticket, sessionExpiresAt, ...identity }: VerifiedAssertion,
  userAgent: string | undefined,
): Promise<string> {
  const { id: providerId, organization_id: organizationId } = verifiedBy;
  return database.write(async (trx) => {
    const now = clock.now();
    await redeemTicket(trx, ticket, now);
    const provider = requireFound(await findProvider(trx, organizationId, providerId), "SAML provider");
    if (!hasSameTrust(provider, verifiedBy))
      throw new LecternError(401, "The provider was changed during the login; start again");
    const [existing] = await findUsersByEmail(trx, [identity.email]);
    const { id: userId } = existing ?? (await provisionUser(trx, identity, now));
    await provisionSsoMember(trx, provider, userId, now);
    const scopedToOrganization = !(await isTrustedOrganization(trx, organizationId));
    const session = { userId, providerId, scopedToOrganization, expiresAt: sessionExpiresAt, userAgent };
    return createSession(trx, { ...session, loginMethod: "saml" }, now);
  });
}

async function provisionSsoMember(trx: Writer, provider: SamlProviderTable, userId: string, now: string) {
  const { organization_id: organizationId, default_role: role, default_team_id: teamId } = provider;
  const member = await findMembership(trx, organizationId, userId);
  if (member?.disabled === 1) throw forbidden("You are disabled in this organization; ask one of its admins");
  if (member !== undefined) return updateMember(trx, organizationId, userId, { sso: 1 });
  await addMembers(trx, organizationId, [{ userId, role, sso: true }], now);
  if (teamId !== null) await putMembers(trx, { organizationId, teamId }, new Map([[userId, undefined]]), now);
}

/**
 * Creates a session for a user whom the server's OpenID Connect provider has authenticated. If a trusted organization
 * owns the domain of their email address, they get an account and become a member of it.
 */
export async function logInByOidc(
  { config, database, clock }: Context,
  identity: VerifiedIdentity,
  ticket: string,
  userAgent: string | undefined,
): Promise<string> {
  const { email } = identity;
  return database.write(async (trx) => {
    const now = clock.now();
    await redeemTicket(trx, ticket, now);
    await enforceSso(trx, email, config);
    const organization = await findTrustedOrganization(trx, email);
    const [existing] = await findUsersByEmail(trx, [email]);
    if (organization === undefined && existing === undefined)
      throw forbidden(`There is no account for ${email}; ask an admin of your organization to invite you`);
    const { id: userId } = existing ?? (await provisionUser(trx, identity, now));
    // An existing account may come from an invite to another organization.
    if (organization && !(await findMembership(trx, organization.id, userId)))
      await addMembers(trx, organization.id, [{ userId, role: organization.default_role }], now);
    return createSession(trx, { userId, loginMethod: "oidc", userAgent }, now);
  });
}

async function provisionUser(trx: Writer, { email, displayName }: VerifiedIdentity, now: string) {
  const name = displayName.replace(/\p{C}/gu, " ").trim().slice(0, 64).toWellFormed();
  const [user] = await createUsers(trx, [{ email, ...(name && { displayName: name }) }], now);
  if (user === undefined) throw new Error("the user was not created");
  return user;
}
