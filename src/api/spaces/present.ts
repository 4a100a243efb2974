import { sql } from "kysely";
import type { Urls } from "../../config/index.ts";
import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRoles,
} from "../../identity/roles/index.ts";
import { addMilliseconds, requireFound } from "../../platform/index.ts";
import {
  fromSites,
  isLive,
  joinUrl,
  publishedUrl,
  type SiteRow,
  siteColumns,
  siteSpaceSegments,
  type VisitorAccess,
} from "../../publishing/index.ts";
import {
  type Flag,
  type Reader,
  type SiteVisibility,
  siteVisibilities,
  type VisitorAuthBackend,
} from "../../storage/database/index.ts";
import { type Call, type Context, type ListCall, readList } from "../http/index.ts";
import { inheritedRules, parseSpaceRules } from "../merge-rules/index.ts";
import type { Space } from "./schema.ts";
import {
  findSpaceForUser,
  matchDeletedSpaces,
  matchSpaces,
  type SpaceRow,
  selectSpaces,
  trashRetention,
} from "./store.ts";

/** The spaces that the caller may see, in the order of the tree; with a collection, only its children. */
export function listSpaces(call: ListCall, member: Membership, collectionId?: string) {
  return readList(call, {
    matching: matchSpaces(call.context.database.read, member, collectionId),
    select: selectSpaces,
    keys: ["contents.position", "contents.id"],
    present: (rows) => presentSpacesToMember(call.context, rows, member),
  });
}

/** The spaces in the trash that the caller may restore, the last deleted first. */
export async function listDeletedSpaces(call: ListCall, member: Membership) {
  const { context } = call;
  const since = addMilliseconds(context.clock.now(), -trashRetention);
  return readList(call, {
    matching: await matchDeletedSpaces(context.database.read, member, since),
    select: selectSpaces,
    keys: ["contents.deleted_at", "contents.id"],
    order: "desc",
    present: (rows) => presentSpacesToMember(context, rows, member),
  });
}

/** The spaces that a member may see, by age, with the member's role on each, presented to another member. */
export function listSpacesOfMember(
  call: ListCall,
  member: Membership,
  viewer: Membership,
  order: "asc" | "desc",
) {
  const { read } = call.context.database;
  return readList(call, {
    matching: matchSpaces(read, member),
    select: selectSpaces,
    keys: ["contents.id"],
    order,
    present: async (rows) => {
      const ids = rows.map(({ id }) => id);
      const roles = await resolveLibraryItemRoles(read, member, ids);
      const spaces = await presentSpacesToMember(call.context, rows, viewer);
      return spaces.map((space) => ({ permission: roles.get(space.id) ?? "read", space }));
    },
  });
}

/** Reads a space again, after a change. */
export async function readSpace({ context, caller }: Call, id: string) {
  const found = requireFound(await findSpaceForUser(context.database.read, id, caller.userId), "Space");
  return presentSpaceTo(context, found.row, found.role, memberViewer(found.member));
}

export async function presentSpaces(
  context: Context,
  rows: readonly SpaceRow[],
  roleOn: (row: SpaceRow) => Role | null,
  viewer: SpaceViewer,
): Promise<Space[]> {
  const publications = await findPublications(context, rows, viewer);
  return rows.map((row) =>
    presentSpace(toViewer(row, viewer), roleOn(row), context.urls, publications.get(row.id)),
  );
}

/** The space without what visitors do not see: its collection, its rules, and how much is discussed and changed in it. */
function toViewer(row: SpaceRow, { siteSpaces }: SpaceViewer): SpaceRow {
  if (siteSpaces === undefined) return row;
  const counts = { comments: 0, change_requests: 0, change_requests_open: 0, change_requests_draft: 0 };
  return { ...row, ...counts, merge_rules: inheritedRules, parent_id: null };
}

async function presentSpacesToMember(context: Context, rows: readonly SpaceRow[], member: Membership) {
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
  return presentSpace(toViewer(row, viewer), role, context.urls, publications.get(row.id));
}

/** The key of a share link grants access to a whole site, so guests, who may see only some spaces, do not get it. */
export function memberViewer({ role }: Pick<Membership, "role">): SpaceViewer {
  return { shareKeyOf: ({ share_key }) => (role === null ? undefined : (share_key ?? undefined)) };
}

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
      published: publication?.url,
      public: publication?.visibility === "public" ? publication.url : undefined,
      icon: row.icon_url ?? undefined,
    },
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    position: row.position,
    language: row.language ?? undefined,
    visitorAuth: publication?.authBackend && { backend: publication.authBackend },
    revision: row.revision_id,
    defaultLevel: row.default_level,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    mergeRules: parseSpaceRules(row.merge_rules),
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

interface Publication {
  readonly visibility: SiteVisibility;
  readonly url: string | undefined;
  /** The method by which visitors authenticate, if required. */
  readonly authBackend: VisitorAuthBackend | undefined;
}

/** Determines which published URLs a caller sees. */
export interface SpaceViewer {
  /** The key of the site's share link, if the caller may see it. */
  shareKeyOf(site: SiteRow): string | undefined;
  /** The ids of the visible site spaces, for a visitor. */
  readonly siteSpaces?: ReadonlySet<string>;
}

type PublishedSiteSpace = SiteRow & {
  readonly space_id: string;
  readonly site_space_id: string;
  readonly path: string;
  readonly is_default: Flag;
  readonly section_path: string | null;
  readonly section_is_default: Flag | null;
  /** Whether a section has the same path, which takes precedence. */
  readonly is_shadowed: Flag;
};

/** The publication of each of these spaces that is published. Of several sites, the most open one counts. */
async function findPublications(
  { database, config }: Context,
  spaces: readonly SpaceRow[],
  { shareKeyOf, siteSpaces }: SpaceViewer,
): Promise<Map<string, Publication>> {
  const candidates = spaces.filter(({ in_site, deleted_at }) => in_site === 1 && deleted_at === null);
  const published = await findPublishedSiteSpaces(database.read, candidates);
  const visible = published.filter(({ site_space_id }) => siteSpaces?.has(site_space_id) ?? true);
  const rank = ({ visibility }: SiteRow) => siteVisibilities.indexOf(visibility);
  // The last entry of a key wins, so the most open site comes last; of equal ones, the first.
  const byOpenness = visible.toReversed().toSorted((a, b) => rank(b) - rank(a));
  return new Map(
    byOpenness.map((siteSpace) => {
      const root = publishedUrl(config.sites, siteSpace, shareKeyOf(siteSpace) ?? null);
      const authBackend = siteSpace.visibility === "visitor-auth" ? siteSpace.auth_backend : undefined;
      const url = root && joinUrl(root, segmentsTo(siteSpace));
      return [siteSpace.space_id, { visibility: siteSpace.visibility, url, authBackend }];
    }),
  );
}

async function findPublishedSiteSpaces(db: Reader, spaces: readonly SpaceRow[]) {
  const [first] = spaces;
  if (first === undefined) return [];
  const ids = spaces.map(({ id }) => id);
  return fromSites(db)
    .innerJoin("site_spaces", "site_spaces.site_id", "sites.id")
    .leftJoin("site_sections", "site_sections.id", "site_spaces.section_id")
    .where("site_spaces.organization_id", "=", first.organization_id)
    .where("site_spaces.space_id", "in", ids)
    .where("sites.published", "=", 1)
    .where(isLive)
    .orderBy("site_spaces.id")
    .select(siteColumns)
    .select([
      "site_spaces.space_id",
      "site_spaces.id as site_space_id",
      "site_spaces.path",
      "site_spaces.is_default",
      "site_sections.path as section_path",
      "site_sections.is_default as section_is_default",
      sql<Flag>`case when site_sections.is_default = 1 and site_spaces.is_default = 0 and exists (
        select 1 from site_sections as other where other.site_id = sites.id
        and other.path = site_spaces.path and other.is_default = 0
      ) then 1 else 0 end`.as("is_shadowed"),
    ])
    .execute();
}

function segmentsTo(row: PublishedSiteSpace): string[] {
  const section =
    row.section_path === null
      ? undefined
      : { path: row.section_path, isDefault: row.section_is_default === 1 };
  const siteSpace = { path: row.path, isDefault: row.is_default === 1 };
  return siteSpaceSegments({ section, siteSpace }, new Set(row.is_shadowed === 1 ? [row.path] : []));
}
