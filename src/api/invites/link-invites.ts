import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRole,
} from "../../identity/roles/index.ts";
import { badInput, newSecretId, notFound } from "../../platform/index.ts";
import type { LibraryItemTable, LinkInviteTable, Reader, Writer } from "../../storage/database/index.ts";
import { presentCollection } from "../collections/index.ts";
import type { Access, Call, Context } from "../http/index.ts";
import { findLibraryItem, requireLibraryItemRole } from "../library-items/index.ts";
import { membershipIn, type OrganizationRow, onOrganization, requireRole } from "../organizations/index.ts";
import { findSpaces, memberViewer, presentSpaceTo } from "../spaces/index.ts";
import type { LinkInvite, LinkInviteCreate } from "./schema.ts";

export function matchLinkInvites(db: Reader, organizationId: string) {
  return db.selectFrom("link_invites").where("link_invites.organization_id", "=", organizationId);
}

export function findLinkInvite(db: Reader, organizationId: string, inviteId: string) {
  return matchLinkInvites(db, organizationId).where("id", "=", inviteId).selectAll().executeTakeFirst();
}

export async function insertLinkInvite(
  trx: Writer,
  fields: Pick<LinkInviteTable, "organization_id" | "role" | "content_id">,
  now: string,
): Promise<LinkInviteTable> {
  const invite = { id: newSecretId(), ...fields, created_at: now };
  await trx.insertInto("link_invites").values(invite).execute();
  return invite;
}

export async function updateLinkInvite(trx: Writer, invite: LinkInviteTable, role: Role | null) {
  await trx
    .updateTable("link_invites")
    .set({ role })
    .where("organization_id", "=", invite.organization_id)
    .where("id", "=", invite.id)
    .execute();
  return { ...invite, role };
}

export async function deleteLinkInvite(trx: Writer, invite: LinkInviteTable): Promise<void> {
  await trx
    .deleteFrom("link_invites")
    .where("organization_id", "=", invite.organization_id)
    .where("id", "=", invite.id)
    .execute();
}

/** An invite link to the organization, as a member with this role sees it. */
export function presentOrganizationInvite(
  { id, role }: LinkInviteTable,
  callerRole: Role | null,
): LinkInvite {
  return { object: "invite", id, role, redundant: isRedundant(callerRole, role) };
}

/** An invite link with its space or collection, if it has one. */
export async function presentLinkInvite(
  context: Context,
  member: Membership,
  invite: LinkInviteTable,
): Promise<LinkInvite> {
  const { urls } = context;
  const { read } = context.database;
  const { id, role: level, content_id: target } = invite;
  if (target === null) return presentOrganizationInvite(invite, member.role);
  const held = await resolveLibraryItemRole(read, member, target);
  const common = { object: "invite" as const, id, level, redundant: isRedundant(held, level) };
  const space = (await findSpaces(read, member.organizationId, [target])).get(target);
  if (space !== undefined)
    return { ...common, space: await presentSpaceTo(context, space, held, memberViewer(member)) };
  const collection = await findLibraryItem(read, member.organizationId, target);
  return { ...common, ...(collection && { collection: presentCollection(collection, held, urls) }) };
}

function isRedundant(held: Role | null, given: Role | null): boolean {
  return given === null || includesRole(held, given);
}

type InviteParams = { organizationId: string; inviteId: string };
type OrganizationCall = Call<{ organizationId: string }> & { organization: OrganizationRow };

const rule = "Organization role `admin`; for a link to a space or collection, role `admin` on that";

/** The invite link that the path names. Its id is enough to join, so only admins see it. */
export function onLinkInvite(): Access<
  { organization: OrganizationRow; invite: LinkInviteTable },
  InviteParams
> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule,
    resolve: async (call) => {
      const { organization } = await onItsOrganization.resolve(call);
      const { read } = call.context.database;
      const invite = await findLinkInvite(read, organization.id, call.params.inviteId);
      const target = invite?.content_id ?? null;
      const role =
        target && (await resolveLibraryItemRole(read, membershipIn({ ...call, organization }), target));
      // An invite to an item that the caller does not see is answered like an unknown one.
      if (!role) requireRole(organization.role, "admin");
      if (invite === undefined) throw notFound("Invite");
      if (target !== null) await requireAdminOn({ ...call, organization }, target, "Invite");
      return { organization, invite };
    },
  };
}

/** The target of a new invite link: the organization, or the space or collection that the body names. */
export function onNewInvite(): Access<
  { organization: OrganizationRow; target: LibraryItemTable | undefined },
  { organizationId: string }
> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule,
    resolve: async (call) => {
      const { organization } = await onItsOrganization.resolve(call);
      const { space, collection } = call.body as LinkInviteCreate;
      if (space !== undefined && collection !== undefined)
        throw badInput("collection", "must not be given together with space");
      const id = space ?? collection;
      if (id === undefined) {
        requireRole(organization.role, "admin");
        return { organization, target: undefined };
      }
      const kind = space === undefined ? "collection" : "space";
      const name = `${kind}: ${kind === "space" ? "Space" : "Collection"}`;
      const target = await requireAdminOn({ ...call, organization }, id, name);
      if (target.kind !== kind) throw notFound(name);
      return { organization, target };
    },
  };
}

async function requireAdminOn(call: OrganizationCall, id: string, name: string): Promise<LibraryItemTable> {
  const { read } = call.context.database;
  const item = await findLibraryItem(read, call.organization.id, id);
  const role = item && (await resolveLibraryItemRole(read, membershipIn(call), id));
  if (item === undefined || item.deleted_at !== null || !role) throw notFound(name);
  requireLibraryItemRole(role, "admin", item.kind);
  return item;
}
