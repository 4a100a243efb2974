import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRole,
} from "../../identity/roles/index.ts";
import { conflict, forbidden, notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import type { Access } from "../http/index.ts";
import { findOrganization, membershipIn, onOrganization, requireRole } from "../organizations/index.ts";
import type { ParentRef } from "./positions.ts";
import { findLibraryItem } from "./store.ts";

/** The role on a space or collection, or the error that says why the caller may not go on. */
export function requireLibraryItemRole(held: Role | null, needed: Role, thing: "space" | "collection"): Role {
  if (held === null) throw notFound(thing === "space" ? "Space" : "Collection");
  if (!includesRole(held, needed))
    throw forbidden(`This needs the role ${needed} on the ${thing}; yours is ${held}`);
  return held;
}

/** Where something new may be put: into a collection, or at the top of the organization. */
export async function requireCreateIn(
  db: Reader,
  member: Membership,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return requireRole(member.role, "create");
  const parent = await findLibraryItem(db, member.organizationId, parentId);
  if (parent?.kind !== "collection") throw notFound("parent: Collection");
  const role = await resolveLibraryItemRole(db, member, parentId);
  if (role === null) throw notFound("parent: Collection");
  requireLibraryItemRole(role, "create", "collection");
}

/** The organization that something is transferred to: another one, where the caller may create. */
export async function requireTransferTarget(
  db: Reader,
  member: Membership,
  organizationId: string,
): Promise<void> {
  const target = await findOrganization(db, organizationId, member.userId);
  if (target === undefined) throw notFound("organization: Organization");
  requireRole(target.role, "create");
  if (target.id === member.organizationId) throw conflict("It is in this organization already");
}

/** Where a new space or collection goes: into the collection that the body's `parent` names, or to the top. */
export function onNewLibraryItem(): Access<
  { member: Membership; level: ParentRef },
  { organizationId: string }
> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule: "Role `create` or above in the organization, or on the collection that `parent` names",
    resolve: async (call) => {
      const member = membershipIn({ ...call, ...(await onItsOrganization.resolve(call)) });
      const { parent: parentId = null } = (call.body ?? {}) as { parent?: string };
      await requireCreateIn(call.context.database.read, member, parentId);
      return { member, level: { organizationId: member.organizationId, parentId } };
    },
  };
}
