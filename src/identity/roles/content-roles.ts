import { type RawBuilder, sql } from "kysely";
import { prepared, type Reader } from "../../storage/database/index.ts";
import { bestRole, type Role } from "./roles.ts";

/** A member of an organization, as far as access is concerned. */
export interface Membership {
  readonly organizationId: string;
  readonly userId: string;
  /** Null for a guest. */
  readonly role: Role | null;
}

interface Step {
  content_id: string;
  user_role: Role | null;
  team_roles: string | null;
  default_level: Role | null;
}

/**
 * The member's role on each of these spaces and collections, in one query; those without access are left out.
 *
 * The nearest answer wins, not the highest: what was given to the user on the thing itself, then to one of
 * their teams, then its default level; then the same of the collection around it, upwards; then the organization role.
 */
export async function resolveContentRoles(
  db: Reader,
  member: Membership,
  contentIds: readonly string[],
): Promise<Map<string, Role>> {
  const found = new Map<string, Role>();
  if (contentIds.length === 0) return found;
  if (member.role === "admin") return new Map(contentIds.map((id) => [id, "admin"]));
  const steps = await selectSteps(db, member.organizationId, member.userId, contentIds).execute();
  for (const [contentId, ofOne] of Map.groupBy(steps, (step) => step.content_id)) {
    const role = resolveRole(member.role, ofOne);
    if (role !== null) found.set(contentId, role);
  }
  return found;
}

const findSteps = prepared<{ organizationId: string; userId: string; contentId: string }, Step>((db, value) =>
  selectSteps(db, value("organizationId"), value("userId"), [value("contentId")]),
);

/** The member's role on one space or collection; null without access. */
export async function resolveContentRole(
  db: Reader,
  { organizationId, userId, role }: Membership,
  contentId: string,
): Promise<Role | null> {
  if (role === "admin") return "admin";
  return resolveRole(role, await findSteps(db, { organizationId, userId, contentId }));
}

function resolveRole(organizationRole: Role | null, steps: readonly Step[]): Role | null {
  for (const step of steps) {
    // A guest sees only what was given to them: what everybody gets by default is not for them.
    const byDefault = organizationRole === null ? null : step.default_level;
    const role = step.user_role ?? bestRole(splitRoles(step.team_roles)) ?? byDefault;
    if (role !== null) return role;
  }
  return organizationRole;
}

function splitRoles(list: string | null): Role[] {
  return (list?.split(",") ?? []) as Role[];
}

type Value = string | RawBuilder<string>;

/** One row for each thing and each collection above it, nearest first, with what is given there to the user. */
function selectSteps(db: Reader, organizationId: Value, userId: Value, contentIds: readonly Value[]) {
  return fromSteps(db, organizationId, contentIds)
    .select((eb) => [
      "step.content_id",
      "step.default_level",
      eb
        .selectFrom("content_user_grants as given")
        .whereRef("given.content_id", "=", "step.id")
        .where("given.user_id", "=", userId)
        .select("given.role")
        .as("user_role"),
      eb
        .selectFrom("content_team_grants as given")
        .innerJoin("team_members", "team_members.team_id", "given.team_id")
        .whereRef("given.content_id", "=", "step.id")
        .where("team_members.user_id", "=", userId)
        .select(sql<string>`string_agg(given.role, ',')`.as("roles"))
        .as("team_roles"),
    ])
    .orderBy("step.content_id")
    .orderBy("step.depth");
}

/** These spaces and collections, and the collections above each, as `step`: its `depth` counts upwards. */
export function fromSteps(db: Reader, organizationId: Value, contentIds: readonly Value[]) {
  return db
    .withRecursive("step(content_id, id, parent_id, default_level, depth)", (steps) =>
      steps
        .selectFrom("contents")
        .where("organization_id", "=", organizationId)
        .where("id", "in", contentIds)
        .select(["id as content_id", "id", "parent_id", "default_level", sql<number>`0`.as("depth")])
        .unionAll((above) =>
          above
            .selectFrom("step")
            .innerJoin("contents", "contents.id", "step.parent_id")
            .select(({ eb }) => [
              "step.content_id",
              "contents.id",
              "contents.parent_id",
              "contents.default_level",
              eb("step.depth", "+", 1).as("depth"),
            ]),
        ),
    )
    .selectFrom("step");
}
