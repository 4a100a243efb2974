import { sql } from "kysely";
import { countSpaces, itemsGrantedToTeam, type TeamRole } from "../../identity/roles/index.ts";
import { forbidden, likePattern, notFound } from "../../platform/index.ts";
import type { MemberTable, Reader, TeamTable } from "../../storage/database/index.ts";
import type { Access } from "../http/index.ts";
import { type OrganizationRow, onOrganization, requireRole } from "../organizations/index.ts";
import { canManageTeam, canSeeTeam } from "./schema.ts";

/** A team with the caller's role in it. */
export interface TeamRow extends TeamTable {
  /** Null if the caller is not in the team. */
  caller_role: TeamRole | null;
}

/** A team with its counts, which take longer the larger it is. */
export interface CountedTeamRow extends TeamRow {
  members: number;
  spaces: number;
}

export function selectTeams(
  db: Reader,
  organizationId: string,
  { owner, title }: { owner?: string; title?: string },
) {
  const query = db.selectFrom("teams").where("teams.organization_id", "=", organizationId);
  const filtered = title ? query.where(titleContains(title)) : query;
  return owner === undefined ? filtered : filtered.where(isManagedBy(owner));
}

/** The teams of a member, joined with the membership. */
export function selectTeamsOfMember(
  db: Reader,
  { organization_id, user_id }: Pick<MemberTable, "organization_id" | "user_id">,
  title: string | undefined,
) {
  const query = db
    .selectFrom("teams")
    .innerJoin("team_members as membership", "membership.team_id", "teams.id")
    .where("membership.organization_id", "=", organization_id)
    .where("membership.user_id", "=", user_id);
  return title ? query.where(titleContains(title)) : query;
}

function titleContains(title: string) {
  return sql<boolean>`teams.search_text like ${likePattern(title)} escape '\\'`;
}

/** Admins manage every team, owners their own. */
function isManagedBy(userId: string) {
  return sql<boolean>`(
    exists (
      select 1 from team_members
      where team_id = teams.id and user_id = ${userId} and role = 'owner'
    ) or exists (
      select 1 from members
      where organization_id = teams.organization_id and user_id = ${userId} and role = 'admin'
    )
  )`;
}

const memberCount = sql<number>`(select count(*) from team_members where team_id = teams.id)`.as("members");

function uncountedColumns(callerId: string) {
  return [
    "teams.id",
    "teams.organization_id",
    "teams.title",
    "teams.search_text",
    "teams.created_at",
    sql<TeamRole | null>`(
      select role from team_members where team_id = teams.id and user_id = ${callerId}
    )`.as("caller_role"),
  ] as const;
}

export function teamColumns(callerId: string) {
  return [
    ...uncountedColumns(callerId),
    memberCount,
    countSpaces(itemsGrantedToTeam(sql`teams.organization_id`, sql`teams.id`)).as("spaces"),
  ] as const;
}

function selectTeam(db: Reader, organizationId: string, teamId: string) {
  return db
    .selectFrom("teams")
    .where("teams.organization_id", "=", organizationId)
    .where("teams.id", "=", teamId);
}

export function findCountedTeam(db: Reader, organizationId: string, teamId: string, callerId: string) {
  return selectTeam(db, organizationId, teamId).select(teamColumns(callerId)).executeTakeFirst();
}

export async function countTeamMembers(
  db: Reader,
  { organization_id, id }: Pick<TeamRow, "organization_id" | "id">,
): Promise<number> {
  const row = await selectTeam(db, organization_id, id).select(memberCount).executeTakeFirst();
  return row?.members ?? 0;
}

/** The members of a team, joined with their memberships of the organization. */
export function selectTeamMembers(db: Reader, organizationId: string, teamId: string) {
  return db
    .selectFrom("members")
    .innerJoin("team_members as membership", (join) =>
      join
        .onRef("membership.organization_id", "=", "members.organization_id")
        .onRef("membership.user_id", "=", "members.user_id"),
    )
    .where("membership.organization_id", "=", organizationId)
    .where("membership.team_id", "=", teamId);
}

const rules = {
  view: "Organization role `read` or above, and the team's members",
  "manage-members": "Organization role `admin`, and the team's owners",
  admin: "Organization role `admin`",
};

/** The team in the path, for callers with this level of access to it. */
export function onTeam(
  level: keyof typeof rules,
): Access<{ organization: OrganizationRow; team: TeamRow }, { organizationId: string; teamId: string }> {
  return {
    rule: rules[level],
    resolve: async (call) => {
      const { context, caller, params } = call;
      const { organization } = await onOrganization("guest").resolve(call);
      const team = await selectTeam(context.database.read, organization.id, params.teamId)
        .select(uncountedColumns(caller.userId))
        .executeTakeFirst();
      if (team === undefined || !canSeeTeam(team, organization.role)) throw notFound("Team");
      if (level === "admin") requireRole(organization.role, "admin");
      if (level === "manage-members" && !canManageTeam(team, organization.role))
        throw forbidden("The members of a team are managed by its owners and by admins of the organization");
      return { organization, team };
    },
  };
}
