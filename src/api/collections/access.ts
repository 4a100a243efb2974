import type { Membership } from "../../identity/roles/content-roles.ts";
import type { Role } from "../../identity/roles/roles.ts";
import { notFound } from "../../platform/errors.ts";
import type { ContentTable } from "../../storage/database/tables.ts";
import type { Access } from "../http/operation.ts";
import { requireContentRole } from "../library-items/access.ts";
import { findCollectionFor } from "./store.ts";

/** A collection, and what the caller is to it. */
export interface OnCollection {
  readonly collection: ContentTable;
  readonly member: Membership;
  readonly role: Role;
}

/** The collection that the path names, for those with at least this role on it. */
export function onCollection(least: Role): Access<OnCollection, { collectionId: string }> {
  return {
    rule: `Role \`${least}\` or above on the collection`,
    resolve: async ({ context, caller, params }) => {
      const found = await findCollectionFor(context.database.read, params.collectionId, caller.userId);
      if (found === undefined) throw notFound("Collection");
      const { row: collection, member, role } = found;
      return { collection, member, role: requireContentRole(role, least, "collection") };
    },
  };
}
