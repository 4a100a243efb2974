import { type RawBuilder, sql } from "kysely";
import type { Membership } from "./content-roles.ts";

/** The ids of what was given to a member, directly or through a team, and of all that is inside of it. */
export function givenToMember(
  organizationId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<string> {
  return withAllInside(
    organizationId,
    sql`
      select content_id from content_user_grants
      where organization_id = ${organizationId} and user_id = ${userId}
      union
      select content_id from content_team_grants
      join team_members on team_members.team_id = content_team_grants.team_id
      where team_members.organization_id = ${organizationId} and team_members.user_id = ${userId}
    `,
  );
}

/** The same for a team. */
export function givenToTeam(
  organizationId: RawBuilder<unknown>,
  teamId: RawBuilder<unknown>,
): RawBuilder<string> {
  return withAllInside(
    organizationId,
    sql`select content_id from content_team_grants where team_id = ${teamId}`,
  );
}

function withAllInside(organizationId: RawBuilder<unknown>, given: RawBuilder<unknown>): RawBuilder<string> {
  return sql`
    with recursive given(id) as (
      ${given}
      union
      select inner_contents.id from given
      join contents as inner_contents
        on inner_contents.parent_id = given.id and inner_contents.organization_id = ${organizationId}
    )
    select id from given
  `;
}

/** Of a row of `contents`: whether the member may see it. Every role sees everything; a guest what was given. */
export function isVisibleTo({ organizationId, userId, role }: Membership) {
  return role === null
    ? sql<boolean>`contents.id in (${givenToMember(sql`${organizationId}`, sql`${userId}`)})`
    : sql<boolean>`1 = 1`;
}

/** How many living spaces there are among these ids. */
export function countSpaces(ids: RawBuilder<string>) {
  return sql<number>`(
    select count(*) from contents
    where kind = 'space' and deleted_at is null and id in (${ids})
  )`;
}
