import { Type } from "@sinclair/typebox";
import {
  findGrantees,
  type Grantee,
  hasGrant,
  type Membership,
  matchTeamGrants,
  matchUserGrants,
  memberRoleExpression,
  type Role,
  setGrants,
} from "../../identity/roles/index.ts";
import { badInput, forbidden, notFound } from "../../platform/index.ts";
import type { LibraryItemTable, Writer } from "../../storage/database/index.ts";
import { onCollection } from "../collections/index.ts";
import {
  type Access,
  type Call,
  type Chapter,
  ListOf,
  ListQuery,
  nothingToDo,
  type Operation,
  operation,
  presentList,
  readPage,
} from "../http/index.ts";
import { onActiveSpace, onSpace } from "../spaces/index.ts";
import { presentTeam, teamColumns } from "../teams/index.ts";
import { presentUser } from "../users/index.ts";
import { AggregateQuery, Invitation, PermissionUpdate, TeamPermission, UserPermission } from "./schema.ts";

interface OnContent {
  readonly content: LibraryItemTable;
  readonly member: Membership;
}

/** Who may see who has access: whoever may see the members of the organization, and who manages the thing itself. */
type Level = "list" | "admin";

/** Direct permissions are the same on spaces and on collections; only their names and paths differ. */
interface Kind<Params> {
  readonly name: "Space" | "Collection";
  readonly path: "/spaces/:spaceId" | "/collections/:collectionId";
  on(level: Level): Access<OnContent, Params>;
}

const onSpaces: Kind<{ spaceId: string }> = {
  name: "Space",
  path: "/spaces/:spaceId",
  on: (level) =>
    contentOf(level, level === "list" ? onSpace("read") : onActiveSpace("admin"), ({ space }) => space),
};

const onCollections: Kind<{ collectionId: string }> = {
  name: "Collection",
  path: "/collections/:collectionId",
  on: (level) =>
    contentOf(level, onCollection(level === "list" ? "read" : "admin"), ({ collection }) => collection),
};

function contentOf<Subject extends { member: Membership; role: Role }, Params>(
  level: Level,
  access: Access<Subject, Params>,
  pick: (subject: Subject) => LibraryItemTable,
): Access<OnContent, Params> {
  return {
    rule: level === "list" ? `${access.rule}; of guests, only its admins` : access.rule,
    resolve: async (call) => {
      const subject = await access.resolve(call);
      if (level === "list" && subject.member.role === null && subject.role !== "admin")
        throw forbidden("Guests do not see who else has access");
      return { content: pick(subject), member: subject.member };
    },
  };
}

export const permissions: Chapter = {
  title: "Permissions on spaces and collections",
  operations: [...operationsOn(onSpaces), ...operationsOn(onCollections)],
};

function operationsOn<Params>(kind: Kind<Params>): Operation[] {
  const { name, path } = kind;
  // The path's own parameters are read by its access alone.
  const on = kind.on as (level: Level) => Access<OnContent, unknown>;
  const thing = name.toLowerCase();
  return [
    operation({
      id: `inviteTo${name}`,
      method: "POST",
      path: `${path}/permissions`,
      summary: `Give users and teams a role on a ${thing}`,
      access: on("admin"),
      body: Invitation,
      reply: { 204: null },
      handle: async ({ context, content, body }) => {
        await context.database.write((trx) => givePermissions(trx, content, body));
      },
    }),

    operation({
      id: `listPermissionsAggregateIn${name}`,
      method: "GET",
      path: `${path}/permissions/aggregate`,
      summary: `List everybody who can read a ${thing}, with the role they come to have`,
      access: on("list"),
      query: AggregateQuery,
      reply: { 200: ListOf(UserPermission) },
      handle: async (call) => {
        const { context, content, query } = call;
        const { read } = context.database;
        const role = await memberRoleExpression(read, content);
        const everybody = read
          .selectFrom("members")
          .where("members.organization_id", "=", content.organization_id)
          .where("members.disabled", "=", 0)
          .where((eb) => eb.or([eb("members.role", "is not", null), eb(role, "is not", null)]));
        const page = await readPage(call, {
          matching: query.role === undefined ? everybody : everybody.where(role, "=", query.role),
          select: (found) =>
            found
              .innerJoin("users", "users.id", "members.user_id")
              .selectAll("users")
              .select(role.as("permission")),
          keys: ["members.user_id"],
          order: "asc",
        });
        return presentList(page, (row) => presentPermission(row, context));
      },
    }),

    operation({
      id: `listUserPermissionsIn${name}`,
      method: "GET",
      path: `${path}/permissions/users`,
      summary: `List the users who were given a role on a ${thing}`,
      access: on("list"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(UserPermission) },
      handle: async (call) => {
        const { context, content } = call;
        const page = await readPage(call, {
          matching: matchUserGrants(context.database.read, content),
          select: (found) => found.selectAll("users").select("grants.role as permission"),
          keys: ["grants.user_id"],
          order: "asc",
        });
        return presentList(page, (row) => presentPermission(row, context));
      },
    }),

    operation({
      id: `listTeamPermissionsIn${name}`,
      method: "GET",
      path: `${path}/permissions/teams`,
      summary: `List the teams that were given a role on a ${thing}`,
      access: on("list"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(TeamPermission) },
      handle: async (call) => {
        const { context, caller, content, member } = call;
        const page = await readPage(call, {
          matching: matchTeamGrants(context.database.read, content),
          select: (found) => found.select(teamColumns(caller.userId)).select("grants.role as permission"),
          keys: ["grants.team_id"],
          order: "asc",
        });
        return presentList(page, (row) => ({
          permission: row.permission,
          team: presentTeam(row, member.role),
        }));
      },
    }),

    ...changesOf(name, path, on, "user"),
    ...changesOf(name, path, on, "team"),
  ];
}

function changesOf(
  name: string,
  path: string,
  on: (level: Level) => Access<OnContent, unknown>,
  holder: Grantee,
): Operation[] {
  const title = holder === "user" ? "User" : "Team";
  const one = `${path}/permissions/${holder}s/:${holder}Id`;
  const idOf = ({ params }: Call): string => (params as Record<string, string>)[`${holder}Id`] ?? "";
  return [
    operation({
      id: `update${title}PermissionIn${name}`,
      method: "PATCH",
      path: one,
      summary: `Change the role that was given to a ${holder}`,
      access: on("admin"),
      body: PermissionUpdate,
      reply: { 204: null },
      handle: async (call) => {
        const { context, content, body } = call;
        const { role } = body;
        await context.database.write(async (trx) => {
          if (!(await hasGrant(trx, content, holder, idOf(call)))) throw notFound(`${title} permission`);
          if (role !== undefined) await setGrants(trx, content, holder, [idOf(call)], role);
        });
      },
    }),

    operation({
      id: `remove${title}From${name}`,
      method: "DELETE",
      path: one,
      summary: `Take away the role that was given to a ${holder}`,
      access: on("admin"),
      reply: { 205: null },
      noopStatus: 204,
      handle: async (call) => {
        const { context, content } = call;
        return context.database.write(async (trx) => {
          if (!(await hasGrant(trx, content, holder, idOf(call)))) return nothingToDo;
          return setGrants(trx, content, holder, [idOf(call)], null);
        });
      },
    }),
  ];
}

type PermissionRow = Parameters<typeof presentUser>[0] & { permission: Role | null };

function presentPermission(row: PermissionRow, { urls }: Call["context"]) {
  return { permission: row.permission ?? "read", user: presentUser(row, urls) };
}

/** Gives a role on a space or collection to users and teams of its organization: to all of them, or to none. */
export async function givePermissions(
  trx: Writer,
  content: Pick<LibraryItemTable, "id" | "organization_id">,
  { role, users = [], teams = [] }: Invitation,
): Promise<void> {
  if (users.length === 0 && teams.length === 0) throw badInput("body", "must name users or teams");
  for (const [holder, given] of [
    ["user", users],
    ["team", teams],
  ] as const) {
    const ids = [...new Set(given)];
    if (ids.length === 0) continue;
    await requireHolders(trx, content.organization_id, holder, ids);
    await setGrants(trx, content, holder, ids, role);
  }
}

async function requireHolders(trx: Writer, organizationId: string, holder: Grantee, ids: readonly string[]) {
  const known = await findGrantees(trx, organizationId, holder, ids);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw notFound(`${holder}s: ${holder === "user" ? "Member" : "Team"} ${unknown}`);
}
