import { sql } from "kysely";
import { countSpaces, itemsGrantedToTeam, type TeamRole } from "../../identity/roles/index.ts";
import { fold, likePattern, newId } from "../../platform/index.ts";
import type { Reader, TeamTable, Writer } from "../../storage/database/index.ts";

/** A team as one caller sees it. */
export interface TeamRow extends TeamTable {
  members: number;
  spaces: number;
  /** What the caller is in the team; null when they are not in it. */
  caller_role: TeamRole | null;
}

/** The teams of an organization that pass these filters. */
export function matchTeams(
  db: Reader,
  organizationId: string,
  { owner, title }: { owner?: string; title?: string },
) {
  let query = db.selectFrom("teams").where("teams.organization_id", "=", organizationId);
  if (title !== undefined && title !== "") query = query.where(titleContains(title));
  if (owner !== undefined) query = query.where(isManagedBy(owner));
  return query;
}

/** The teams that a member is in, with their membership beside each. */
export function matchTeamsOfMember(
  db: Reader,
  organizationId: string,
  userId: string,
  title: string | undefined,
) {
  const query = db
    .selectFrom("teams")
    .innerJoin("team_members as membership", "membership.team_id", "teams.id")
    .where("membership.organization_id", "=", organizationId)
    .where("membership.user_id", "=", userId);
  return title === undefined || title === "" ? query : query.where(titleContains(title));
}

function titleContains(title: string) {
  return sql<boolean>`teams.search_text like ${likePattern(title)} escape '\\'`;
}

/** Admins manage every team, owners theirs. */
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

/** What a team shows to this caller. */
export function teamColumns(callerId: string) {
  return [
    "teams.id",
    "teams.organization_id",
    "teams.title",
    "teams.search_text",
    "teams.created_at",
    sql<number>`(select count(*) from team_members where team_id = teams.id)`.as("members"),
    countSpaces(itemsGrantedToTeam(sql`teams.organization_id`, sql`teams.id`)).as("spaces"),
    sql<TeamRole | null>`(
      select role from team_members where team_id = teams.id and user_id = ${callerId}
    )`.as("caller_role"),
  ] as const;
}

export function findTeam(
  db: Reader,
  organizationId: string,
  teamId: string,
  callerId: string,
): Promise<TeamRow | undefined> {
  return db
    .selectFrom("teams")
    .where("teams.organization_id", "=", organizationId)
    .where("teams.id", "=", teamId)
    .select(teamColumns(callerId))
    .executeTakeFirst();
}

export async function insertTeam(
  trx: Writer,
  organizationId: string,
  title: string,
  now: string,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto("teams")
    .values({ id, organization_id: organizationId, title, search_text: fold(title), created_at: now })
    .execute();
  return id;
}

export async function renameTeam(
  trx: Writer,
  organizationId: string,
  teamId: string,
  title: string,
): Promise<void> {
  await trx
    .updateTable("teams")
    .set({ title, search_text: fold(title) })
    .where("organization_id", "=", organizationId)
    .where("id", "=", teamId)
    .execute();
}

export async function deleteTeam(trx: Writer, organizationId: string, teamId: string): Promise<void> {
  await trx
    .deleteFrom("teams")
    .where("organization_id", "=", organizationId)
    .where("id", "=", teamId)
    .execute();
}

/** The members of a team, as members of the organization. */
export function matchTeamMembers(db: Reader, organizationId: string, teamId: string) {
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

/** What a user is in a team; undefined when they are not in it. */
export async function findTeamRole(
  db: Reader,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<TeamRole | undefined> {
  const row = await db
    .selectFrom("team_members")
    .where("organization_id", "=", organizationId)
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .select("role")
    .executeTakeFirst();
  return row?.role;
}
