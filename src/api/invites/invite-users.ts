import { addMembers, type Role } from "../../identity/roles/index.ts";
import { badInput, parseEmail } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { OrganizationRow } from "../organizations/index.ts";
import { createUsers, findUsersByEmail } from "../users/index.ts";
import type { InvitedUsers, InviteUsers } from "./schema.ts";

/**
 * Adds people to the organization by their e-mail addresses, and makes users of those who are none yet.
 * Who is a member already stays as they are.
 */
export async function inviteUsers(
  trx: Writer,
  organization: OrganizationRow,
  { emails, role = organization.default_role, sso = false }: InviteUsers,
  now: string,
): Promise<InvitedUsers> {
  const roleByEmail = readEmails(emails, role);
  const known = await findUsersByEmail(trx, [...roleByEmail.keys()]);
  const memberships = await listMemberships(
    trx,
    known.map(({ id }) => id),
  );
  const isMember = (userId: string) =>
    memberships.some(
      (membership) => membership.user_id === userId && membership.organization_id === organization.id,
    );
  const isElsewhere = (userId: string) =>
    memberships.some(
      (membership) => membership.user_id === userId && membership.organization_id !== organization.id,
    );

  const strangers = new Set(roleByEmail.keys()).difference(new Set(known.map(({ email }) => email)));
  const created = await createUsers(
    trx,
    [...strangers].map((email) => ({ email })),
    now,
  );
  const added = [...known.filter(({ id }) => !isMember(id)), ...created];
  const newMembers = added.map(({ id, email }) => ({
    userId: id,
    role: roleByEmail.get(email) ?? null,
    sso: sso && !isElsewhere(id),
  }));
  await addMembers(trx, organization.id, newMembers, now);
  return {
    users: added.map(({ id }) => id),
    invited: added.length,
    ...(sso && { failedSSOEmails: added.filter(({ id }) => isElsewhere(id)).map(({ email }) => email) }),
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

async function listMemberships(trx: Writer, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  return trx
    .selectFrom("members")
    .where("user_id", "in", userIds)
    .select(["user_id", "organization_id"])
    .execute();
}
