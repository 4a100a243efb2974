import type { Urls } from "../../config/index.ts";
import { includesRole, type Membership, type Role } from "../../identity/roles/index.ts";
import type { VisitorAccess } from "../../publishing/index.ts";
import type { Context } from "../http/index.ts";
import { findPublications, type Publication, type SpaceViewer } from "./publications.ts";
import type { Space } from "./schema.ts";
import type { SpaceRow } from "./store.ts";

/** Spaces, each to a caller with this role on it. */
export async function presentSpaces(
  context: Context,
  rows: readonly SpaceRow[],
  roleOn: (row: SpaceRow) => Role | null,
  viewer: SpaceViewer,
): Promise<Space[]> {
  const publications = await findPublications(context, rows, viewer);
  return rows.map((row) => presentSpace(row, roleOn(row), context.urls, publications.get(row.id)));
}

/** A space, to a caller with this role on it. */
export async function presentSpaceTo(
  context: Context,
  row: SpaceRow,
  role: Role | null,
  viewer: SpaceViewer,
): Promise<Space> {
  const publications = await findPublications(context, [row], viewer);
  return presentSpace(row, role, context.urls, publications.get(row.id));
}

/** A member. A share link opens all of a site: who was given one space of it, and nothing else, does not see the key. */
export function viewerOf({ role }: Pick<Membership, "role">): SpaceViewer {
  return { shareKeyOf: ({ share_key }) => (role === null ? undefined : (share_key ?? undefined)) };
}

/** Somebody whom a site has let in, and shows these site spaces. */
export function visitorOf(
  { shareKey }: VisitorAccess,
  siteSpaces: readonly { readonly id: string }[],
): SpaceViewer {
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
