import { Type } from "@sinclair/typebox";
import { SignJWT } from "jose";
import { requireFound } from "../../platform/index.ts";
import { toFlag } from "../../storage/database/index.ts";
import {
  type Call,
  type Caller,
  type Context,
  ListOf,
  ListQuery,
  type OperationGroup,
  Order,
  operation,
  readList,
} from "../http/index.ts";
import { membershipIn, type OrganizationRow, onOrganization } from "../organizations/index.ts";
import { listSpacesOfMember } from "../spaces/index.ts";
import { Claims, Member, MemberListQuery, MemberSpace, MemberUpdate, presentMember } from "./schema.ts";
import {
  findMember,
  isUnfiltered,
  memberColumns,
  memberKeys,
  onMember,
  removeMember,
  selectMembers,
  updateMember,
} from "./store.ts";

export const members: OperationGroup = {
  title: "Organization members",
  operations: [
    operation("listMembersInOrganizationById", "GET /orgs/:organizationId/members", {
      summary: "List the members of an organization",
      isRepeatable: true,
      sharedBy: () => "everyone",
      access: onOrganization("read"),
      query: MemberListQuery,
      reply: { 200: ListOf(Member) },
      handle: (call) =>
        readList(call, {
          matching: selectMembers(call.context.database.read, call.organization.id, call.query),
          select: (query) =>
            query
              .innerJoin("users", "users.id", "members.user_id")
              .select(memberColumns(call.organization.id)),
          keys: memberKeys(call.query),
          order: call.query.order,
          count: isUnfiltered(call.query) ? call.organization.member_count : undefined,
          present: (rows) => rows.map((row) => presentMember(row, call.context.urls)),
        }),
    }),

    operation("getMemberInOrganizationById", "GET /orgs/:organizationId/members/:userId", {
      summary: "Read a member",
      isRepeatable: true,
      access: onMember("read", { orSelf: true }),
      reply: { 200: Member },
      handle: ({ context, member }) => presentMember(member, context.urls),
    }),

    operation("updateMemberInOrganizationById", "PATCH /orgs/:organizationId/members/:userId", {
      summary: "Change a member's role, disable or enable them",
      access: onMember("admin"),
      body: MemberUpdate,
      reply: { 200: Member },
      handle: async (call) => {
        const { context, organization, member, body } = call;
        const { role, disabled } = body;
        const changes = {
          ...(role !== undefined && { role }),
          ...(disabled !== undefined && { disabled: toFlag(disabled) }),
        };
        if (Object.keys(changes).length > 0)
          await context.database.write((trx) => updateMember(trx, organization.id, member.user_id, changes));
        return readMember(call, member.user_id);
      },
    }),

    operation("removeMemberFromOrganizationById", "DELETE /orgs/:organizationId/members/:userId", {
      summary: "Remove a member, with their team memberships and permissions",
      access: onMember("admin"),
      reply: { 204: null },
      handle: ({ context, organization, member }) =>
        context.database.write((trx) => removeMember(trx, organization.id, member.user_id)),
    }),

    operation("updateOrganizationMemberLastSeenAt", "POST /orgs/:organizationId/ping", {
      summary: "Record that the caller is active, and get their claims for the organization's sites",
      access: onOrganization("guest"),
      reply: { 200: Claims },
      handle: async ({ context, organization, caller }) => {
        const changes = { last_seen_at: context.clock.now() };
        await context.database.write((trx) => updateMember(trx, organization.id, caller.userId, changes));
        const claims = await signClaims(context, organization, caller);
        return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims };
      },
    }),

    operation("setUserAsSSOMemberForOrganization", "POST /orgs/:organizationId/members/:userId/sso", {
      summary: "Mark a member as an SSO member",
      access: onMember("admin"),
      reply: { 200: Member },
      handle: async (call) => {
        const { context, organization, member } = call;
        await context.database.write((trx) => updateMember(trx, organization.id, member.user_id, { sso: 1 }));
        return readMember(call, member.user_id);
      },
    }),

    operation("listSpacesForOrganizationMember", "GET /orgs/:organizationId/members/:userId/spaces", {
      summary: "List the spaces that a member can read, with their role on each",
      isRepeatable: true,
      access: onMember("admin", { orSelf: true }),
      query: Type.Object({ ...ListQuery, order: Order }),
      reply: { 200: ListOf(MemberSpace) },
      handle: (call) => {
        const { organization, member, query } = call;
        const membership = { organizationId: organization.id, userId: member.user_id, role: member.role };
        return listSpacesOfMember(call, membership, membershipIn(call), query.order);
      },
    }),
  ],
};

async function readMember({ context, params }: Call<{ organizationId: string }>, userId: string) {
  const row = requireFound(await findMember(context.database.read, params.organizationId, userId), "Member");
  return presentMember(row, context.urls);
}

/** Signs a token that identifies the member to sites of the organization. */
function signClaims({ clock, config, secrets }: Context, { id, role }: OrganizationRow, caller: Caller) {
  const now = Math.floor(clock.time() / 1000);
  return new SignJWT({ email: caller.email, organization: id, role })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(config.baseUrl)
    .setSubject(caller.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .sign(Buffer.from(secrets.claims, "base64url"));
}
