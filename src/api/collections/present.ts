import type { Urls } from "../../config/index.ts";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import type { LibraryItemTable } from "../../storage/database/index.ts";
import type { Collection } from "./schema.ts";

/** A collection, to a caller with this role on it. */
export function presentCollection(row: LibraryItemTable, role: Role | null, urls: Urls): Collection {
  const admin = includesRole(role, "admin");
  return {
    object: "collection",
    id: row.id,
    title: row.title,
    description: row.description ?? undefined,
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    defaultLevel: row.default_level,
    urls: { location: urls.api(`/collections/${row.id}`), app: urls.app(`/collections/${row.id}`) },
    permissions: {
      view: includesRole(role, "read"),
      admin,
      viewInviteLinks: admin,
      create: includesRole(role, "create"),
    },
  };
}
