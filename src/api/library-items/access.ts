import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRole,
} from "../../identity/roles/index.ts";
import { forbidden, notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import type { Access } from "../http/index.ts";
import { membershipIn, onOrganization, requireRole } from "../organizations/index.ts";
import type { ParentRef } from "./positions.ts";
import { findLibraryItem } from "./store.ts";

/** Throws unless the caller's role on a space or collection includes the needed one. */
export function requireLibraryItemRole(held: Role | null, needed: Role, kind: "space" | "collection"): Role {
  if (held === null) throw notFound(kind === "space" ? "Space" : "Collection");
  if (!includesRole(held, needed))
    throw forbidden(`This needs the role ${needed} on the ${kind}; yours is ${held}`);
  return held;
}

/** Throws unless the member may create items in this collection or, for null, at the top of the organization. */
export async function requireCreateIn(db: Reader, member: Membership, parentId: string | null) {
  if (parentId === null) return requireRole(member.role, "create");
  const parent = await findLibraryItem(db, member.organizationId, parentId);
  const role = parent?.kind === "collection" ? await resolveLibraryItemRole(db, member, parentId) : null;
  if (role === null) throw notFound("parent: Collection");
  requireLibraryItemRole(role, "create", "collection");
}

/** The parent of a new space or collection: the collection that the body's `parent` names, or the top level. */
export function onNewLibraryItem(): Access<
  { member: Membership; parent: ParentRef },
  { organizationId: string }
> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule: "Role `create` or above in the organization, or on the collection that `parent` names",
    resolve: async (call) => {
      const member = membershipIn({ ...call, ...(await onItsOrganization.resolve(call)) });
      const { parent: parentId = null } = (call.body ?? {}) as { parent?: string };
      await requireCreateIn(call.context.database.read, member, parentId);
      return { member, parent: { organizationId: member.organizationId, parentId } };
    },
  };
}
