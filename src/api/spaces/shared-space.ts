import type { Role } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
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
import type { Access, Call } from "../http/index.ts";
import { isSpaceAvailable } from "./access.ts";
import { viewerOf, visitorOf } from "./present.ts";
import type { SpaceViewer } from "./publications.ts";
import { findSpaceForUser, findSpaces, type SpaceRow } from "./store.ts";

/** A space to be read: by somebody with a role on it, or by somebody whom a site that shows it has let in. */
interface OnSharedSpace {
  readonly space: SpaceRow;
  readonly role: Role;
  readonly viewer: SpaceViewer;
  /** Of those who were let in. */
  readonly visitorAccess?: VisitorAccess;
}

interface SpaceParams {
  readonly spaceId: string;
}

/** The space that the path names, to read it; also for visitors of a site that shows it. */
export function onSharedSpace(): Access<OnSharedSpace, SpaceParams> {
  return onReadSpace("the token of a visitor of a site that shows it", findAsVisitor);
}

/** The same, and for whoever has a key of a site that shows it. */
export function onSpaceWithKey(): Access<OnSharedSpace, SpaceParams> {
  return onReadSpace("the token of a visitor or a `shareKey` of a site that shows it", (call) =>
    call.caller.visitor === undefined ? findByShareKey(call) : findAsVisitor(call),
  );
}

function onReadSpace(
  orElse: string,
  findShared: (call: Call<SpaceParams>) => Promise<OnSharedSpace | undefined>,
): Access<OnSharedSpace, SpaceParams> {
  return {
    rule: `Role \`read\` or above on the space, or ${orElse}`,
    allowsVisitors: true,
    resolve: async (call) => {
      const found = (await findAsMember(call)) ?? (await findShared(call));
      if (found === undefined) throw notFound("Space");
      return found;
    },
  };
}

async function findAsMember({
  context,
  caller,
  params,
}: Call<SpaceParams>): Promise<OnSharedSpace | undefined> {
  if (caller.visitor !== undefined) return undefined;
  const found = await findSpaceForUser(context.database.read, params.spaceId, caller.userId);
  if (found === undefined || found.role === null || !isSpaceAvailable(context, found.row, found.role))
    return undefined;
  return { space: found.row, role: found.role, viewer: viewerOf(found.member) };
}

async function findAsVisitor(call: Call<SpaceParams>): Promise<OnSharedSpace | undefined> {
  const { context, caller } = call;
  if (caller.visitor === undefined) return undefined;
  const { organizationId, siteId } = caller.visitor;
  const site = await findSite(context.database.read, organizationId, siteId);
  const visitorAccess = site && (await renewVisitorAccess(context.database.read, site, caller.visitor));
  return visitorAccess && findInSite(call, site, visitorAccess);
}

async function findByShareKey(call: Call<SpaceParams>): Promise<OnSharedSpace | undefined> {
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

/** The space, if the site shows it to somebody like this. */
async function findInSite(
  { context, params }: Call<SpaceParams>,
  site: SiteRow,
  visitorAccess: VisitorAccess,
): Promise<OnSharedSpace | undefined> {
  const { read } = context.database;
  const uses = await findSiteSpacesOf(read, site, params.spaceId);
  const shown = uses.filter((use) =>
    [use.condition, use.section_condition].every((condition) => isMet(condition, visitorAccess.claims)),
  );
  if (shown.length === 0) return undefined;
  const space = (await findSpaces(read, site.organization_id, [params.spaceId])).get(params.spaceId);
  if (space === undefined) return undefined;
  return { space, role: "read", viewer: visitorOf(visitorAccess, shown), visitorAccess };
}
