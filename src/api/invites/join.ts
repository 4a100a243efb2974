import {
  addMembers,
  domainOf,
  findMembership,
  includesRole,
  type Role,
  resolveLibraryItemRole,
  setGrants,
} from "../../identity/roles/index.ts";
import { badInput, conflict, notFound } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { Caller } from "../http/index.ts";
import { updateMember } from "../members/index.ts";
import { findLinkInvite } from "./link-invites.ts";

/** Joins by an invite link. A user who is a member already never loses a role by it. */
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
  if (organization.invite_links === 0) throw conflict("This organization has turned its invite links off");
  const { role, content_id: itemId } = invite;
  if (itemId === null) {
    const held = await addUnlessMember(trx, organizationId, userId, role, now);
    if (held !== undefined && role !== null && !includesRole(held, role))
      await updateMember(trx, organizationId, userId, { role });
    return;
  }
  // A link to a space or collection makes other users guests.
  const held = (await addUnlessMember(trx, organizationId, userId, null, now)) ?? null;
  const itemRole = await resolveLibraryItemRole(trx, { organizationId, userId, role: held }, itemId);
  if (role !== null && !includesRole(itemRole, role))
    await setGrants(trx, { id: itemId, organization_id: organizationId }, "user", [userId], role);
}

/** Joins an organization that is open to the domain of the caller's e-mail address. */
export async function joinByDomain(trx: Writer, organizationId: string, caller: Caller, now: string) {
  const organization = await findJoinSettings(trx, organizationId);
  if (organization === undefined) throw notFound("Organization");
  const domain = domainOf(caller.email);
  const open = await trx
    .selectFrom("organization_email_domains")
    .where("organization_id", "=", organizationId)
    .where("domain", "=", domain)
    .select("domain")
    .executeTakeFirst();
  if (open === undefined) {
    // Other users than members must not know that the organization exists.
    const member = await findMembership(trx, organizationId, caller.userId);
    if (member?.disabled !== 0) throw notFound("Organization");
    throw badInput("email", `this organization is not open to addresses at ${domain}`);
  }
  await addUnlessMember(trx, organizationId, caller.userId, organization.default_role, now);
}

/** Returns the role of an existing member; undefined if the user was added. */
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
