import { Type } from "@sinclair/typebox";
import { ListOf, type Operation, operation, RoleSchema, readList, Timestamp } from "../http/index.ts";
import { MemberListQuery, memberKeys, selectMembers } from "../members/index.ts";
import { presentUser, User } from "../users/index.ts";
import { onSite } from "./access.ts";

const SitePermission = Type.Object(
  {
    permission: RoleSchema,
    user: User,
    origin: Type.Object({ type: Type.Literal("organization"), organization: Type.String() }),
    disabled: Type.Boolean({ description: "Always false: disabled members have no permissions." }),
    lastSeenAt: Type.Optional(Timestamp),
  },
  { title: "UserSitePermission" },
);

/** The role in the organization is the role on all its sites. Guests have none. */
export const listPermissions: Operation = operation(
  "listPermissionsAggregateInSite",
  "GET /orgs/:organizationId/sites/:siteId/permissions/aggregate",
  {
    summary: "List all members who can read a site, with their effective role",
    access: onSite("read"),
    query: MemberListQuery,
    reply: { 200: ListOf(SitePermission) },
    handle: (call) => {
      const { context, site, query } = call;
      return readList(call, {
        matching: selectMembers(context.database.read, site.organization_id, query)
          .where("members.disabled", "=", 0)
          .where("members.role", "is not", null),
        select: (rows) =>
          rows
            .innerJoin("users", "users.id", "members.user_id")
            .selectAll("users")
            .select(["members.role", "members.last_seen_at"]),
        keys: memberKeys(query),
        order: query.order,
        present: (rows) =>
          rows.map((row) => ({
            permission: row.role ?? "read",
            user: presentUser(row, context.urls),
            origin: { type: "organization" as const, organization: site.organization_id },
            disabled: false,
            lastSeenAt: row.last_seen_at ?? undefined,
          })),
      });
    },
  },
);
