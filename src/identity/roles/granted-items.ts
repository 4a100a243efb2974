import { type RawBuilder, sql } from "kysely";
import type { Membership } from "./library-item-roles.ts";

type Value = RawBuilder<unknown>;

/** The ids of the library items granted to a member, directly or through a team, and of all items in them. */
export function itemsGrantedToMember(organizationId: Value, userId: Value): RawBuilder<string> {
  return withDescendants(
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

/** The ids of the library items granted to a team, and of all items in them. */
export function itemsGrantedToTeam(organizationId: Value, teamId: Value): RawBuilder<string> {
  const granted = sql`select content_id from content_team_grants where team_id = ${teamId}`;
  return withDescendants(organizationId, granted);
}

function withDescendants(organizationId: Value, ids: Value): RawBuilder<string> {
  return sql`
    with recursive granted(id) as (
      ${ids}
      union
      select children.id from granted
      join contents as children
        on children.parent_id = granted.id and children.organization_id = ${organizationId}
    )
    select id from granted
  `;
}

/** Whether the member may see a row of `contents`. Guests see only items granted to them. */
export function isVisibleTo({ organizationId, userId, role }: Membership) {
  return role === null
    ? sql<boolean>`contents.id in (${itemsGrantedToMember(sql`${organizationId}`, sql`${userId}`)})`
    : sql<boolean>`1 = 1`;
}

/** The number of spaces outside of the trash among these ids. */
export function countSpaces(ids: RawBuilder<string>) {
  return sql<number>`(
    select count(*) from contents
    where kind = 'space' and deleted_at is null and id in (${ids})
  )`;
}
