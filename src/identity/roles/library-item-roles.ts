import { type RawBuilder, sql } from "kysely";
import {
  type LibraryItemTable,
  prepared,
  type Reader,
  type Role,
  roles,
} from "../../storage/database/index.ts";

export { type Role, roles, type TeamRole, teamRoles } from "../../storage/database/index.ts";

export interface Membership {
  readonly organizationId: string;
  readonly userId: string;
  /** Null for a guest. */
  readonly role: Role | null;
}

/** One library item or one of its ancestors, with the roles that apply there. */
interface AncestryRow {
  item_id: string;
  /** The id of the item or ancestor. */
  id: string;
  user_role: Role | null;
  /** Comma-separated. */
  team_roles: string | null;
  default_level: Role | null;
}

/**
 * The member's role on each of these library items, in one query. Items without access are omitted.
 *
 * The nearest role wins, not the highest: the user's grant on the item, then the highest role of their teams, then the
 * item's default level; then the same for its parent collection, and so on; at last the organization role.
 */
export async function resolveLibraryItemRoles(db: Reader, member: Membership, itemIds: readonly string[]) {
  if (itemIds.length === 0) return new Map();
  if (member.role === "admin") return new Map(itemIds.map((id) => [id, "admin"]));
  const rows = await selectAncestryRoles(db, member.organizationId, member.userId, itemIds).execute();
  const resolved = new Map<string, Role>();
  for (const [itemId, ancestry] of Map.groupBy(rows, (row) => row.item_id)) {
    const role = resolveRole(member.role, ancestry);
    if (role !== null) resolved.set(itemId, role);
  }
  return resolved;
}

const findAncestryRoles = prepared<{ organizationId: string; userId: string; itemId: string }, AncestryRow>(
  (db, value) => selectAncestryRoles(db, value("organizationId"), value("userId"), [value("itemId")]),
);

/** The member's role on one library item; null without access. */
export async function resolveLibraryItemRole(
  db: Reader,
  { organizationId, userId, role }: Membership,
  itemId: string,
): Promise<Role | null> {
  if (role === "admin") return "admin";
  return resolveRole(role, await findAncestryRoles(db, { organizationId, userId, itemId }));
}

function resolveRole(organizationRole: Role | null, ancestry: readonly AncestryRow[]): Role | null {
  return precedence(organizationRole, ancestry).next().value?.role ?? null;
}

/** A role of a member that applies to an item, and where it comes from. */
export interface RoleStep {
  readonly source: (typeof roleSources)[number];
  readonly role: Role;
  /** The item or the collection above it that has the grant or the default level. */
  readonly itemId?: string;
}

export const roleSources = ["user", "team", "default-level", "organization"] as const;

/** All roles that apply, in the order of precedence: the first one decides. */
function* precedence(organizationRole: Role | null, ancestry: readonly AncestryRow[]): Generator<RoleStep> {
  // Admins of the organization are admins everywhere.
  if (organizationRole === "admin") yield { source: "organization", role: "admin" };
  for (const { id: itemId, user_role, team_roles, default_level } of ancestry) {
    const teamRole = highestRole((team_roles?.split(",") ?? []) as Role[]);
    if (user_role !== null) yield { source: "user", role: user_role, itemId };
    if (teamRole !== null) yield { source: "team", role: teamRole, itemId };
    // Default levels do not apply to guests.
    if (default_level !== null && organizationRole !== null)
      yield { source: "default-level", role: default_level, itemId };
  }
  if (organizationRole !== null && organizationRole !== "admin")
    yield { source: "organization", role: organizationRole };
}

/** All roles of a member that apply to a library item, in the order of precedence. */
export async function explainLibraryItemRole(
  db: Reader,
  { organizationId, userId, role }: Membership,
  itemId: string,
): Promise<RoleStep[]> {
  return [...precedence(role, await findAncestryRoles(db, { organizationId, userId, itemId }))];
}

type Value = string | RawBuilder<string>;

function selectAncestryRoles(db: Reader, organizationId: Value, userId: Value, itemIds: readonly Value[]) {
  return selectAncestry(db, organizationId, itemIds)
    .select((eb) => [
      "ancestry.item_id",
      "ancestry.id",
      "ancestry.default_level",
      eb
        .selectFrom("content_user_grants as grants")
        .whereRef("grants.content_id", "=", "ancestry.id")
        .where("grants.user_id", "=", userId)
        .select("grants.role")
        .as("user_role"),
      eb
        .selectFrom("content_team_grants as grants")
        .innerJoin("team_members", "team_members.team_id", "grants.team_id")
        .whereRef("grants.content_id", "=", "ancestry.id")
        .where("team_members.user_id", "=", userId)
        .select(sql<string>`string_agg(grants.role, ',')`.as("roles"))
        .as("team_roles"),
    ])
    .orderBy("ancestry.item_id")
    .orderBy("ancestry.depth");
}

/** These library items (at depth 0) and the collections above each of them. */
function selectAncestry(db: Reader, organizationId: Value, itemIds: readonly Value[]) {
  return db
    .withRecursive("ancestry(item_id, id, parent_id, default_level, depth)", (query) =>
      query
        .selectFrom("contents")
        .where("organization_id", "=", organizationId)
        .where("id", "in", itemIds)
        .select(["id as item_id", "id", "parent_id", "default_level", sql<number>`0`.as("depth")])
        .unionAll((step) =>
          step
            .selectFrom("ancestry")
            .innerJoin("contents", "contents.id", "ancestry.parent_id")
            .select(["ancestry.item_id", "contents.id", "contents.parent_id", "contents.default_level"])
            .select(({ eb }) => eb("ancestry.depth", "+", sql.lit(1)).as("depth")),
        ),
    )
    .selectFrom("ancestry");
}

/**
 * The role of every member on one library item, by the same precedence, as an SQL expression over `members`: with it a
 * list of members can be filtered, counted and paged.
 */
export async function memberRoleExpression(
  db: Reader,
  { id, organization_id }: Pick<LibraryItemTable, "id" | "organization_id">,
): Promise<RawBuilder<Role | null>> {
  const ancestry = await selectAncestry(db, organization_id, [id])
    .select(["ancestry.id", "ancestry.default_level"])
    .select((eb) => [
      eb
        .selectFrom("content_user_grants as grants")
        .whereRef("grants.content_id", "=", "ancestry.id")
        .select(eb.fn.countAll<number>().as("count"))
        .as("user_grants"),
      eb
        .selectFrom("content_team_grants as grants")
        .whereRef("grants.content_id", "=", "ancestry.id")
        .select(eb.fn.countAll<number>().as("count"))
        .as("team_grants"),
    ])
    .orderBy("ancestry.depth")
    .execute();
  // Most collections have neither grants nor a default level. They are omitted, so deep nesting costs nothing.
  const candidates = ancestry.flatMap(({ id, user_grants, team_grants, default_level }) => [
    ...(user_grants ? [userRole(id)] : []),
    ...(team_grants ? [highestTeamRole(id)] : []),
    ...(default_level ? [sql`case when members.role is not null then ${default_level} end`] : []),
  ]);
  const role = candidates.length ? sql`coalesce(${sql.join(candidates)}, members.role)` : sql`members.role`;
  return sql`case when members.role = 'admin' then 'admin' else ${role} end`;
}

function userRole(itemId: string): RawBuilder<unknown> {
  return sql`(select role from content_user_grants where content_id = ${itemId} and user_id = members.user_id)`;
}

function highestTeamRole(itemId: string): RawBuilder<unknown> {
  const ranks = roles.map((name, rank) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`);
  return sql`(
    select grants.role from content_team_grants as grants
    join team_members on team_members.team_id = grants.team_id
    where grants.content_id = ${itemId} and team_members.user_id = members.user_id
    order by case grants.role ${sql.join(ranks, sql` `)} end limit 1
  )`;
}

/** Whether a role includes the required one. Guests have no role. */
export function includesRole(role: Role | null, required: Role): boolean {
  return role !== null && roles.indexOf(role) <= roles.indexOf(required);
}

function highestRole(candidates: readonly Role[]): Role | null {
  return roles.find((role) => candidates.includes(role)) ?? null;
}
