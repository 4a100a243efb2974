import type { Role } from "../../identity/roles/index.ts";
import { newSecretId } from "../../platform/index.ts";
import type { LinkInviteTable, Reader, Writer } from "../../storage/database/index.ts";

export function matchLinkInvites(db: Reader, organizationId: string) {
  return db.selectFrom("link_invites").where("link_invites.organization_id", "=", organizationId);
}

export function findLinkInvite(db: Reader, organizationId: string, inviteId: string) {
  return matchLinkInvites(db, organizationId).where("id", "=", inviteId).selectAll().executeTakeFirst();
}

export async function insertLinkInvite(
  trx: Writer,
  fields: Pick<LinkInviteTable, "organization_id" | "role" | "content_id">,
  now: string,
): Promise<LinkInviteTable> {
  const invite = { id: newSecretId(), ...fields, created_at: now };
  await trx.insertInto("link_invites").values(invite).execute();
  return invite;
}

export async function updateLinkInvite(trx: Writer, invite: LinkInviteTable, role: Role | null) {
  await trx
    .updateTable("link_invites")
    .set({ role })
    .where("organization_id", "=", invite.organization_id)
    .where("id", "=", invite.id)
    .execute();
  return { ...invite, role };
}

export async function deleteLinkInvite(trx: Writer, invite: LinkInviteTable): Promise<void> {
  await trx
    .deleteFrom("link_invites")
    .where("organization_id", "=", invite.organization_id)
    .where("id", "=", invite.id)
    .execute();
}
