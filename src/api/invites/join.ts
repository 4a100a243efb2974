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
import type { LinkInviteTable, Writer } from "../../storage/database/index.ts";
import type { Caller } from "../http/index.ts";
import { changeRole } from "../members/index.ts";
import { findLinkInvite } from "./store.ts";

/** Makes the user a member with the link's role; one who is in already only ever gains by it. */
export async function joinByLink(
  trx: Writer,
  organizationId: string,
  inviteId: string,
  caller: Caller,
  now: string,
): Promise<void> {
  const invite = await findLinkInvite(trx, organizationId, inviteId);
  const organization = await findDoor(trx, organizationId);
  if (invite === undefined || organization === undefined) throw notFound("Invite");
  if (organization.invite_links === 0) throw conflict("This organization has turned its invite links off");
  if (invite.content_id !== null)
    return joinContent(trx, { ...invite, content_id: invite.content_id }, caller, now);
  const held = await addUnlessMember(trx, organizationId, caller.userId, invite.role, now);
  const gains = held !== undefined && invite.role !== null && !includesRole(held, invite.role);
  if (gains) await changeRole(trx, organizationId, caller.userId, invite.role);
}

/** Gives the user the link's role on a space or collection, if it is more than they have; an outsider becomes a guest. */
async function joinContent(
  trx: Writer,
  { organization_id, content_id, role }: LinkInviteTable & { content_id: string },
  { userId }: Caller,
  now: string,
): Promise<void> {
  const held = (await addUnlessMember(trx, organization_id, userId, null, now)) ?? null;
  const member = { organizationId: organization_id, userId, role: held };
  const present = await resolveLibraryItemRole(trx, member, content_id);
  if (role === null || includesRole(present, role)) return;
  await setGrants(trx, { id: content_id, organization_id }, "user", [userId], role);
}

/** Makes the user a member if the organization welcomes the domain of their e-mail address. */
export async function joinByDomain(
  trx: Writer,
  organizationId: string,
  caller: Caller,
  now: string,
): Promise<void> {
  const organization = await findDoor(trx, organizationId);
  if (organization === undefined) throw notFound("Organization");
  const domain = domainOf(caller.email);
  const welcomed = await trx
    .selectFrom("organization_email_domains")
    .where("organization_id", "=", organizationId)
    .where("domain", "=", domain)
    .select("domain")
    .executeTakeFirst();
  if (welcomed === undefined) {
    // To those outside whom it does not welcome, an organization is not there.
    const member = await findMembership(trx, organizationId, caller.userId);
    if (member?.disabled !== 0) throw notFound("Organization");
    throw badInput("email", `this organization is not open to addresses at ${domain}`);
  }
  await addUnlessMember(trx, organizationId, caller.userId, organization.default_role, now);
}

/** The role that the user has already; undefined for one who was no member and now is. */
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

function findDoor(trx: Writer, organizationId: string) {
  return trx
    .selectFrom("organizations")
    .where("id", "=", organizationId)
    .select(["invite_links", "default_role"])
    .executeTakeFirst();
}
