import { addMembers, findMembership } from "../../identity/roles/index.ts";
import { findProvider, type Person, stillBelieves, type Vouching } from "../../identity/saml/index.ts";
import {
  findTrusted,
  isTrusted,
  openSession,
  refuseOtherWays,
  useTicket,
} from "../../identity/sessions/index.ts";
import { forbidden, LecternError, notFound } from "../../platform/index.ts";
import type { SamlProviderTable, UserTable, Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { markAsSso } from "../members/index.ts";
import { putMembers } from "../teams/index.ts";
import { createUsers, findUsersByEmail } from "../users/index.ts";

/**
 * A session for somebody whom an organization's provider vouches for; who was not in the organization now is. Anybody
 * can make an organization: unless the operator trusts it, the session is good for that organization alone.
 */
export async function admitBySaml(
  { database, clock }: Context,
  believed: SamlProviderTable,
  { ticket, email, displayName, until }: Vouching,
): Promise<string> {
  const { id: providerId, organization_id: organizationId } = believed;
  return database.write(async (trx) => {
    const now = clock.now();
    await useTicket(trx, ticket, now);
    const provider = await findProvider(trx, organizationId, providerId);
    if (provider === undefined) throw notFound("SAML provider");
    if (!stillBelieves(provider, believed))
      throw new LecternError(401, "The provider has changed meanwhile; begin again");
    const [known] = await findUsersByEmail(trx, [email]);
    const user = known ?? (await create(trx, { email, displayName }, now));
    await join(trx, provider, user.id, now);
    const isBounded = !(await isTrusted(trx, organizationId));
    return openSession(trx, { userId: user.id, providerId, isBounded, until }, now);
  });
}

async function join(trx: Writer, provider: SamlProviderTable, userId: string, now: string): Promise<void> {
  const { organization_id: organizationId, default_role: role, default_team_id: teamId } = provider;
  const member = await findMembership(trx, organizationId, userId);
  if (member?.disabled === 1) throw forbidden("You are disabled in this organization; ask one of its admins");
  if (member !== undefined) return markAsSso(trx, organizationId, userId);
  await addMembers(trx, organizationId, [{ userId, role, sso: true }], now);
  if (teamId !== null) await putMembers(trx, { organizationId, teamId }, new Map([[userId, undefined]]), now);
}

/**
 * A session for somebody whom the server's own provider vouches for. If a trusted organization has people with such an
 * address, they are one of them from then on, and get an account if they have none.
 */
export async function admitByServer(
  { config, database, clock }: Context,
  person: Person,
  ticket: string,
): Promise<string> {
  return database.write(async (trx) => {
    const now = clock.now();
    await useTicket(trx, ticket, now);
    await refuseOtherWays(trx, person.email, config);
    const user = await welcome(trx, person, now);
    return openSession(trx, { userId: user.id }, now);
  });
}

async function welcome(trx: Writer, person: Person, now: string): Promise<UserTable> {
  const organization = await findTrusted(trx, person.email);
  const [known] = await findUsersByEmail(trx, [person.email]);
  if (organization === undefined && known === undefined)
    throw forbidden(
      `There is no account for ${person.email}; ask an admin of your organization to invite you`,
    );
  const user = known ?? (await create(trx, person, now));
  // Also of who has an account: others may have invited them before.
  if (organization && !(await findMembership(trx, organization.id, user.id)))
    await addMembers(trx, organization.id, [{ userId: user.id, role: organization.default_role }], now);
  return user;
}

async function create(trx: Writer, { email, displayName }: Person, now: string): Promise<UserTable> {
  const name = displayName.replace(/\p{C}/gu, " ").trim().slice(0, 64).toWellFormed();
  const [user] = await createUsers(trx, [{ email, ...(name && { displayName: name }) }], now);
  if (user === undefined) throw new Error("the user was not created");
  return user;
}
