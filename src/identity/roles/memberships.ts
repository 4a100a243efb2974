import { sql } from "kysely";
import { type Reader, type Role, toFlag, type Writer } from "../../storage/database/index.ts";

interface NewMember {
  readonly userId: string;
  readonly role: Role | null;
  /** Whether the user signed in through a provider of the organization. */
  readonly sso?: boolean;
}

/** Adds users who are not members of the organization yet. */
export async function addMembers(
  trx: Writer,
  organizationId: string,
  members: readonly NewMember[],
  now: string,
): Promise<void> {
  if (members.length === 0) return;
  await trx
    .insertInto("members")
    .values(
      members.map(({ userId, role, sso = false }) => ({
        organization_id: organizationId,
        user_id: userId,
        role,
        sso: toFlag(sso),
        disabled: 0 as const,
        joined_at: now,
        last_seen_at: null,
        sort_name: sql<string>`(select search_text from users where id = ${userId})`,
      })),
    )
    .execute();
  await adjustMemberCount(trx, organizationId, members.length);
}

/** Deletes a membership and the tokens that are bound to it; team memberships and grants are deleted by cascade. */
export async function deleteMember(trx: Writer, organizationId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom("tokens")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .execute();
  const { numDeletedRows } = await trx
    .deleteFrom("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  await adjustMemberCount(trx, organizationId, -Number(numDeletedRows));
}

async function adjustMemberCount(trx: Writer, organizationId: string, delta: number): Promise<void> {
  await trx
    .updateTable("organizations")
    .set((eb) => ({ member_count: eb("member_count", "+", delta) }))
    .where("id", "=", organizationId)
    .execute();
}

export function findMembership(db: Reader, organizationId: string, userId: string) {
  return db
    .selectFrom("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .select(["role", "disabled"])
    .executeTakeFirst();
}
