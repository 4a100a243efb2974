import { type Membership, resolveContentRoles } from "../../access/content-roles.ts";
import { includesRole, type Role } from "../../access/roles.ts";
import type { Context } from "../../context.ts";
import type { LinkInviteTable } from "../../database/tables.ts";
import { presentCollection } from "../collections/present.ts";
import { findContents } from "../contents/store.ts";
import { presentSpace } from "../spaces/present.ts";
import { findSpaces } from "../spaces/store.ts";
import type { LinkInvite } from "./schema.ts";

/** Invite links, to a member of their organization; what they lead to is looked up for all of them at once. */
export async function presentLinkInvites(
  { database: { read }, urls }: Context,
  member: Membership,
  invites: readonly LinkInviteTable[],
): Promise<LinkInvite[]> {
  const ids = invites.flatMap(({ content_id }) => content_id ?? []);
  const [roles, contents, spaces] = await Promise.all([
    resolveContentRoles(read, member, ids),
    findContents(read, member.organizationId, ids),
    findSpaces(read, member.organizationId, ids),
  ]);
  return invites.map(({ id, role, content_id }) => {
    const common = { object: "invite" as const, id };
    if (content_id === null) return { ...common, role, redundant: isRedundant(member.role, role) };
    const held = roles.get(content_id) ?? null;
    const [space, collection] = [spaces.get(content_id), contents.get(content_id)];
    return {
      ...common,
      level: role,
      redundant: isRedundant(held, role),
      ...(space
        ? { space: presentSpace(space, held, urls) }
        : collection && { collection: presentCollection(collection, held, urls) }),
    };
  });
}

function isRedundant(held: Role | null, given: Role | null): boolean {
  return given === null || includesRole(held, given);
}
