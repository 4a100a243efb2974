import { deleteMember } from "../../identity/roles/index.ts";
import { conflict } from "../../platform/index.ts";
import type { MemberTable, Writer } from "../../storage/database/index.ts";

/** Changes a membership. The last admin cannot lose their role. */
export async function updateMember(
  trx: Writer,
  organizationId: string,
  userId: string,
  changes: Partial<Pick<MemberTable, "role" | "sso" | "last_seen_at">>,
): Promise<void> {
  if (changes.role !== undefined && changes.role !== "admin")
    await requireAnotherAdmin(trx, organizationId, userId);
  await trx
    .updateTable("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .set(changes)
    .execute();
}

/** Removes a member from the organization, with their team memberships and grants. */
export async function removeMember(trx: Writer, organizationId: string, userId: string): Promise<void> {
  await requireAnotherAdmin(trx, organizationId, userId);
  await deleteMember(trx, organizationId, userId);
}

async function requireAnotherAdmin(trx: Writer, organizationId: string, userId: string): Promise<void> {
  const admins = await trx
    .selectFrom("members")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "admin")
    .where("disabled", "=", 0)
    .select("user_id")
    .limit(2)
    .execute();
  if (admins.length === 1 && admins[0]?.user_id === userId)
    throw conflict("This is the organization's last admin; make someone else an admin first");
}
