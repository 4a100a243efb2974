import type { Role } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import type { Call } from "../http/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { findCollectionForUser } from "./store.ts";

/** The collection that the path names, for callers with at least this role on it. */
export function onCollection(needed: Role) {
  return {
    rule: `Role \`${needed}\` or above on the collection`,
    resolve: async ({ context, caller, params }: Call<{ collectionId: string }>) => {
      const found = await findCollectionForUser(context.database.read, params.collectionId, caller.userId);
      if (found === undefined) throw notFound("Collection");
      const { row: collection, member, role } = found;
      return { collection, member, role: requireLibraryItemRole(role, needed, "collection") };
    },
  };
}
