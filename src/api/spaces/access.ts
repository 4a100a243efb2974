import type { Membership, Role } from "../../identity/roles/index.ts";
import { addMilliseconds, conflict, notFound } from "../../platform/index.ts";
import type { Access, Call, Context } from "../http/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { findSpaceForUser, type SpaceRow } from "./store.ts";

/** How long a deleted space can be restored. */
export const trashRetention = 7 * 86_400_000;

/** A space, and the caller's membership and role. */
export interface OnSpace {
  readonly space: SpaceRow;
  readonly member: Membership;
  readonly role: Role;
}

/** The space that the path names, for callers with at least this role. Its admins also see it in the trash. */
export function onSpace(needed: Role): Access<OnSpace, { spaceId: string }> {
  return {
    rule: `Role \`${needed}\` or above on the space`,
    resolve: async ({ context, caller, params }: Call<{ spaceId: string }>) => {
      const found = await findSpaceForUser(context.database.read, params.spaceId, caller.userId);
      if (found === undefined || !isSpaceAvailable(context, found.row, found.role)) throw notFound("Space");
      const { row: space, member, role } = found;
      return { space, member, role: requireLibraryItemRole(role, needed, "space") };
    },
  };
}

/** The same for spaces outside of the trash. */
export function onActiveSpace(needed: Role): Access<OnSpace, { spaceId: string }> {
  const { rule, resolve } = onSpace(needed);
  return {
    rule,
    resolve: async (call) => {
      const found = await resolve(call);
      if (found.space.deleted_at !== null) throw conflict("The space is deleted; restore it first");
      return found;
    },
  };
}

/** Whether a space exists for callers with this role: a deleted one does for its admins, until it is purged. */
export function isSpaceAvailable({ clock }: Context, { deleted_at }: SpaceRow, role: Role | null): boolean {
  return (
    deleted_at === null || (role === "admin" && addMilliseconds(deleted_at, trashRetention) > clock.now())
  );
}
