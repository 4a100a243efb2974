import type { Membership, Role } from "../../identity/roles/index.ts";
import { addMilliseconds, conflict, notFound, requireFound } from "../../platform/index.ts";
import {
  accessByShareKey,
  findSite,
  findSiteSpacesOf,
  fromSites,
  hashShareKey,
  isMet,
  renewVisitorAccess,
  type SiteRow,
  siteColumns,
  type VisitorAccess,
} from "../../publishing/index.ts";
import { type Access, type Call, type Context, refineAccess } from "../http/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { memberViewer, type SpaceViewer, visitorViewer } from "./present.ts";
import { findSpaceForUser, findSpaces, type SpaceRow, trashRetention } from "./store.ts";

export interface OnSpace {
  readonly space: SpaceRow;
  readonly member: Membership;
  readonly role: Role;
}

/** Resolves the space in the path for callers with at least this role. Its admins also see it in the trash. */
export function onSpace(needed: Role): Access<OnSpace, { spaceId: string }> {
  return {
    rule: `Role \`${needed}\` or above on the space`,
    resolve: async ({ context, caller, params }: Call<{ spaceId: string }>) => {
      const found = await findSpaceForUser(context.database.read, params.spaceId, caller.userId);
      if (found === undefined || !isSpaceAvailable(context, found.row, found.role)) throw notFound("Space");
      const { row: space, member, role } = found;
      return { space, member, role: requireLibraryItemRole(role, needed, "space") };
    },
  };
}

/** Like `onSpace`, but refuses spaces in the trash. */
export function onActiveSpace(needed: Role): Access<OnSpace, { spaceId: string }> {
  return refineAccess(onSpace(needed), (found) => {
    requireActive(found.space);
    return found;
  });
}

type Deletion = Pick<SpaceRow, "deleted_at">;

export function requireActive({ deleted_at }: Deletion): void {
  if (deleted_at !== null) throw conflict("The space is deleted; restore it first");
}

/** Whether callers with this role can see the space. Admins can see a deleted space until it is purged. */
export function isSpaceAvailable({ clock }: Context, { deleted_at }: Deletion, role: Role | null): boolean {
  return (
    deleted_at === null || (role === "admin" && addMilliseconds(deleted_at, trashRetention) > clock.now())
  );
}

/** A space that the caller may read: as a member with a role on it, or as a visitor of a site that shows it. */
export interface OnSharedSpace {
  readonly space: SpaceRow;
  readonly role: Role;
  /** Set for members of the organization. */
  readonly member?: Membership;
  readonly viewer: SpaceViewer;
  /** Set for visitors. */
  readonly visitorAccess?: VisitorAccess;
}

type SpaceCall = Call<{ spaceId: string }>;
type SharedSpaceAccess = Access<OnSharedSpace, { spaceId: string }>;

/** Resolves the space in the path for members with a role on it, and for visitors of a site that shows it. */
export function onSharedSpace(): SharedSpaceAccess {
  return onReadSpace("the token of a visitor of a site that shows it", findAsVisitor);
}

/** Like `onSharedSpace`, but also for callers with a share key of a site that shows the space. */
export function onSpaceWithKey(): SharedSpaceAccess {
  return onReadSpace("the token of a visitor or a `shareKey` of a site that shows it", (call) =>
    call.caller.visitor === undefined ? findByShareKey(call) : findAsVisitor(call),
  );
}

function onReadSpace(other: string, findShared: (call: SpaceCall) => Promise<OnSharedSpace | undefined>) {
  return {
    rule: `Role \`read\` or above on the space, or ${other}`,
    allowsVisitors: true,
    resolve: async (call: SpaceCall) => {
      const found = requireFound((await findAsMember(call)) ?? (await findShared(call)), "Space");
      return found;
    },
  };
}

async function findAsMember({ context, caller, params }: SpaceCall): Promise<OnSharedSpace | undefined> {
  if (caller.visitor !== undefined) return undefined;
  const found = await findSpaceForUser(context.database.read, params.spaceId, caller.userId);
  if (!found?.role || !isSpaceAvailable(context, found.row, found.role)) return undefined;
  const { row: space, role, member } = found;
  return { space, role, member, viewer: memberViewer(member) };
}

async function findAsVisitor(call: SpaceCall): Promise<OnSharedSpace | undefined> {
  const { context, caller } = call;
  if (caller.visitor === undefined) return undefined;
  const { organizationId, siteId } = caller.visitor;
  const site = await findSite(context.database.read, organizationId, siteId);
  const visitorAccess = site && (await renewVisitorAccess(context.database.read, site, caller.visitor));
  return visitorAccess && findInSite(call, site, visitorAccess);
}

async function findByShareKey(call: SpaceCall): Promise<OnSharedSpace | undefined> {
  const { read } = call.context.database;
  const { shareKey } = call.query as { shareKey?: string };
  if (shareKey === undefined) return undefined;
  const sites = await fromSites(read)
    .where("sites.id", "in", (inner) =>
      inner.selectFrom("site_share_links").where("key_hash", "=", hashShareKey(shareKey)).select("site_id"),
    )
    .select(siteColumns)
    .execute();
  for (const site of sites) {
    const visitorAccess = await accessByShareKey(read, site, shareKey);
    if (visitorAccess !== undefined) return findInSite(call, site, visitorAccess);
  }
  return undefined;
}

/** The space, if the site shows it to this visitor. */
async function findInSite({ context, params }: SpaceCall, site: SiteRow, visitorAccess: VisitorAccess) {
  const { read } = context.database;
  const siteSpaces = await findSiteSpacesOf(read, site, params.spaceId);
  const visible = siteSpaces.filter(({ condition, section_condition }) =>
    [condition, section_condition].every((expression) => isMet(expression, visitorAccess.claims)),
  );
  if (visible.length === 0) return undefined;
  const space = (await findSpaces(read, site.organization_id, [params.spaceId])).get(params.spaceId);
  if (space === undefined) return undefined;
  return { space, role: "read" as const, viewer: visitorViewer(visitorAccess, visible), visitorAccess };
}
