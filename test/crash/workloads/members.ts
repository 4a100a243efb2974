import type { Json } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { createWorkload, newName, type Workload, type World } from "../workload.ts";

/** Members who were invited together, with their roles by email address. */
type Group = Readonly<Record<string, string>>;

const roles = ["read", "comment", "edit"];

export async function createMembers({ client, random, organization }: World): Promise<Workload> {
  const prefix = newName("guests");
  const ledger = new Ledger<readonly Json[], Group>();

  const list = async (checkCount = true) => {
    const members = await client.walk(`${organization}/members?search=${prefix}-`, { checkCount });
    return Map.groupBy<string, Json>(members, ({ user }) => user.email.split("+")[0]);
  };
  const membersOf = async (name: string): Promise<readonly Json[]> => (await list(false)).get(name) ?? [];

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
    const picked = random.chance(0.6) ? undefined : ledger.take(random);
    if (picked === undefined) return invite();
    const { name, handle, state } = picked;
    const { id, user } = random.pick(handle.filter((member) => member.user.email in state));
    const { [user.email]: _, ...others } = state;
    const path = `${organization}/members/${id}`;
    const removes = Object.keys(others).length > 0 && random.chance(0.3);
    if (removes) return ledger.write(name, others, () => client.send(`DELETE ${path}`));
    const role = random.pick(roles);
    await ledger.write(name, { ...state, [user.email]: role }, () =>
      client.send(`PATCH ${path}`, { role }).then(() => {}),
    );
  };

  const read = async (members: readonly Json[]): Promise<Group> =>
    Object.fromEntries(members.map(({ user, role }) => [user.email, role]));

  return createWorkload("members", ledger, { list, read }, write);
}
