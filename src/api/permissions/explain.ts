import { type Static, Type } from "@sinclair/typebox";
import {
  explainLibraryItemRole,
  isVisibleTo,
  type RoleStep,
  roleSources,
} from "../../identity/roles/index.ts";
import { requireFound } from "../../platform/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import { type Call, NullableRole, RoleSchema, StringEnum } from "../http/index.ts";
import { presentUser, User } from "../users/index.ts";
import type { OnItem } from "./access.ts";

type Explanation = Static<typeof Explanation>;
export const Explanation = Type.Object(
  {
    object: Type.Literal("permission-explanation"),
    user: User,
    permission: { ...NullableRole, description: "The effective role; null without access." },
    disabled: Type.Boolean({ description: "Whether the member is disabled, and therefore has no access." }),
    steps: Type.Array(
      Type.Object({
        source: StringEnum(roleSources, {
          description:
            "`user` and `team`: a grant on the item; `default-level`: the item's default level; `organization`: the role in the organization.",
        }),
        role: RoleSchema,
        decisive: Type.Boolean(),
        item: Type.Optional(
          Type.Object(
            { object: StringEnum(["space", "collection"]), id: Type.String(), title: Type.String() },
            { description: "The space or collection. Absent if the caller may not see it." },
          ),
        ),
        teams: Type.Optional(Type.Array(Type.Object({ id: Type.String(), title: Type.String() }))),
      }),
      { description: "All roles that apply, in the order of precedence: the first one decides." },
    ),
  },
  { title: "PermissionExplanation" },
);

/** Explains which of the roles that apply to a member on an item decides. */
export async function explainPermission(call: Call & OnItem, userId: string): Promise<Explanation> {
  const { context, item, member: viewer } = call;
  const { read } = context.database;
  const organizationId = item.organization_id;
  const found = await read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .where("members.organization_id", "=", organizationId)
    .where("members.user_id", "=", userId)
    .selectAll("users")
    .select(["members.role", "members.disabled"])
    .executeTakeFirst();
  const { role, ...user } = requireFound(found, "Member");
  const disabled = user.disabled === 1;
  const steps = await explainLibraryItemRole(read, { organizationId, userId, role }, item.id);
  const itemIds = [...new Set(steps.flatMap(({ itemId }) => itemId ?? []))];
  const items = await inBatches(itemIds, (ids) =>
    read
      .selectFrom("contents")
      .where("contents.id", "in", ids)
      .where(isVisibleTo(viewer))
      .select(["contents.id", "contents.kind as object", "contents.title"])
      .execute(),
  );
  const itemsById = new Map(items.map((found) => [found.id, found]));
  const teams = await findTeams(read, userId, [...itemsById.keys()]);
  return {
    object: "permission-explanation",
    user: presentUser(user, context.urls),
    permission: disabled ? null : (steps[0]?.role ?? null),
    disabled,
    steps: steps.map((step, index) => ({
      source: step.source,
      role: step.role,
      decisive: index === 0 && !disabled,
      item: itemsById.get(step.itemId ?? ""),
      teams: teams.get(keyOf(step))?.map(({ id, title }) => ({ id, title })),
    })),
  };
}

/** The teams of a user with grants on these items, by item and role. */
async function findTeams(db: Reader, userId: string, itemIds: readonly string[]) {
  const grants = await inBatches(itemIds, (ids) =>
    db
      .selectFrom("content_team_grants as grants")
      .innerJoin("teams", "teams.id", "grants.team_id")
      .innerJoin("team_members", "team_members.team_id", "teams.id")
      .where("grants.content_id", "in", ids)
      .where("team_members.user_id", "=", userId)
      .select(["grants.content_id as itemId", "grants.role", "teams.id", "teams.title"])
      .orderBy("teams.id")
      .execute(),
  );
  return Map.groupBy(grants, (grant) => keyOf({ ...grant, source: "team" }));
}

function keyOf({ source, itemId, role }: RoleStep): string {
  return [source, itemId, role].join(" ");
}
