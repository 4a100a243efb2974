import { Ledger } from "../ledger.ts";
import { assertEqual, byName, createWorkload, newName, type Workload, type World } from "../workload.ts";

interface Team {
  readonly title: string;
  readonly members: readonly string[];
  readonly role: string | undefined;
}

const roles = ["read", "comment", "edit", "admin"];

export async function createTeams({ client, random, organization }: World): Promise<Workload> {
  const prefix = newName("team");
  const { id } = await client.send(`POST ${organization}/spaces`, { title: prefix });
  const permissions = `/spaces/${id}/permissions`;
  const emails = Array.from({ length: 6 }, () => `${newName("person")}@example.com`);
  const { users } = await client.send(`POST ${organization}/invites`, { emails, role: "read" });
  const people: readonly string[] = users;
  const path = `${organization}/teams`;
  const ledger = new Ledger<string, Team>();
  const pickPeople = () => people.filter(() => random.chance(0.5)).sort();

  const create = async () => {
    const title = newName(`${prefix}-`);
    const members = pickPeople();
    const make = async () => (await client.send(`PUT ${path}`, { title, members })).id;
    await ledger.write(title, { title, members, role: undefined }, make);
  };

  const changeMembers = async (name: string, team: string, state: Team) => {
    const members = pickPeople();
    const add = members.filter((person) => !state.members.includes(person));
    const remove = state.members.filter((person) => !members.includes(person));
    const change = () => client.send(`PUT ${path}/${team}/members`, { add, remove });
    await ledger.write(name, { ...state, members }, change);
  };

  const grantRole = async (name: string, team: string, state: Team) => {
    const role = random.pick(roles);
    const grant = () => client.send(`POST ${permissions}`, { role, teams: [team] });
    await ledger.write(name, { ...state, role }, grant);
  };

  const revokeRole = (name: string, team: string, state: Team) =>
    ledger.write(name, { ...state, role: undefined }, () =>
      client.send(`DELETE ${permissions}/teams/${team}`),
    );

  const rename = async (name: string, team: string, state: Team) => {
    const title = `${name} ${newName("title")}`;
    await ledger.write(name, { ...state, title }, () => client.send(`PATCH ${path}/${team}`, { title }));
  };

  const remove = (name: string, team: string) =>
    ledger.write(name, undefined, () => client.send(`DELETE ${path}/${team}`));

  const write = async () => {
    const picked = random.chance(0.25) ? undefined : ledger.take(random);
    if (picked === undefined) return create();
    const { name, handle, state } = picked;
    const hasRole = state.role !== undefined;
    const changes = [changeMembers, changeMembers, grantRole, rename, hasRole ? revokeRole : grantRole];
    return random.chance(0.1) ? remove(name, handle) : random.pick(changes)(name, handle, state);
  };

  const list = async () =>
    byName(await client.walk(`${path}?title=${prefix}-`), ({ title }) => title.split(" ")[0]);

  const read = async (handle: string): Promise<Team> => {
    const team = await client.send(`GET ${path}/${handle}`);
    const members = await client.walk(`${path}/${handle}/members`);
    assertEqual(`members of ${team.title}`, team.members, members.length);
    const granted = await client.walk(`${permissions}/teams`);
    const role = granted.find((item) => item.team.id === handle)?.permission;
    assertEqual(`spaces of ${team.title}`, team.spaces, role === undefined ? 0 : 1);
    const ids = members.map((member) => member.organization.id as string);
    return { title: team.title, members: ids.sort(), role };
  };

  return createWorkload("teams", ledger, { list, read }, write);
}
