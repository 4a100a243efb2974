import { type Static, Type } from "@sinclair/typebox";
import {
  findGrantees,
  type Grantee,
  hasGrant,
  memberRoleExpression,
  type Role,
  roles,
  selectTeamGrants,
  selectUserGrants,
  setGrants,
} from "../../identity/roles/index.ts";
import { badInput, notFound } from "../../platform/index.ts";
import type { LibraryItemTable, Writer } from "../../storage/database/index.ts";
import {
  type Call,
  ListOf,
  ListQuery,
  NullableRole,
  nothingToDo,
  type Operation,
  type OperationGroup,
  operation,
  RoleSchema,
  readList,
  StringEnum,
} from "../http/index.ts";
import { lockLibraryItems } from "../library-items/index.ts";
import { presentTeam, Team, teamColumns } from "../teams/index.ts";
import { presentUser, User } from "../users/index.ts";
import { type AccessTo, onCollectionItem, onSpaceItem } from "./access.ts";
import { Explanation, explainPermission } from "./explain.ts";

const UserPermission = Type.Object({ permission: RoleSchema, user: User }, { title: "UserPermission" });
const TeamPermission = Type.Object({ permission: RoleSchema, team: Team }, { title: "TeamPermission" });

const Ids = Type.Array(Type.String(), { minItems: 1, maxItems: 1000 });

type Invitation = Static<typeof Invitation>;
const Invitation = Type.Object({
  role: NullableRole,
  users: Type.Optional(Ids),
  teams: Type.Optional(Ids),
});

const PermissionUpdate = Type.Object({ role: Type.Optional(NullableRole) });

const AggregateQuery = Type.Object({
  ...ListQuery,
  role: Type.Optional(StringEnum(roles, { description: "Only members with exactly this role." })),
});

export const permissions: OperationGroup = {
  title: "Permissions on spaces and collections",
  operations: [
    ...operationsOn("Space", "/spaces/:spaceId", onSpaceItem),
    ...operationsOn("Collection", "/collections/:collectionId", onCollectionItem),
  ],
};

/** Permissions on spaces and on collections differ only in names and paths. */
function operationsOn(name: "Space" | "Collection", path: string, accessTo: AccessTo): Operation[] {
  const kind = name.toLowerCase();
  return [
    operation(`inviteTo${name}`, `POST ${path}/permissions`, {
      summary: `Grant users and teams a role on a ${kind}`,
      access: accessTo("admin"),
      body: Invitation,
      reply: { 204: null },
      handle: ({ context, item, body }) => context.database.write((trx) => grantRoles(trx, item, body)),
    }),

    operation(`listPermissionsAggregateIn${name}`, `GET ${path}/permissions/aggregate`, {
      summary: `List all members who can read a ${kind}, with their effective role`,
      isRepeatable: true,
      access: accessTo("list"),
      query: AggregateQuery,
      reply: { 200: ListOf(UserPermission) },
      handle: async (call) => {
        const { context, item, query } = call;
        const { read } = context.database;
        const role = await memberRoleExpression(read, item);
        const readers = read
          .selectFrom("members")
          .where("members.organization_id", "=", item.organization_id)
          .where("members.disabled", "=", 0)
          .where((eb) => eb.or([eb("members.role", "is not", null), eb(role, "is not", null)]));
        return readList(call, {
          matching: query.role === undefined ? readers : readers.where(role, "=", query.role),
          select: (rows) =>
            rows
              .innerJoin("users", "users.id", "members.user_id")
              .selectAll("users")
              .select(role.as("permission")),
          keys: ["members.user_id"],
          present: (rows) => rows.map((row) => presentPermission(row, context)),
        });
      },
    }),

    operation(`listUserPermissionsIn${name}`, `GET ${path}/permissions/users`, {
      summary: `List the users with a permission on a ${kind}`,
      isRepeatable: true,
      access: accessTo("list"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(UserPermission) },
      handle: (call) => {
        const { context, item } = call;
        return readList(call, {
          matching: selectUserGrants(context.database.read, item),
          select: (query) => query.selectAll("users").select("grants.role as permission"),
          keys: ["grants.user_id"],
          present: (rows) => rows.map((row) => presentPermission(row, context)),
        });
      },
    }),

    operation(`listTeamPermissionsIn${name}`, `GET ${path}/permissions/teams`, {
      summary: `List the teams with a permission on a ${kind}`,
      isRepeatable: true,
      access: accessTo("list"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(TeamPermission) },
      handle: (call) => {
        const { context, caller, item, member } = call;
        return readList(call, {
          matching: selectTeamGrants(context.database.read, item),
          select: (query) => query.select(teamColumns(caller.userId)).select("grants.role as permission"),
          keys: ["grants.team_id"],
          present: (rows) =>
            rows.map((row) => ({ permission: row.permission, team: presentTeam(row, member.role) })),
        });
      },
    }),

    operation(`explainUserPermissionIn${name}`, `GET ${path}/permissions/users/:userId/explanation`, {
      summary: `Explain why a member has their role on a ${kind}, or none`,
      access: accessTo("inspect"),
      reply: { 200: Explanation },
      handle: (call) => explainPermission(call, (call.params as { userId: string }).userId),
    }),

    ...changeOperations(name, path, accessTo, "user"),
    ...changeOperations(name, path, accessTo, "team"),
  ];
}

function changeOperations(name: string, path: string, accessTo: AccessTo, grantee: Grantee): Operation[] {
  const title = grantee === "user" ? "User" : "Team";
  const permissionPath = `${path}/permissions/${grantee}s/:${grantee}Id`;
  const idOf = ({ params }: Call) => (params as Record<string, string>)[`${grantee}Id`] ?? "";
  return [
    operation(`update${title}PermissionIn${name}`, `PATCH ${permissionPath}`, {
      summary: `Change the permission of a ${grantee}`,
      access: accessTo("admin"),
      body: PermissionUpdate,
      reply: { 204: null },
      handle: (call) => {
        const { context, item, body } = call;
        return context.database.write(async (trx) => {
          await lockLibraryItems(trx, item.organization_id, [item.id]);
          if (!(await hasGrant(trx, item, grantee, idOf(call)))) throw notFound(`${title} permission`);
          if (body.role !== undefined) await setGrants(trx, item, grantee, [idOf(call)], body.role);
        });
      },
    }),

    operation(`remove${title}From${name}`, `DELETE ${permissionPath}`, {
      summary: `Remove the permission of a ${grantee}`,
      access: accessTo("admin"),
      reply: { 205: null },
      noopStatus: 204,
      handle: (call) => {
        const { context, item } = call;
        return context.database.write(async (trx) => {
          await lockLibraryItems(trx, item.organization_id, [item.id]);
          if (!(await hasGrant(trx, item, grantee, idOf(call)))) return nothingToDo;
          return setGrants(trx, item, grantee, [idOf(call)], null);
        });
      },
    }),
  ];
}

type PermissionRow = Parameters<typeof presentUser>[0] & { permission: Role | null };

function presentPermission(row: PermissionRow, { urls }: Call["context"]) {
  return { permission: row.permission ?? "read", user: presentUser(row, urls) };
}

/** Grants a role to users and teams of the item's organization, atomically. */
async function grantRoles(trx: Writer, item: LibraryItemTable, { role, users = [], teams = [] }: Invitation) {
  if (users.length === 0 && teams.length === 0) throw badInput("body", "must contain users or teams");
  await lockLibraryItems(trx, item.organization_id, [item.id]);
  for (const [grantee, granteeIds] of Object.entries({ user: users, team: teams }) as [Grantee, string[]][]) {
    const ids = [...new Set(granteeIds)];
    if (ids.length === 0) continue;
    const existing = await findGrantees(trx, item.organization_id, grantee, ids);
    const missing = ids.find((id) => !existing.has(id));
    if (missing !== undefined)
      throw notFound(`${grantee}s: ${grantee === "user" ? "Member" : "Team"} ${missing}`);
    await setGrants(trx, item, grantee, ids, role);
  }
}
