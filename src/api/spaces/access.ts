import type { Membership, Role } from "../../identity/roles/index.ts";
import { addMilliseconds, conflict, notFound } from "../../platform/index.ts";
import type { Access, Call, Context } from "../http/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { findSpaceForUser, type SpaceRow } from "./store.ts";

/** How long a deleted space can be restored. */
export const trashRetention = 7 * 86_400_000;

/** A space, and what the caller is to it. */
export interface OnSpace {
  readonly space: SpaceRow;
  readonly member: Membership;
  readonly role: Role;
}

/** The space that the path names, for those with at least this role on it. In the trash, its admins still see it. */
export function onSpace(least: Role): Access<OnSpace, { spaceId: string }> {
  return { rule: `Role \`${least}\` or above on the space`, resolve: (call) => resolveSpace(call, least) };
}

/** The same, to change it: what is in the trash must be restored first. */
export function onActiveSpace(least: Role): Access<OnSpace, { spaceId: string }> {
  return {
    rule: `Role \`${least}\` or above on the space`,
    resolve: async (call) => {
      const found = await resolveSpace(call, least);
      if (found.space.deleted_at !== null) throw conflict("The space is deleted; restore it first");
      return found;
    },
  };
}

async function resolveSpace(
  { context, caller, params }: Call<{ spaceId: string }>,
  least: Role,
): Promise<OnSpace> {
  const found = await findSpaceForUser(context.database.read, params.spaceId, caller.userId);
  if (found === undefined) throw notFound("Space");
  const { row: space, member, role } = found;
  if (!isSpaceAvailable(context, space, role)) throw notFound("Space");
  return { space, member, role: requireLibraryItemRole(role, least, "space") };
}

/** Whether a space is there for somebody with this role on it: for a while, its admins see it in the trash. */
export function isSpaceAvailable({ clock }: Context, { deleted_at }: SpaceRow, role: Role | null): boolean {
  return (
    deleted_at === null || (role === "admin" && addMilliseconds(deleted_at, trashRetention) > clock.now())
  );
}
