import { resolveLibraryItemRole } from "../../identity/roles/index.ts";
import { badInput, notFound } from "../../platform/index.ts";
import type { LibraryItemTable, LinkInviteTable } from "../../storage/database/index.ts";
import type { Access, Call } from "../http/index.ts";
import { findLibraryItem, requireLibraryItemRole } from "../library-items/index.ts";
import { membershipIn, type OrganizationRow, onOrganization, requireRole } from "../organizations/index.ts";
import type { LinkInviteCreate } from "./schema.ts";
import { findLinkInvite } from "./store.ts";

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
      const thing = `${kind}: ${kind === "space" ? "Space" : "Collection"}`;
      const target = await requireAdminOn({ ...call, organization }, id, thing);
      if (target.kind !== kind) throw notFound(thing);
      return { organization, target };
    },
  };
}

async function requireAdminOn(call: OrganizationCall, id: string, thing: string): Promise<LibraryItemTable> {
  const { read } = call.context.database;
  const content = await findLibraryItem(read, call.organization.id, id);
  const role = content && (await resolveLibraryItemRole(read, membershipIn(call), id));
  if (content === undefined || content.deleted_at !== null || !role) throw notFound(thing);
  requireLibraryItemRole(role, "admin", content.kind);
  return content;
}
