import { Type } from "@sinclair/typebox";
import type { Role } from "../../identity/roles/index.ts";
import { badInput, newSecretId, requireFound } from "../../platform/index.ts";
import { isRow } from "../../storage/database/index.ts";
import { anyCaller, ListOf, type OperationGroup, operation, readList } from "../http/index.ts";
import { lockLibraryItems } from "../library-items/index.ts";
import { onMember } from "../members/index.ts";
import { membershipIn, onOrganization } from "../organizations/index.ts";
import { inviteUsers, joinByDomain, joinByLink, linksAreOff } from "./add-members.ts";
import { createLinkForMember } from "./invitation-links.ts";
import {
  findInvitation,
  onInviteTarget,
  onLinkInvite,
  presentLinkInvite,
  presentLinkInvites,
  selectLinkInvites,
} from "./link-invites.ts";
import {
  Invitation,
  InvitationLink,
  InvitedUsers,
  InviteUsers,
  LinkInvite,
  LinkInviteCreate,
  LinkInviteQuery,
  LinkInviteUpdate,
} from "./schema.ts";

export const invites: OperationGroup = {
  title: "Invitations",
  operations: [
    operation("inviteUsersToOrganization", "POST /orgs/:organizationId/invites", {
      summary: "Add users to the organization by email",
      access: onOrganization("admin"),
      body: InviteUsers,
      reply: { 200: InvitedUsers },
      handle: ({ context, organization, body }) =>
        context.database.write((trx) => inviteUsers(trx, organization, body, context.clock.now())),
    }),

    operation("createMemberInvitationLink", "POST /orgs/:organizationId/members/:userId/invitation-link", {
      summary: "Create a link with which a new member sets their first password and signs in",
      access: onMember("admin"),
      reply: { 201: InvitationLink },
      location: ({ url }) => url,
      handle: ({ context, organization, member }) => createLinkForMember(context, organization.id, member),
    }),

    operation("joinOrganizationWithInvite", "POST /orgs/:organizationId/invites/:inviteId", {
      summary: "Join an organization by an invite link",
      access: anyCaller(),
      reply: { 200: Type.Object({}) },
      handle: async ({ context, caller, params }) => {
        await context.database.write((trx) =>
          joinByLink(trx, params.organizationId, params.inviteId, caller, context.clock.now()),
        );
        return {};
      },
    }),

    operation("getInvitation", "GET /orgs/:organizationId/invites/:inviteId", {
      summary: "Read to which organization an invite link leads, before joining it",
      access: anyCaller(),
      reply: { 200: Invitation },
      handle: async ({ context, params }) => {
        const found = await findInvitation(context.database.read, params.organizationId, params.inviteId);
        const { isOn, invitation } = requireFound(found, "Invite");
        if (!isOn) throw linksAreOff();
        return invitation;
      },
    }),

    operation("joinOrganization", "POST /orgs/:organizationId/join", {
      summary: "Join an organization that is open to the caller's email domain",
      access: anyCaller(),
      reply: { 204: null },
      handle: ({ context, caller, params }) =>
        context.database.write((trx) =>
          joinByDomain(trx, params.organizationId, caller, context.clock.now()),
        ),
    }),

    operation("listOrganizationInviteLinks", "GET /orgs/:organizationId/link-invites", {
      summary: "List the invite links to an organization itself, or to a space or collection of it",
      access: onInviteTarget("query"),
      query: LinkInviteQuery,
      reply: { 200: ListOf(LinkInvite) },
      handle: (call) => {
        const { context, organization } = call;
        const target = call.target?.id ?? null;
        return readList(call, {
          matching: selectLinkInvites(context.database.read, organization.id, target),
          select: (query) => query.selectAll("link_invites"),
          keys: ["link_invites.created_at", "link_invites.id"],
          present: (rows) => presentLinkInvites(context, membershipIn(call), target, rows),
        });
      },
    }),

    operation("createOrganizationInvite", "POST /orgs/:organizationId/link-invites", {
      summary: "Create an invite link, to the organization or to a space or collection in it",
      access: onInviteTarget("body"),
      body: LinkInviteCreate,
      reply: { 201: LinkInvite },
      location: ({ id }, { context, params }) =>
        context.urls.api(`/orgs/${params.organizationId}/link-invites/${id}`),
      handle: async (call) => {
        const { context, organization, target, body } = call;
        const role = requireRoleOrLevel(body, target?.id ?? null);
        if (organization.invite_links === 0) throw linksAreOff();
        const invite = {
          id: newSecretId(),
          organization_id: organization.id,
          role,
          content_id: target?.id ?? null,
          created_at: context.clock.now(),
        };
        await context.database.write(async (trx) => {
          await lockLibraryItems(trx, organization.id, target ? [target.id] : []);
          await trx.insertInto("link_invites").values(invite).execute();
        });
        return presentLinkInvite(context, membershipIn(call), invite);
      },
    }),

    operation("getOrganizationInviteLink", "GET /orgs/:organizationId/link-invites/:inviteId", {
      summary: "Read an invite link",
      access: onLinkInvite(),
      reply: { 200: LinkInvite },
      handle: (call) => presentLinkInvite(call.context, membershipIn(call), call.invite),
    }),

    operation("updateOrganizationInviteById", "PATCH /orgs/:organizationId/link-invites/:inviteId", {
      summary: "Change the role that an invite link grants",
      access: onLinkInvite(),
      body: LinkInviteUpdate,
      reply: { 200: LinkInvite },
      handle: async (call) => {
        const { context, invite, body } = call;
        const role = requireRoleOrLevel(body, invite.content_id);
        await context.database.write((trx) =>
          trx.updateTable("link_invites").set({ role }).where(isRow(invite)).execute(),
        );
        return presentLinkInvite(context, membershipIn(call), { ...invite, role });
      },
    }),

    operation("deleteOrganizationInviteById", "DELETE /orgs/:organizationId/link-invites/:inviteId", {
      summary: "Delete an invite link",
      access: onLinkInvite(),
      reply: { 205: null },
      handle: ({ context, invite }) =>
        context.database.write((trx) => trx.deleteFrom("link_invites").where(isRow(invite)).execute()),
    }),
  ],
};

/** The role of a link to the organization, or the level of a link to a space or collection. */
function requireRoleOrLevel({ role, level }: LinkInviteUpdate, contentId: string | null): Role | null {
  if (contentId === null) {
    if (level !== undefined)
      throw badInput("level", "is for invites to a space or a collection; this one has a role");
    if (role === undefined) throw badInput("role", "is required");
    return role;
  }
  if (role !== undefined) throw badInput("role", "is for invites to the organization; this one has a level");
  if (level === undefined || level === null) throw badInput("level", "is required");
  return level;
}
