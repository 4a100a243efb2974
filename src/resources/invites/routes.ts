import { Type } from "@sinclair/typebox";
import type { LinkInviteTable } from "../../database/tables.ts";
import { badInput, conflict, notFound } from "../../errors.ts";
import { anyCaller } from "../../http/access.ts";
import { type Access, type Call, type Chapter, operation } from "../../http/operation.ts";
import { presentList, readPage } from "../../http/paging.ts";
import { ListOf, ListQuery } from "../../http/schemas.ts";
import { onOrganization } from "../organizations/access.ts";
import type { OrganizationRow } from "../organizations/store.ts";
import { inviteUsers } from "./invite-users.ts";
import { joinByDomain, joinByLink } from "./join.ts";
import { presentLinkInvite } from "./present.ts";
import { InvitedUsers, InviteUsers, LinkInvite, LinkInviteCreate, LinkInviteUpdate } from "./schema.ts";
import {
  deleteLinkInvite,
  findLinkInvite,
  insertLinkInvite,
  matchLinkInvites,
  updateLinkInvite,
} from "./store.ts";

type InviteParams = { organizationId: string; inviteId: string };

/** The invite link that the path names. Who knows it may join by it, so only admins see it. */
function onLinkInvite(): Access<{ organization: OrganizationRow; invite: LinkInviteTable }, InviteParams> {
  const onItsOrganization = onOrganization("admin");
  return {
    rule: onItsOrganization.rule,
    resolve: async (call: Call<InviteParams>) => {
      const { organization } = await onItsOrganization.resolve(call);
      const invite = await findLinkInvite(call.context.database.read, organization.id, call.params.inviteId);
      if (invite === undefined) throw notFound("Invite");
      return { organization, invite };
    },
  };
}

export const invites: Chapter = {
  title: "Invitations",
  operations: [
    operation({
      id: "inviteUsersToOrganization",
      method: "POST",
      path: "/orgs/:organizationId/invites",
      summary: "Add people to the organization by e-mail",
      access: onOrganization("admin"),
      body: InviteUsers,
      reply: { 200: InvitedUsers },
      handle: ({ context, organization, body }) =>
        context.database.write((trx) => inviteUsers(trx, organization, body, context.clock.now())),
    }),

    operation({
      id: "joinOrganizationWithInvite",
      method: "POST",
      path: "/orgs/:organizationId/invites/:inviteId",
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

    operation({
      id: "joinOrganization",
      method: "POST",
      path: "/orgs/:organizationId/join",
      summary: "Join an organization that is open to the caller's e-mail domain",
      access: anyCaller(),
      reply: { 204: null },
      handle: async ({ context, caller, params }) => {
        await context.database.write((trx) =>
          joinByDomain(trx, params.organizationId, caller, context.clock.now()),
        );
      },
    }),

    operation({
      id: "listOrganizationInviteLinks",
      method: "GET",
      path: "/orgs/:organizationId/link-invites",
      summary: "List the invite links of an organization",
      access: onOrganization("admin"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(LinkInvite) },
      handle: async (call) => {
        const { context, organization } = call;
        const page = await readPage(call, {
          matching: matchLinkInvites(context.database.read, organization.id),
          select: (found) => found.selectAll("link_invites"),
          keys: ["link_invites.created_at", "link_invites.id"],
          order: "asc",
        });
        return presentList(page, (row) => presentLinkInvite(row, organization.role));
      },
    }),

    operation({
      id: "createOrganizationInvite",
      method: "POST",
      path: "/orgs/:organizationId/link-invites",
      summary: "Create an invite link",
      access: onOrganization("admin"),
      body: LinkInviteCreate,
      reply: { 201: LinkInvite },
      location: ({ id }, { context, params }) =>
        context.urls.api(`/orgs/${params.organizationId}/link-invites/${id}`),
      handle: async ({ context, organization, body }) => {
        const { role } = body;
        // There are no spaces and collections yet, so none can be named.
        if (body.space !== undefined) throw badInput("space", "names no space of this organization");
        if (body.collection !== undefined)
          throw badInput("collection", "names no collection of this organization");
        if (role === undefined) throw badInput("role", "is required");
        if (organization.invite_links === 0)
          throw conflict("This organization has turned its invite links off");
        const invite = await context.database.write((trx) =>
          insertLinkInvite(trx, organization.id, role, context.clock.now()),
        );
        return presentLinkInvite(invite, organization.role);
      },
    }),

    operation({
      id: "getOrganizationInviteLink",
      method: "GET",
      path: "/orgs/:organizationId/link-invites/:inviteId",
      summary: "Read an invite link",
      access: onLinkInvite(),
      reply: { 200: LinkInvite },
      handle: ({ organization, invite }) => presentLinkInvite(invite, organization.role),
    }),

    operation({
      id: "updateOrganizationInviteById",
      method: "PATCH",
      path: "/orgs/:organizationId/link-invites/:inviteId",
      summary: "Change the role that an invite link gives",
      access: onLinkInvite(),
      body: LinkInviteUpdate,
      reply: { 200: LinkInvite },
      handle: async ({ context, organization, invite, body: { role, level } }) => {
        if (level !== undefined)
          throw badInput("level", "is for invites to a space or a collection; this one has a role");
        if (role === undefined) throw badInput("role", "is required");
        const updated = await context.database.write((trx) => updateLinkInvite(trx, invite, role));
        return presentLinkInvite(updated, organization.role);
      },
    }),

    operation({
      id: "deleteOrganizationInviteById",
      method: "DELETE",
      path: "/orgs/:organizationId/link-invites/:inviteId",
      summary: "Delete an invite link",
      access: onLinkInvite(),
      reply: { 205: null },
      handle: async ({ context, invite }) => {
        await context.database.write((trx) => deleteLinkInvite(trx, invite));
      },
    }),
  ],
};
