import { sql } from "kysely";
import type { ContentTable, Reader, Writer } from "../../storage/database/index.ts";
import type { Role } from "./roles.ts";

type ContentRef = Pick<ContentTable, "id" | "organization_id">;

/** Users and teams are given roles alike, in a table each. */
export type Holder = "user" | "team";

const holders = {
  user: { grants: "content_user_grants", key: "user_id", table: "members", id: "user_id" },
  team: { grants: "content_team_grants", key: "team_id", table: "teams", id: "id" },
} as const;

/** Gives a role to users or teams, in place of the one they had here; null takes it away. */
export async function setGrants(
  trx: Writer,
  { id: content_id, organization_id }: ContentRef,
  holder: Holder,
  ids: readonly string[],
  role: Role | null,
): Promise<void> {
  const { grants, key } = holders[holder];
  await trx.deleteFrom(grants).where("content_id", "=", content_id).where(sql.ref(key), "in", ids).execute();
  if (role === null) return;
  const rows = ids.map((id) => ({ organization_id, content_id, role, [key]: id }));
  await trx
    .insertInto(grants)
    .values(rows as never)
    .execute();
}

/** Gives on one thing what is given on another. */
export async function copyGrants(trx: Writer, from: string, to: string): Promise<void> {
  for (const { grants, key } of Object.values(holders)) {
    const holder = sql.ref(key);
    await sql`
      insert into ${sql.table(grants)} (organization_id, content_id, ${holder}, role)
      select organization_id, ${to}, ${holder}, role from ${sql.table(grants)} where content_id = ${from}
    `.execute(trx);
  }
}

/** Which of these users or teams are in the organization. */
export async function findHolders(
  db: Reader,
  organizationId: string,
  holder: Holder,
  ids: readonly string[],
): Promise<Set<string>> {
  const { table, id } = holders[holder];
  const rows = await db
    .selectFrom(table)
    .where("organization_id", "=", organizationId)
    .where(sql.ref(id), "in", ids)
    .select(sql.ref<string>(id).as("id"))
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function hasGrant(
  db: Reader,
  { id: contentId }: ContentRef,
  holder: Holder,
  id: string,
): Promise<boolean> {
  const { grants, key } = holders[holder];
  const row = await db
    .selectFrom(grants)
    .where("content_id", "=", contentId)
    .where(sql.ref(key), "=", id)
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
