import { includesRole, type Role } from "../../access/roles.ts";
import type { Urls } from "../../http/urls.ts";
import type { Space } from "./schema.ts";
import type { SpaceRow } from "./store.ts";

/** A space, to a caller with this role on it. */
export function presentSpace(row: SpaceRow, role: Role | null, urls: Urls): Space {
  return {
    object: "space",
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    visibility: "private",
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at ?? undefined,
    editMode: row.edit_mode,
    urls: {
      location: urls.api(`/spaces/${row.id}`),
      app: urls.app(`/spaces/${row.id}`),
      icon: row.icon_url ?? undefined,
    },
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    revision: row.revision_id,
    defaultLevel: row.default_level,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: permissionsOf(role),
  };
}

function permissionsOf(role: Role | null): Space["permissions"] {
  const admin = includesRole(role, "admin");
  const reviews = includesRole(role, "review");
  const edits = includesRole(role, "edit");
  const reads = includesRole(role, "read");
  return {
    view: reads,
    access: reads,
    admin,
    viewInviteLinks: admin,
    edit: edits,
    triggerGitSync: edits,
    comment: includesRole(role, "comment"),
    merge: reviews,
    review: reviews,
    installIntegration: admin,
  };
}
