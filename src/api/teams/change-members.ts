import type { TeamRole } from "../../identity/roles/index.ts";
import { badInput, parseEmail } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { TeamMembersUpdate } from "./schema.ts";
import { insertTeam } from "./store.ts";

interface TeamRef {
  readonly organizationId: string;
  readonly teamId: string;
}

/** Makes a team of these members. */
export async function createTeam(
  trx: Writer,
  organizationId: string,
  { title, members = [] }: { title: string; members?: readonly string[] },
  now: string,
): Promise<string> {
  const teamId = await insertTeam(trx, organizationId, title, now);
  await changeMembers(trx, { organizationId, teamId }, { add: [...members] }, now, "members");
  return teamId;
}

/**
 * Adds, removes and changes members in one go. People are named by user id or e-mail; one who is not in the
 * organization spoils the whole change. Who is named for adding and for removing is removed.
 */
export async function changeMembers(
  trx: Writer,
  team: TeamRef,
  { add = [], remove = [], memberships = {} }: TeamMembersUpdate,
  now: string,
  addField = "add",
): Promise<void> {
  const named = [
    ...add.map((name, i) => ({ name, field: `${addField}[${i}]` })),
    ...remove.map((name, i) => ({ name, field: `remove[${i}]` })),
    ...Object.keys(memberships).map((name) => ({ name, field: "memberships" })),
  ];
  const userIds = await findMembers(trx, team.organizationId, named);
  const idOf = (name: string) => userIds.get(name) ?? name;

  const wanted = new Map<string, TeamRole | undefined>();
  for (const name of add) wanted.set(idOf(name), undefined);
  for (const [name, { role }] of Object.entries(memberships)) wanted.set(idOf(name), role);
  for (const name of remove) wanted.delete(idOf(name));

  await removeMembers(trx, team, remove.map(idOf));
  await putMembers(trx, team, wanted, now);
}

/** Puts each user into the team; where no role is given, one who is in it keeps theirs and a new one is a member. */
export async function putMembers(
  trx: Writer,
  { organizationId, teamId }: TeamRef,
  wanted: ReadonlyMap<string, TeamRole | undefined>,
  now: string,
): Promise<void> {
  const rows = [...wanted].map(([userId, role]) => ({
    organization_id: organizationId,
    team_id: teamId,
    user_id: userId,
    role: role ?? ("member" as const),
    joined_at: now,
  }));
  const insert = (some: typeof rows) => trx.insertInto("team_members").values(some);
  const asGiven = rows.filter(({ user_id }) => wanted.get(user_id) !== undefined);
  const asTheyAre = rows.filter(({ user_id }) => wanted.get(user_id) === undefined);
  if (asGiven.length > 0) {
    await insert(asGiven)
      .onConflict((existing) =>
        existing.columns(["team_id", "user_id"]).doUpdateSet((eb) => ({ role: eb.ref("excluded.role") })),
      )
      .execute();
  }
  if (asTheyAre.length > 0) {
    await insert(asTheyAre)
      .onConflict((existing) => existing.columns(["team_id", "user_id"]).doNothing())
      .execute();
  }
}

export async function removeMembers(
  trx: Writer,
  { organizationId, teamId }: TeamRef,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .deleteFrom("team_members")
    .where("organization_id", "=", organizationId)
    .where("team_id", "=", teamId)
    .where("user_id", "in", userIds)
    .execute();
}

/** The user id behind each name, be it an id or an e-mail. */
async function findMembers(
  trx: Writer,
  organizationId: string,
  named: readonly { name: string; field: string }[],
): Promise<Map<string, string>> {
  const names = named.map(({ name }) => parseEmail(name) ?? name);
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
    named.map(({ name, field }) => {
      const id = idByName.get(parseEmail(name) ?? name);
      if (id === undefined) throw badInput(field, `"${name}" is not a member of the organization`);
      return [name, id];
    }),
  );
}
