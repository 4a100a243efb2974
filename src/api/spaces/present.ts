import type { Urls } from "../../config/index.ts";
import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRoles,
} from "../../identity/roles/index.ts";
import type { VisitorAccess } from "../../publishing/index.ts";
import type { Context } from "../http/index.ts";
import { findPublications, type Publication, type SpaceViewer } from "./publications.ts";
import type { Space } from "./schema.ts";
import type { SpaceRow } from "./store.ts";

/** Spaces as a caller with these roles sees them. */
export async function presentSpaces(
  context: Context,
  rows: readonly SpaceRow[],
  roleOn: (row: SpaceRow) => Role | null,
  viewer: SpaceViewer,
): Promise<Space[]> {
  const publications = await findPublications(context, rows, viewer);
  return rows.map((row) => presentSpace(row, roleOn(row), context.urls, publications.get(row.id)));
}

export async function presentSpacesToMember(context: Context, rows: readonly SpaceRow[], member: Membership) {
  const ids = rows.map(({ id }) => id);
  const roles = await resolveLibraryItemRoles(context.database.read, member, ids);
  return presentSpaces(context, rows, ({ id }) => roles.get(id) ?? null, memberViewer(member));
}

export async function presentSpaceTo(
  context: Context,
  row: SpaceRow,
  role: Role | null,
  viewer: SpaceViewer,
) {
  const publications = await findPublications(context, [row], viewer);
  return presentSpace(row, role, context.urls, publications.get(row.id));
}

/** A share link opens a whole site, so guests, who may see one space of it only, do not see its key. */
export function memberViewer({ role }: Pick<Membership, "role">): SpaceViewer {
  return { shareKeyOf: ({ share_key }) => (role === null ? undefined : (share_key ?? undefined)) };
}

/** A visitor of a site that shows them these site spaces. */
export function visitorViewer({ shareKey }: VisitorAccess, siteSpaces: readonly { readonly id: string }[]) {
  return { shareKeyOf: () => shareKey, siteSpaces: new Set(siteSpaces.map(({ id }) => id)) };
}

function presentSpace(
  row: SpaceRow,
  role: Role | null,
  urls: Urls,
  publication: Publication | undefined,
): Space {
  return {
    object: "space",
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    visibility: publication?.visibility ?? "private",
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at ?? undefined,
    editMode: row.edit_mode,
    urls: {
      location: urls.api(`/spaces/${row.id}`),
      app: urls.app(`/spaces/${row.id}`),
      published: publication?.address,
      public: publication?.visibility === "public" ? publication.address : undefined,
      icon: row.icon_url ?? undefined,
    },
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    language: row.language ?? undefined,
    visitorAuth: publication?.authBackend && { backend: publication.authBackend },
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
  const can = (needed: Role) => includesRole(role, needed);
  return {
    view: can("read"),
    access: can("read"),
    admin: can("admin"),
    viewInviteLinks: can("admin"),
    edit: can("edit"),
    triggerGitSync: can("edit"),
    comment: can("comment"),
    merge: can("review"),
    review: can("review"),
    installIntegration: can("admin"),
  };
}
