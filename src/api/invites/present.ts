import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRole,
} from "../../identity/roles/index.ts";
import type { LinkInviteTable } from "../../storage/database/index.ts";
import { presentCollection } from "../collections/index.ts";
import type { Context } from "../http/index.ts";
import { findLibraryItem } from "../library-items/index.ts";
import { findSpaces, memberViewer, presentSpaceTo } from "../spaces/index.ts";
import type { LinkInvite } from "./schema.ts";

/** An invite link to the organization, as a member with this role sees it. */
export function presentOrganizationInvite(
  { id, role }: LinkInviteTable,
  callerRole: Role | null,
): LinkInvite {
  return { object: "invite", id, role, redundant: isRedundant(callerRole, role) };
}

/** An invite link with its space or collection, if it has one. */
export async function presentLinkInvite(
  context: Context,
  member: Membership,
  invite: LinkInviteTable,
): Promise<LinkInvite> {
  const { urls } = context;
  const { read } = context.database;
  const { id, role: level, content_id: target } = invite;
  if (target === null) return presentOrganizationInvite(invite, member.role);
  const held = await resolveLibraryItemRole(read, member, target);
  const common = { object: "invite" as const, id, level, redundant: isRedundant(held, level) };
  const space = (await findSpaces(read, member.organizationId, [target])).get(target);
  if (space !== undefined)
    return { ...common, space: await presentSpaceTo(context, space, held, memberViewer(member)) };
  const collection = await findLibraryItem(read, member.organizationId, target);
  return { ...common, ...(collection && { collection: presentCollection(collection, held, urls) }) };
}

function isRedundant(held: Role | null, given: Role | null): boolean {
  return given === null || includesRole(held, given);
}
