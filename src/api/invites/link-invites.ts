import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRole,
} from "../../identity/roles/index.ts";
import { badInput, notFound } from "../../platform/index.ts";
import {
  isRow,
  type LibraryItemTable,
  type LinkInviteTable,
  type Reader,
} from "../../storage/database/index.ts";
import { presentCollection } from "../collections/index.ts";
import type { Access, Call, Context } from "../http/index.ts";
import { findLibraryItem, requireLibraryItemRole } from "../library-items/index.ts";
import { membershipIn, type OrganizationRow, onOrganization, requireRole } from "../organizations/index.ts";
import { findSpaces, memberViewer, presentSpaceTo } from "../spaces/index.ts";
import type { LinkInvite, LinkInviteCreate } from "./schema.ts";

/** The invite links to an organization itself. */
export function selectOrganizationInvites(db: Reader, organizationId: string) {
  return db
    .selectFrom("link_invites")
    .where("link_invites.organization_id", "=", organizationId)
    .where("content_id", "is", null);
}

export function findLinkInvite(db: Reader, organizationId: string, id: string) {
  const key = { organization_id: organizationId, id };
  return db.selectFrom("link_invites").where(isRow(key)).selectAll().executeTakeFirst();
}

/** An invite link to the organization, as a member with this role sees it. */
export function presentOrganizationInvite({ id, role }: LinkInviteTable, held: Role | null): LinkInvite {
  return { object: "invite", id, role, redundant: isRedundant(held, role) };
}

/** An invite link with its space or collection, if it has one. */
export async function presentLinkInvite(
  context: Context,
  member: Membership,
  invite: LinkInviteTable,
): Promise<LinkInvite> {
  const { read } = context.database;
  const { id, role: level, content_id: target } = invite;
  if (target === null) return presentOrganizationInvite(invite, member.role);
  const held = await resolveLibraryItemRole(read, member, target);
  const common = { object: "invite" as const, id, level, redundant: isRedundant(held, level) };
  const space = (await findSpaces(read, member.organizationId, [target])).get(target);
  if (space !== undefined)
    return { ...common, space: await presentSpaceTo(context, space, held, memberViewer(member)) };
  const collection = await findLibraryItem(read, member.organizationId, target);
  return { ...common, ...(collection && { collection: presentCollection(collection, held, context.urls) }) };
}

function isRedundant(held: Role | null, given: Role | null): boolean {
  return given === null || includesRole(held, given);
}

type OrganizationCall = Call<{ organizationId: string }> & { organization: OrganizationRow };

const rule = "Organization role `admin`; for a link to a space or collection, role `admin` on that";

/** The invite link in the path. Its id is enough to join, so only admins see it. */
export function onLinkInvite(): Access<
  { organization: OrganizationRow; invite: LinkInviteTable },
  { organizationId: string; inviteId: string }
> {
  return {
    rule,
    resolve: async (call) => {
      const { organization } = await onOrganization("guest").resolve(call);
      const { read } = call.context.database;
      const invite = await findLinkInvite(read, organization.id, call.params.inviteId);
      const target = invite?.content_id ?? null;
      const role =
        target && (await resolveLibraryItemRole(read, membershipIn({ ...call, organization }), target));
      // An invite to an item that the caller cannot see is treated like an unknown invite.
      if (!role) requireRole(organization.role, "admin");
      if (invite === undefined) throw notFound("Invite");
      if (target !== null) await requireAdminOn({ ...call, organization }, target, "Invite");
      return { organization, invite };
    },
  };
}

/** The target of a new invite link: the organization, or the space or collection given in the body. */
export function onNewInvite(): Access<
  { organization: OrganizationRow; target: LibraryItemTable | undefined },
  { organizationId: string }
> {
  return {
    rule,
    resolve: async (call) => {
      const { organization } = await onOrganization("guest").resolve(call);
      const { space, collection } = call.body as LinkInviteCreate;
      if (space !== undefined && collection !== undefined)
        throw badInput("collection", "must not be combined with space");
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
