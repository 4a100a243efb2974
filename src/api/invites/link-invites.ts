import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRole,
} from "../../identity/roles/index.ts";
import { badInput, notFound, requireFound } from "../../platform/index.ts";
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

/** The invite links to an organization itself, or to a space or collection of it. */
export function selectLinkInvites(db: Reader, organizationId: string, target: string | null) {
  return db
    .selectFrom("link_invites")
    .where("link_invites.organization_id", "=", organizationId)
    .where("content_id", target === null ? "is" : "=", target);
}

export function findLinkInvite(db: Reader, organizationId: string, id: string) {
  const key = { organization_id: organizationId, id };
  return db.selectFrom("link_invites").where(isRow(key)).selectAll().executeTakeFirst();
}

/** Invite links to one target, as a member sees them. */
export async function presentLinkInvites(
  context: Context,
  member: Membership,
  target: string | null,
  invites: readonly LinkInviteTable[],
): Promise<LinkInvite[]> {
  const { held, ...item } = await readTarget(context, member, target);
  return invites.map(({ id, role }) => ({
    ...{ object: "invite" as const, id, redundant: isRedundant(held, role) },
    ...(target === null ? { role } : { level: role, ...item }),
  }));
}

export async function presentLinkInvite(
  context: Context,
  member: Membership,
  invite: LinkInviteTable,
): Promise<LinkInvite> {
  const [presented] = await presentLinkInvites(context, member, invite.content_id, [invite]);
  return requireFound(presented, "Invite");
}

/** The space or collection of invite links, and the role that the member has on it or on the organization. */
async function readTarget(context: Context, member: Membership, target: string | null) {
  const { read } = context.database;
  if (target === null) return { held: member.role };
  const held = await resolveLibraryItemRole(read, member, target);
  const space = (await findSpaces(read, member.organizationId, [target])).get(target);
  if (space !== undefined)
    return { held, space: await presentSpaceTo(context, space, held, memberViewer(member)) };
  const collection = await findLibraryItem(read, member.organizationId, target);
  return { held, ...(collection && { collection: presentCollection(collection, held, context.urls) }) };
}

/** What an invite link leads to, for anybody who has it. Undefined if it is unknown, or its target is deleted. */
export async function findInvitation(db: Reader, organizationId: string, inviteId: string) {
  const found = await db
    .selectFrom("link_invites")
    .innerJoin("organizations", "organizations.id", "link_invites.organization_id")
    .leftJoin("contents", (join) =>
      join
        .onRef("contents.organization_id", "=", "link_invites.organization_id")
        .onRef("contents.id", "=", "link_invites.content_id"),
    )
    .where("link_invites.organization_id", "=", organizationId)
    .where("link_invites.id", "=", inviteId)
    .where("contents.deleted_at", "is", null)
    .select(["organizations.title", "organizations.invite_links"])
    .select(["contents.id as itemId", "contents.kind", "contents.title as itemTitle"])
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { title, invite_links, itemId, kind, itemTitle } = found;
  return {
    isOn: invite_links === 1,
    invitation: {
      object: "invitation" as const,
      organization: { id: organizationId, title },
      ...(itemId !== null && kind !== null && { item: { object: kind, id: itemId, title: itemTitle ?? "" } }),
    },
  };
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

/** The target of invite links: the organization, or the space or collection that the body or the query names. */
export function onInviteTarget(
  source: "body" | "query",
): Access<
  { organization: OrganizationRow; target: LibraryItemTable | undefined },
  { organizationId: string }
> {
  return {
    rule,
    resolve: async (call) => {
      const { organization } = await onOrganization("guest").resolve(call);
      const { space, collection } = call[source] as Pick<LinkInviteCreate, "space" | "collection">;
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
