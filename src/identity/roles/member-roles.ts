import { type RawBuilder, sql } from "kysely";
import type { ContentTable, Reader } from "../../storage/database/index.ts";
import { fromSteps } from "./content-roles.ts";
import { type Role, roles } from "./roles.ts";

/**
 * The role of every member on one space or collection, by the same precedence as `resolveContentRoles`, but as an
 * expression over `members`: so a list of all of them can be filtered, counted and paged.
 */
export async function roleOfMember(
  db: Reader,
  { id, organization_id }: Pick<ContentTable, "id" | "organization_id">,
): Promise<RawBuilder<Role | null>> {
  const steps = await fromSteps(db, organization_id, [id])
    .select(["step.id", "step.default_level"])
    .select((eb) => [
      eb
        .selectFrom("content_user_grants as given")
        .whereRef("given.content_id", "=", "step.id")
        .select(eb.fn.countAll<number>().as("count"))
        .as("users"),
      eb
        .selectFrom("content_team_grants as given")
        .whereRef("given.content_id", "=", "step.id")
        .select(eb.fn.countAll<number>().as("count"))
        .as("teams"),
    ])
    .orderBy("step.depth")
    .execute();
  // Most collections say nothing: only those that do are asked, however deep they are nested.
  const answers = steps.flatMap((step) => [
    ...(step.users
      ? [
          sql`(select role from content_user_grants where content_id = ${step.id} and user_id = members.user_id)`,
        ]
      : []),
    ...(step.teams ? [bestTeamRole(step.id)] : []),
    ...(step.default_level ? [sql`case when members.role is not null then ${step.default_level} end`] : []),
  ]);
  const role = answers.length === 0 ? sql`members.role` : sql`coalesce(${sql.join(answers)}, members.role)`;
  return sql`case when members.role = 'admin' then 'admin' else ${role} end`;
}

function bestTeamRole(contentId: string): RawBuilder<unknown> {
  return sql`(
    select given.role from content_team_grants as given
    join team_members on team_members.team_id = given.team_id
    where given.content_id = ${contentId} and team_members.user_id = members.user_id
    order by ${rankOf(sql.ref("given.role"))} limit 1
  )`;
}

function rankOf(role: RawBuilder<unknown>): RawBuilder<number> {
  const cases = sql.join(
    roles.map((name, rank) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`),
    sql` `,
  );
  return sql`case ${role} ${cases} end`;
}
