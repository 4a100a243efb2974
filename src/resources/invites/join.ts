import { includesRole, type Role } from "../../access/roles.ts";
import type { Writer } from "../../database/database.ts";
import { badInput, conflict, notFound } from "../../errors.ts";
import type { Caller } from "../../http/authenticate.ts";
import { addMembers } from "../members/store.ts";
import { domainOf } from "../organizations/domains.ts";
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
  await join(trx, organizationId, caller.userId, invite.role, now);
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
  if (welcomed === undefined)
    throw badInput("email", `this organization is not open to addresses at ${domain}`);
  const member = await findMembership(trx, organizationId, caller.userId);
  if (member === undefined) await join(trx, organizationId, caller.userId, organization.default_role, now);
}

async function join(
  trx: Writer,
  organizationId: string,
  userId: string,
  role: Role | null,
  now: string,
): Promise<void> {
  const member = await findMembership(trx, organizationId, userId);
  if (member === undefined) {
    await addMembers(trx, organizationId, [{ userId, role }], now);
  } else if (role !== null && !includesRole(member.role, role)) {
    await trx
      .updateTable("members")
      .set({ role })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", userId)
      .execute();
  }
}

function findDoor(trx: Writer, organizationId: string) {
  return trx
    .selectFrom("organizations")
    .where("id", "=", organizationId)
    .select(["invite_links", "default_role"])
    .executeTakeFirst();
}

function findMembership(trx: Writer, organizationId: string, userId: string) {
  return trx
    .selectFrom("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .select("role")
    .executeTakeFirst();
}
