import type { Membership, Role } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import type { LibraryItemTable } from "../../storage/database/index.ts";
import type { Access } from "../http/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { findCollectionForUser } from "./store.ts";

/** A collection, and what the caller is to it. */
export interface OnCollection {
  readonly collection: LibraryItemTable;
  readonly member: Membership;
  readonly role: Role;
}

/** The collection that the path names, for those with at least this role on it. */
export function onCollection(least: Role): Access<OnCollection, { collectionId: string }> {
  return {
    rule: `Role \`${least}\` or above on the collection`,
    resolve: async ({ context, caller, params }) => {
      const found = await findCollectionForUser(context.database.read, params.collectionId, caller.userId);
      if (found === undefined) throw notFound("Collection");
      const { row: collection, member, role } = found;
      return { collection, member, role: requireLibraryItemRole(role, least, "collection") };
    },
  };
}
