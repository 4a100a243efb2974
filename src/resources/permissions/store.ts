import { type RawBuilder, sql } from "kysely";
import { type Role, roles } from "../../access/roles.ts";
import type { Reader, Writer } from "../../database/database.ts";
import type { ContentTable } from "../../database/tables.ts";

type ContentRef = Pick<ContentTable, "id" | "organization_id">;

/** Users and teams are given roles alike, in a table each. */
export type Holder = "user" | "team";

/** Gives a role to users or teams, in place of the one they had here; null takes it away. */
export async function setGrants(
  trx: Writer,
  content: ContentRef,
  holder: Holder,
  ids: readonly string[],
  role: Role | null,
): Promise<void> {
  const table = holder === "user" ? ("content_user_grants" as const) : ("content_team_grants" as const);
  const column = holder === "user" ? ("user_id" as const) : ("team_id" as const);
  await trx
    .deleteFrom(table)
    .where("content_id", "=", content.id)
    .where(sql.ref(column), "in", ids)
    .execute();
  if (role === null) return;
  const given = { organization_id: content.organization_id, content_id: content.id, role };
  if (holder === "user") {
    const rows = ids.map((user_id) => ({ ...given, user_id }));
    await trx.insertInto("content_user_grants").values(rows).execute();
  } else {
    const rows = ids.map((team_id) => ({ ...given, team_id }));
    await trx.insertInto("content_team_grants").values(rows).execute();
  }
}

/** Which of these users or teams are in the organization. */
export async function findHolders(
  db: Reader,
  organizationId: string,
  holder: Holder,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows =
    holder === "user"
      ? await db
          .selectFrom("members")
          .where("organization_id", "=", organizationId)
          .where("user_id", "in", ids)
          .select("user_id as id")
          .execute()
      : await db
          .selectFrom("teams")
          .where("organization_id", "=", organizationId)
          .where("id", "in", ids)
          .select("id")
          .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function hasGrant(
  db: Reader,
  { id: contentId }: ContentRef,
  holder: Holder,
  id: string,
): Promise<boolean> {
  const row =
    holder === "user"
      ? await db
          .selectFrom("content_user_grants")
          .where("content_id", "=", contentId)
          .where("user_id", "=", id)
          .select("role")
          .executeTakeFirst()
      : await db
          .selectFrom("content_team_grants")
          .where("content_id", "=", contentId)
          .where("team_id", "=", id)
          .select("role")
          .executeTakeFirst();
  return row !== undefined;
}

export function matchUserGrants(db: Reader, { id, organization_id }: ContentRef) {
  return db
    .selectFrom("content_user_grants as given")
    .innerJoin("users", "users.id", "given.user_id")
    .where("given.organization_id", "=", organization_id)
    .where("given.content_id", "=", id);
}

export function matchTeamGrants(db: Reader, { id, organization_id }: ContentRef) {
  return db
    .selectFrom("teams")
    .innerJoin("content_team_grants as given", "given.team_id", "teams.id")
    .where("given.organization_id", "=", organization_id)
    .where("given.content_id", "=", id);
}

/** A space or collection and the collections above it, nearest first. */
export function listSteps(
  db: Reader,
  { id, organization_id }: ContentRef,
): Promise<Pick<ContentTable, "id" | "default_level">[]> {
  return db
    .withRecursive("chain(id, parent_id, default_level, depth)", (chain) =>
      chain
        .selectFrom("contents")
        .where("organization_id", "=", organization_id)
        .where("id", "=", id)
        .select(["id", "parent_id", "default_level", sql<number>`0`.as("depth")])
        .unionAll((step) =>
          step
            .selectFrom("chain")
            .innerJoin("contents", "contents.id", "chain.parent_id")
            .select(({ eb }) => [
              "contents.id",
              "contents.parent_id",
              "contents.default_level",
              eb("chain.depth", "+", 1).as("depth"),
            ]),
        ),
    )
    .selectFrom("chain")
    .orderBy("depth")
    .select(["id", "default_level"])
    .execute();
}

/**
 * The role of every member, by the same precedence as `resolveContentRoles`, but as one expression over `members`:
 * so a list of them can be filtered, counted and paged.
 */
export function roleOfMember(
  steps: readonly Pick<ContentTable, "id" | "default_level">[],
): RawBuilder<Role | null> {
  const answers = steps.flatMap(({ id, default_level }) => [
    sql`(select role from content_user_grants where content_id = ${id} and user_id = members.user_id)`,
    sql`(
      select given.role from content_team_grants as given
      join team_members on team_members.team_id = given.team_id
      where given.content_id = ${id} and team_members.user_id = members.user_id
      order by ${rankOf(sql.ref("given.role"))} limit 1
    )`,
    sql`case when members.role is not null then ${default_level} end`,
  ]);
  return sql`case when members.role = 'admin' then 'admin' else coalesce(${sql.join(answers)}, members.role) end`;
}

function rankOf(role: RawBuilder<unknown>): RawBuilder<number> {
  const cases = sql.join(
    roles.map((name, rank) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`),
    sql` `,
  );
  return sql`case ${role} ${cases} end`;
}
