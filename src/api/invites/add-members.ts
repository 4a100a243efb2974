import {
  addMembers,
  domainOf,
  findMembership,
  includesRole,
  type Role,
  resolveLibraryItemRole,
  setGrants,
} from "../../identity/roles/index.ts";
import {
  badInput,
  conflict,
  type LecternError,
  notFound,
  parseEmail,
  requireFound,
} from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { Caller } from "../http/index.ts";
import { updateMember } from "../members/index.ts";
import type { OrganizationRow } from "../organizations/index.ts";
import { createUsers, findUsersByEmail } from "../users/index.ts";
import { findLinkInvite } from "./link-invites.ts";
import type { InvitedUsers, InviteUsers } from "./schema.ts";

/** Adds users to the organization by email address, and creates unknown users. Existing members are not changed. */
export async function inviteUsers(
  trx: Writer,
  organization: OrganizationRow,
  { emails, role = organization.default_role, sso = false }: InviteUsers,
  now: string,
): Promise<InvitedUsers> {
  const roleByEmail = readEmails(emails, role);
  const existing = await findUsersByEmail(trx, [...roleByEmail.keys()]);
  const known = new Set(existing.map(({ email }) => email));
  const newUsers = [...roleByEmail.keys()].filter((email) => !known.has(email)).map((email) => ({ email }));
  const organizationsOf = await findOrganizationsOf(trx, existing);
  const isMember = (id: string) => organizationsOf.get(id)?.includes(organization.id) ?? false;
  const created = await createUsers(trx, newUsers, now);
  const added = [...existing.filter(({ id }) => !isMember(id)), ...created];
  // Members of other organizations cannot be required to use the SSO of this one.
  const isInOtherOrganization = ({ id }: { id: string }) => organizationsOf.has(id);
  const members = added.map((user) => ({
    userId: user.id,
    role: roleByEmail.get(user.email) ?? null,
    sso: sso && !isInOtherOrganization(user),
  }));
  await addMembers(trx, organization.id, members, now);
  return {
    users: added.map(({ id }) => id),
    invited: added.length,
    ...(created.length > 0 && { created: created.map(({ id }) => id) }),
    ...(sso && { failedSSOEmails: added.filter(isInOtherOrganization).map(({ email }) => email) }),
  };
}

function readEmails(entries: InviteUsers["emails"], role: Role | null): Map<string, Role | null> {
  return new Map(
    entries.map((entry, i) => {
      const text = typeof entry === "string" ? entry : entry.email;
      const email = parseEmail(text);
      if (email === undefined) throw badInput(`emails[${i}]`, `"${text}" is not an email address`);
      return [email, typeof entry === "string" ? role : entry.role];
    }),
  );
}

/** The ids of the organizations that each of these users is a member of. */
async function findOrganizationsOf(trx: Writer, users: readonly { id: string }[]) {
  if (users.length === 0) return new Map<string, string[]>();
  const ids = users.map(({ id }) => id);
  const rows = await trx
    .selectFrom("members")
    .where("user_id", "in", ids)
    .select(["user_id", "organization_id"])
    .execute();
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...byUser].map(([id, members]) => [id, members.map((row) => row.organization_id)]));
}

/** Joins an organization by an invite link. An existing member never gets a lower role. */
export async function joinByLink(
  trx: Writer,
  organizationId: string,
  inviteId: string,
  { userId }: Caller,
  now: string,
): Promise<void> {
  const invite = await findLinkInvite(trx, organizationId, inviteId);
  const organization = await findJoinSettings(trx, organizationId);
  if (invite === undefined || organization === undefined) throw notFound("Invite");
  if (organization.invite_links === 0) throw linksAreOff();
  const { role, content_id: itemId } = invite;
  if (itemId === null) {
    const held = await addUnlessMember(trx, organizationId, userId, role, now);
    if (held !== undefined && role !== null && !includesRole(held, role))
      await updateMember(trx, organizationId, userId, { role });
    return;
  }
  // A link to a space or collection adds new members as guests.
  const held = (await addUnlessMember(trx, organizationId, userId, null, now)) ?? null;
  const itemRole = await resolveLibraryItemRole(trx, { organizationId, userId, role: held }, itemId);
  if (role !== null && !includesRole(itemRole, role))
    await setGrants(trx, { id: itemId, organization_id: organizationId }, "user", [userId], role);
}

export function linksAreOff(): LecternError {
  return conflict("This organization has turned its invite links off");
}

/** Joins an organization that is open to the domain of the caller's email address. */
export async function joinByDomain(trx: Writer, organizationId: string, caller: Caller, now: string) {
  const organization = requireFound(await findJoinSettings(trx, organizationId), "Organization");
  const domain = domainOf(caller.email);
  const openDomain = await trx
    .selectFrom("organization_email_domains")
    .where("organization_id", "=", organizationId)
    .where("domain", "=", domain)
    .select("domain")
    .executeTakeFirst();
  if (openDomain === undefined) {
    // Only members may know that the organization exists.
    const member = await findMembership(trx, organizationId, caller.userId);
    if (member?.disabled !== 0) throw notFound("Organization");
    throw badInput("email", `this organization is not open to email addresses at ${domain}`);
  }
  await addUnlessMember(trx, organizationId, caller.userId, organization.default_role, now);
}

/** Adds a user, or returns the role of an existing member. */
async function addUnlessMember(
  trx: Writer,
  organizationId: string,
  userId: string,
  role: Role | null,
  now: string,
): Promise<Role | null | undefined> {
  const member = await findMembership(trx, organizationId, userId);
  if (member === undefined) await addMembers(trx, organizationId, [{ userId, role }], now);
  return member?.role;
}

function findJoinSettings(trx: Writer, organizationId: string) {
  return trx
    .selectFrom("organizations")
    .where("id", "=", organizationId)
    .select(["invite_links", "default_role"])
    .executeTakeFirst();
}
