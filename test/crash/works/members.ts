import type { Answer } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { createWork, newName, type Work, type World } from "../work.ts";

/** Those who were invited together, with their roles: all of them are in, or none. */
type Group = Readonly<Record<string, string>>;

const roles = ["read", "comment", "edit"];

/** People who are invited in groups, get other roles, and leave again. */
export async function openMembers({ client, random, organization }: World): Promise<Work> {
  const prefix = newName("guests");
  const ledger = new Ledger<readonly Answer[], Group>();

  const list = async (isQuiet = true) => {
    const members = await client.walk(`${organization}/members?search=${prefix}-`, { isQuiet });
    return Map.groupBy<string, Answer>(members, ({ user }) => user.email.split("+")[0]);
  };
  const membersOf = async (name: string): Promise<readonly Answer[]> => (await list(false)).get(name) ?? [];

  const invite = async () => {
    const name = newName(`${prefix}-`);
    const entries = [1, 2, 3].map((number) => ({
      email: `${name}+${number}@example.com`,
      role: random.pick(roles),
    }));
    const state = Object.fromEntries(entries.map(({ email, role }) => [email, role]));
    await ledger.write(name, state, async () => {
      await client.send(`POST ${organization}/invites`, { emails: entries });
      return membersOf(name);
    });
  };

  const write = async () => {
    const found = random.chance(0.6) ? undefined : ledger.take(random);
    if (found === undefined) return invite();
    const { name, handle, state } = found;
    const { id, user } = random.pick(handle.filter((member) => member.user.email in state));
    const { [user.email]: _, ...others } = state;
    const path = `${organization}/members/${id}`;
    const goes = Object.keys(others).length > 0 && random.chance(0.3);
    if (goes) return ledger.write(name, others, () => client.send(`DELETE ${path}`));
    const role = random.pick(roles);
    await ledger.write(name, { ...state, [user.email]: role }, () =>
      client.send(`PATCH ${path}`, { role }).then(() => {}),
    );
  };

  const read = async (members: readonly Answer[]): Promise<Group> =>
    Object.fromEntries(members.map(({ user, role }) => [user.email, role]));

  return createWork("members", ledger, { list, read }, write);
}
