import { Type } from "@sinclair/typebox";
import { ListOf, ListQuery, operation, presentList, readPage } from "../http/index.ts";
import { onMember } from "../members/index.ts";
import { presentTeam } from "./present.ts";
import { MemberTeam, TitleFilter } from "./schema.ts";
import { matchTeamsOfMember, teamColumns } from "./store.ts";

/** An operation of the members' chapter, declared here because it presents teams. */
export const listTeamsOfMember = operation({
  id: "listTeamsForOrganizationMember",
  method: "GET",
  path: "/orgs/:organizationId/members/:userId/teams",
  summary: "List the teams of a member",
  access: onMember("read", { orSelf: true }),
  query: Type.Object({ ...ListQuery, title: TitleFilter }),
  reply: { 200: ListOf(MemberTeam) },
  handle: async (call) => {
    const { context, organization, caller, member, query } = call;
    const page = await readPage(call, {
      matching: matchTeamsOfMember(context.database.read, organization.id, member.user_id, query.title),
      select: (page) => page.select(teamColumns(caller.userId)).select("membership.role as member_role"),
      keys: ["teams.id"],
      order: "asc",
    });
    return presentList(page, (row) => ({
      team: presentTeam(row, organization.role),
      member: { role: row.member_role },
    }));
  },
});
