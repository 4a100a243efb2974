import { addMembers, type Role } from "../../identity/roles/index.ts";
import { badInput, parseEmail } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { OrganizationRow } from "../organizations/index.ts";
import { createUsers, findUsersByEmail } from "../users/index.ts";
import type { InvitedUsers, InviteUsers } from "./schema.ts";

/** Adds users to the organization by e-mail address, and creates those who do not exist. Members stay as they are. */
export async function inviteUsers(
  trx: Writer,
  organization: OrganizationRow,
  { emails, role = organization.default_role, sso = false }: InviteUsers,
  now: string,
): Promise<InvitedUsers> {
  const roleByEmail = readEmails(emails, role);
  const existing = await findUsersByEmail(trx, [...roleByEmail.keys()]);
  const known = new Set(existing.map(({ email }) => email));
  const unknown = [...roleByEmail.keys()].filter((email) => !known.has(email)).map((email) => ({ email }));
  const organizationsOf = await findOrganizationsOf(trx, existing);
  const isMember = (id: string) => organizationsOf.get(id)?.includes(organization.id) ?? false;
  const added = [...existing.filter(({ id }) => !isMember(id)), ...(await createUsers(trx, unknown, now))];
  // Members of other organizations cannot be required to use the SSO of this one.
  const isElsewhere = ({ id }: { id: string }) => organizationsOf.has(id);
  const members = added.map((user) => ({
    userId: user.id,
    role: roleByEmail.get(user.email) ?? null,
    sso: sso && !isElsewhere(user),
  }));
  await addMembers(trx, organization.id, members, now);
  return {
    users: added.map(({ id }) => id),
    invited: added.length,
    ...(sso && { failedSSOEmails: added.filter(isElsewhere).map(({ email }) => email) }),
  };
}

function readEmails(given: InviteUsers["emails"], role: Role | null): Map<string, Role | null> {
  return new Map(
    given.map((entry, i) => {
      const text = typeof entry === "string" ? entry : entry.email;
      const email = parseEmail(text);
      if (email === undefined) throw badInput(`emails[${i}]`, `"${text}" is not an e-mail address`);
      return [email, typeof entry === "string" ? role : entry.role];
    }),
  );
}

/** The ids of the organizations that each of these users is a member of. */
async function findOrganizationsOf(trx: Writer, users: readonly { id: string }[]) {
  if (users.length === 0) return new Map<string, string[]>();
  const ids = users.map(({ id }) => id);
  const rows = await trx
    .selectFrom("members")
    .where("user_id", "in", ids)
    .select(["user_id", "organization_id"])
    .execute();
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...byUser].map(([id, own]) => [id, own.map((row) => row.organization_id)]));
}
