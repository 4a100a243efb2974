import { Type } from "@sinclair/typebox";
import { findMembership } from "../../identity/roles/index.ts";
import { fold, notFound, requireFound } from "../../platform/index.ts";
import { isRow } from "../../storage/database/index.ts";
import { type Call, ListOf, ListQuery, type OperationGroup, operation, readList } from "../http/index.ts";
import { memberColumns, onMember, presentMember } from "../members/index.ts";
import { type OrganizationRow, onOrganization } from "../organizations/index.ts";
import { changeMembers, createTeam, putMembers, removeMembers } from "./change-members.ts";
import {
  MemberTeam,
  presentTeam,
  Team,
  TeamCreate,
  TeamListQuery,
  TeamMember,
  TeamMembersUpdate,
  TeamMemberUpdate,
  TeamUpdate,
  TitleFilter,
} from "./schema.ts";
import {
  countTeamMembers,
  findCountedTeam,
  onTeam,
  selectTeamMembers,
  selectTeams,
  selectTeamsOfMember,
  type TeamRow,
  teamColumns,
} from "./store.ts";

const path = "/orgs/:organizationId/teams";

export const teams: OperationGroup = {
  title: "Teams and team members",
  operations: [
    operation("listTeamsInOrganizationById", `GET ${path}`, {
      summary: "List the teams of an organization",
      isRepeatable: true,
      access: onOrganization("read"),
      query: TeamListQuery,
      reply: { 200: ListOf(Team) },
      handle: (call) =>
        readList(call, {
          matching: selectTeams(call.context.database.read, call.organization.id, call.query),
          select: (query) => query.select(teamColumns(call.caller.userId)),
          keys: ["teams.id"],
          present: (rows) => rows.map((row) => presentTeam(row, call.organization.role)),
        }),
    }),

    operation("createOrganizationTeam", `PUT ${path}`, {
      summary: "Create a team",
      access: onOrganization("admin"),
      body: TeamCreate,
      reply: { 201: Team },
      location: ({ id }, { context, params }) =>
        context.urls.api(`/orgs/${params.organizationId}/teams/${id}`),
      handle: async (call) => {
        const { context, organization, body } = call;
        const id = await context.database.write((trx) =>
          createTeam(trx, organization.id, body, context.clock.now()),
        );
        return readTeam(call, id);
      },
    }),

    operation("getTeamInOrganizationById", `GET ${path}/:teamId`, {
      summary: "Read a team",
      isRepeatable: true,
      access: onTeam("view"),
      reply: { 200: Team },
      handle: (call) => readTeam(call, call.team.id),
    }),

    operation("updateTeamInOrganizationById", `PATCH ${path}/:teamId`, {
      summary: "Rename a team",
      access: onTeam("admin"),
      body: TeamUpdate,
      reply: { 200: Team },
      handle: async (call) => {
        const { context, team, body } = call;
        const changes = { title: body.title, search_text: fold(body.title) };
        await context.database.write((trx) =>
          trx.updateTable("teams").set(changes).where(isRow(team)).execute(),
        );
        return readTeam(call, team.id);
      },
    }),

    operation("removeTeamFromOrganizationById", `DELETE ${path}/:teamId`, {
      summary: "Delete a team and its permissions",
      access: onTeam("admin"),
      reply: { 204: null },
      handle: ({ context, team }) =>
        context.database.write((trx) => trx.deleteFrom("teams").where(isRow(team)).execute()),
    }),

    operation("listTeamMembersInOrganizationById", `GET ${path}/:teamId/members`, {
      summary: "List the members of a team",
      isRepeatable: true,
      access: onTeam("view"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(TeamMember) },
      handle: async (call) =>
        readList(call, {
          matching: selectTeamMembers(call.context.database.read, call.organization.id, call.team.id),
          select: (query) =>
            query
              .innerJoin("users", "users.id", "members.user_id")
              .select(memberColumns(call.organization.id))
              .select("membership.role as team_role"),
          keys: ["membership.joined_at", "membership.user_id"],
          count: await countTeamMembers(call.context.database.read, call.team),
          present: (rows) =>
            rows.map((row) => ({
              organization: presentMember(row, call.context.urls),
              team: { role: row.team_role },
              permissions: { view: true },
            })),
        }),
    }),

    operation("updateMembersInOrganizationTeam", `PUT ${path}/:teamId/members`, {
      summary: "Add, remove and change members of a team in one request",
      access: onTeam("manage-members"),
      body: TeamMembersUpdate,
      reply: { 204: null },
      handle: ({ context, team, body }) =>
        context.database.write((trx) => changeMembers(trx, refOf(team), body, context.clock.now())),
    }),

    operation("addMemberToOrganizationTeamById", `PUT ${path}/:teamId/members/:userId`, {
      summary: "Add a member to a team, or change their role in it",
      access: onTeam("manage-members"),
      body: TeamMemberUpdate,
      bodyOptional: true,
      reply: { 204: null },
      handle: ({ context, organization, team, params: { userId }, body: { role } }) =>
        context.database.write(async (trx) => {
          requireFound(await findMembership(trx, organization.id, userId), "Member");
          await putMembers(trx, refOf(team), new Map([[userId, role]]), context.clock.now());
        }),
    }),

    operation("deleteMemberFromOrganizationTeamById", `DELETE ${path}/:teamId/members/:userId`, {
      summary: "Remove a member from a team",
      access: onTeam("manage-members"),
      reply: { 204: null },
      handle: ({ context, team, params: { userId } }) =>
        context.database.write(async (trx) => {
          if ((await removeMembers(trx, refOf(team), [userId])) === 0) throw notFound("Team member");
        }),
    }),
  ],
};

const refOf = ({ organization_id, id }: TeamRow) => ({ organizationId: organization_id, teamId: id });

async function readTeam(
  { context, caller, organization }: Call & { organization: OrganizationRow },
  id: string,
) {
  const row = await findCountedTeam(context.database.read, organization.id, id, caller.userId);
  return presentTeam(requireFound(row, "Team"), organization.role);
}

const memberTeams = "GET /orgs/:organizationId/members/:userId/teams";

/** An operation of the group on members. It is declared here because it presents teams. */
export const listTeamsOfMember = operation("listTeamsForOrganizationMember", memberTeams, {
  summary: "List the teams of a member",
  access: onMember("read", { orSelf: true }),
  query: Type.Object({ ...ListQuery, title: TitleFilter }),
  reply: { 200: ListOf(MemberTeam) },
  handle: (call) =>
    readList(call, {
      matching: selectTeamsOfMember(call.context.database.read, call.member, call.query.title),
      select: (query) =>
        query.select(teamColumns(call.caller.userId)).select("membership.role as member_role"),
      keys: ["teams.id"],
      present: (rows) =>
        rows.map((row) => ({
          team: presentTeam(row, call.organization.role),
          member: { role: row.member_role },
        })),
    }),
});
