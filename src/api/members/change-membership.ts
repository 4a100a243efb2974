import { deleteMember, type Role } from "../../identity/roles/index.ts";
import { conflict } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";

/** Gives a member another role; the last admin keeps theirs. */
export async function changeRole(
  trx: Writer,
  organizationId: string,
  userId: string,
  role: Role | null,
): Promise<void> {
  if (role !== "admin") await requireAnotherAdmin(trx, organizationId, userId);
  await memberOf(trx, organizationId, userId).set({ role }).execute();
}

/** Takes a member out of the organization, and with them their teams and what was given to them. */
export async function removeMember(trx: Writer, organizationId: string, userId: string): Promise<void> {
  await requireAnotherAdmin(trx, organizationId, userId);
  await deleteMember(trx, organizationId, userId);
}

export async function markAsSso(trx: Writer, organizationId: string, userId: string): Promise<void> {
  await memberOf(trx, organizationId, userId).set({ sso: 1 }).execute();
}

export async function recordSeen(
  trx: Writer,
  organizationId: string,
  userId: string,
  now: string,
): Promise<void> {
  await memberOf(trx, organizationId, userId).set({ last_seen_at: now }).execute();
}

function memberOf(trx: Writer, organizationId: string, userId: string) {
  return trx
    .updateTable("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId);
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
  if (admins.length === 1 && admins[0]?.user_id === userId) {
    throw conflict("This is the organization's last admin; make someone else an admin first");
  }
}
