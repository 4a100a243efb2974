import type { Urls } from "../../config/index.ts";
import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRoles,
} from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import type { VisitorAccess } from "../../publishing/index.ts";
import { type Call, type Context, listReply, readPage } from "../http/index.ts";
import { findPublications, type Publication, type SpaceViewer } from "./publications.ts";
import type { Space } from "./schema.ts";
import { findSpaceForUser, matchSpaces, type SpaceRow, selectSpaces } from "./store.ts";

type ListCall = Call<unknown, { page?: string; limit: number }>;

/** The spaces that the caller may see, in the order of the tree; with a collection, only its children. */
export async function listSpaces(call: ListCall, member: Membership, collectionId?: string) {
  const page = await readPage(call, {
    matching: matchSpaces(call.context.database.read, member, collectionId),
    select: selectSpaces,
    keys: ["contents.position", "contents.id"],
    order: "asc",
  });
  return listReply(page, await presentSpacesToMember(call.context, page.rows, member));
}

/** The spaces that a member may see, by age, with their role on each; as another member sees them. */
export async function listSpacesOfMember(
  call: ListCall,
  member: Membership,
  viewer: Membership,
  order: "asc" | "desc",
) {
  const { read } = call.context.database;
  const matching = matchSpaces(read, member);
  const page = await readPage(call, { matching, select: selectSpaces, keys: ["contents.id"], order });
  const ids = page.rows.map(({ id }) => id);
  const roles = await resolveLibraryItemRoles(read, member, ids);
  const spaces = await presentSpacesToMember(call.context, page.rows, viewer);
  const items = spaces.map((space) => ({ permission: roles.get(space.id) ?? "read", space }));
  return listReply(page, items);
}

/** Reads a space again, after a change. */
export async function readSpace({ context, caller }: Call, id: string) {
  const found = await findSpaceForUser(context.database.read, id, caller.userId);
  if (found === undefined) throw notFound("Space");
  return presentSpaceTo(context, found.row, found.role, memberViewer(found.member));
}

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
