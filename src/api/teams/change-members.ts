import type { TeamRole } from "../../identity/roles/index.ts";
import { badInput, fold, newId, parseEmail } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { TeamMembersUpdate } from "./schema.ts";

interface TeamRef {
  readonly organizationId: string;
  readonly teamId: string;
}

/** Creates a team with these members and returns its id. */
export async function createTeam(
  trx: Writer,
  organizationId: string,
  { title, members = [] }: { title: string; members?: readonly string[] },
  now: string,
): Promise<string> {
  const teamId = newId();
  const team = {
    id: teamId,
    organization_id: organizationId,
    title,
    search_text: fold(title),
    created_at: now,
  };
  await trx.insertInto("teams").values(team).execute();
  await changeMembers(trx, { organizationId, teamId }, { add: [...members] }, now, "members");
  return teamId;
}

/**
 * Adds, removes and changes members, given by user id or email address. If one of them is not a member of the organization,
 * nothing changes. A user who is both added and removed is removed.
 */
export async function changeMembers(
  trx: Writer,
  team: TeamRef,
  { add = [], remove = [], memberships = {} }: TeamMembersUpdate,
  now: string,
  addField = "add",
): Promise<void> {
  const entries = [
    ...add.map((name, i) => ({ name, field: `${addField}[${i}]` })),
    ...remove.map((name, i) => ({ name, field: `remove[${i}]` })),
    ...Object.keys(memberships).map((name) => ({ name, field: "memberships" })),
  ];
  const userIds = await findMembers(trx, team.organizationId, entries);
  const idOf = (name: string) => userIds.get(name) ?? name;

  const roles = new Map<string, TeamRole | undefined>();
  for (const name of add) roles.set(idOf(name), undefined);
  for (const [name, { role }] of Object.entries(memberships)) roles.set(idOf(name), role);
  for (const name of remove) roles.delete(idOf(name));

  await removeMembers(trx, team, remove.map(idOf));
  await putMembers(trx, team, roles, now);
}

/** Adds users to the team or changes their roles. Without a role, existing members keep theirs and new ones are `member`. */
export async function putMembers(
  trx: Writer,
  { organizationId, teamId }: TeamRef,
  roles: ReadonlyMap<string, TeamRole | undefined>,
  now: string,
): Promise<void> {
  const rows = [...roles].map(([userId, role]) => ({
    organization_id: organizationId,
    team_id: teamId,
    user_id: userId,
    role: role ?? ("member" as const),
    joined_at: now,
  }));
  const { withRole, withoutRole } = Object.groupBy(rows, ({ user_id }) =>
    roles.get(user_id) === undefined ? "withoutRole" : "withRole",
  );
  if (withRole)
    await trx
      .insertInto("team_members")
      .values(withRole)
      .onConflict((existing) =>
        existing.columns(["team_id", "user_id"]).doUpdateSet((eb) => ({ role: eb.ref("excluded.role") })),
      )
      .execute();
  if (withoutRole)
    await trx
      .insertInto("team_members")
      .values(withoutRole)
      .onConflict((existing) => existing.columns(["team_id", "user_id"]).doNothing())
      .execute();
}

/** Removes users from the team and returns how many of them were in it. */
export async function removeMembers(
  trx: Writer,
  { organizationId, teamId }: TeamRef,
  userIds: readonly string[],
): Promise<number> {
  if (userIds.length === 0) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom("team_members")
    .where("organization_id", "=", organizationId)
    .where("team_id", "=", teamId)
    .where("user_id", "in", userIds)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The user id for each name, which is an id or an email address. */
async function findMembers(
  trx: Writer,
  organizationId: string,
  entries: readonly { name: string; field: string }[],
): Promise<Map<string, string>> {
  const names = entries.map(({ name }) => parseEmail(name) ?? name);
  if (names.length === 0) return new Map();
  const rows = await trx
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .where("members.organization_id", "=", organizationId)
    .where((eb) => eb.or([eb("users.id", "in", names), eb("users.email", "in", names)]))
    .select(["users.id", "users.email"])
    .execute();
  const idByName = new Map(rows.flatMap(({ id, email }) => [[id, id] as const, [email, id] as const]));
  return new Map(
    entries.map(({ name, field }) => {
      const id = idByName.get(parseEmail(name) ?? name);
      if (id === undefined) throw badInput(field, `"${name}" is not a member of the organization`);
      return [name, id];
    }),
  );
}
