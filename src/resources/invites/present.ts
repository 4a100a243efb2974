import { includesRole, type Role } from "../../access/roles.ts";
import type { LinkInviteTable } from "../../database/tables.ts";
import type { LinkInvite } from "./schema.ts";

/** An invite link, to a member with this role. */
export function presentLinkInvite({ id, role }: LinkInviteTable, callerRole: Role | null): LinkInvite {
  return { object: "invite", id, role, redundant: role === null || includesRole(callerRole, role) };
}
