import { type RawBuilder, sql } from "kysely";
import type { LibraryItemTable, Reader, Role, Writer } from "../../storage/database/index.ts";
import type { Membership } from "./library-item-roles.ts";

type ItemRef = Pick<LibraryItemTable, "id" | "organization_id">;

/** Roles are granted to users and to teams, in one table each. */
export type Grantee = "user" | "team";

const tables = {
  user: { grants: "content_user_grants", key: "user_id", grantees: "members", id: "user_id" },
  team: { grants: "content_team_grants", key: "team_id", grantees: "teams", id: "id" },
} as const;

/** Grants a role to users or teams, in place of their previous one; null revokes it. */
export async function setGrants(
  trx: Writer,
  { id: content_id, organization_id }: ItemRef,
  grantee: Grantee,
  ids: readonly string[],
  role: Role | null,
): Promise<void> {
  const { grants, key } = tables[grantee];
  await trx.deleteFrom(grants).where("content_id", "=", content_id).where(sql.ref(key), "in", ids).execute();
  if (role === null) return;
  const rows = ids.map((id) => ({ organization_id, content_id, role, [key]: id }));
  await trx
    .insertInto(grants)
    .values(rows as never)
    .execute();
}

export async function copyGrants(trx: Writer, from: string, to: string): Promise<void> {
  for (const { grants, key } of Object.values(tables)) {
    await sql`
      insert into ${sql.table(grants)} (organization_id, content_id, ${sql.ref(key)}, role)
      select organization_id, ${to}, ${sql.ref(key)}, role from ${sql.table(grants)} where content_id = ${from}
    `.execute(trx);
  }
}

/** Which of these users or teams belong to the organization. */
export async function findGrantees(
  db: Reader,
  organizationId: string,
  grantee: Grantee,
  ids: readonly string[],
): Promise<Set<string>> {
  const { grantees, id } = tables[grantee];
  const rows = await db
    .selectFrom(grantees)
    .where("organization_id", "=", organizationId)
    .where(sql.ref(id), "in", ids)
    .select(sql.ref<string>(id).as("id"))
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function hasGrant(db: Reader, item: ItemRef, grantee: Grantee, id: string): Promise<boolean> {
  const { grants, key } = tables[grantee];
  const query = db.selectFrom(grants).where("content_id", "=", item.id).where(sql.ref(key), "=", id);
  return (await query.select("role").executeTakeFirst()) !== undefined;
}

export function selectUserGrants(db: Reader, { id, organization_id }: ItemRef) {
  return db
    .selectFrom("content_user_grants as grants")
    .innerJoin("users", "users.id", "grants.user_id")
    .where("grants.organization_id", "=", organization_id)
    .where("grants.content_id", "=", id);
}

export function selectTeamGrants(db: Reader, { id, organization_id }: ItemRef) {
  return db
    .selectFrom("teams")
    .innerJoin("content_team_grants as grants", "grants.team_id", "teams.id")
    .where("grants.organization_id", "=", organization_id)
    .where("grants.content_id", "=", id);
}

type Value = RawBuilder<unknown>;

/** The ids of the library items granted to a member, directly or through a team, and of all items in them. */
export function itemsGrantedToMember(organizationId: Value, userId: Value): RawBuilder<string> {
  return withDescendants(
    sql`
      select organization_id, content_id from content_user_grants
      where organization_id = ${organizationId} and user_id = ${userId}
      union
      select content_team_grants.organization_id, content_id from content_team_grants
      join team_members on team_members.team_id = content_team_grants.team_id
      where team_members.organization_id = ${organizationId} and team_members.user_id = ${userId}
    `,
  );
}

/** The ids of the library items granted to a team, and of all items in them. */
export function itemsGrantedToTeam(organizationId: Value, teamId: Value): RawBuilder<string> {
  return withDescendants(sql`
    select organization_id, content_id from content_team_grants
    where organization_id = ${organizationId} and team_id = ${teamId}
  `);
}

/** The organization is a column: if it were a constant, SQLite would read all items of the organization for each parent. */
function withDescendants(items: Value): RawBuilder<string> {
  return sql`
    with recursive granted(organization_id, id) as (
      ${items}
      union
      select children.organization_id, children.id from granted
      join contents as children
        on children.parent_id = granted.id and children.organization_id = granted.organization_id
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

/** The number of spaces among these ids that are not in the trash. */
export function countSpaces(ids: RawBuilder<string>) {
  return sql<number>`(
    select count(*) from contents
    where kind = 'space' and deleted_at is null and id in (${ids})
  )`;
}
