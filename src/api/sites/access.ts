import { includesRole, type Membership, type Role } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import {
  type Admission,
  admitAgain,
  findShareLink,
  findSite,
  noClaims,
  type SiteRow,
} from "../../publishing/index.ts";
import type { Access, Call } from "../http/index.ts";
import { findOrganization, requireRole } from "../organizations/index.ts";

interface SiteParams {
  readonly organizationId: string;
  readonly siteId: string;
}

/** A site, and what the caller is to its organization. */
export interface OnSite {
  readonly site: SiteRow;
  readonly member: Membership;
}

/** A site as its readers see it: some are members of its organization, others were let in. */
export interface OnSharedSite {
  readonly site: SiteRow;
  readonly member?: Membership;
  /** Of those who are no members. */
  readonly admission?: Admission;
}

/** The site that the path names, for members with at least this role in its organization. */
export function onSite(least: Role): Access<OnSite, SiteParams> {
  return {
    rule: `Organization role \`${least}\` or above`,
    resolve: async (call) => {
      const found = await findAsMember(call);
      if (found === undefined) throw notFound("Site");
      requireRole(found.member.role, least);
      return found;
    },
  };
}

/** The same to read it, and for its visitors. */
export function onVisitedSite(): Access<OnSharedSite, SiteParams> {
  return onReadSite("Organization role `read` or above, or the token of a visitor of the site", admitCaller);
}

/** The same, and for those who have a key of one of its share links. */
export function onSharedSite(): Access<OnSharedSite, SiteParams> {
  return onReadSite(
    "Organization role `read` or above, a `shareKey` of the site, or the token of a visitor of it",
    async (call, site) => (await admitCaller(call, site)) ?? (await admitByKey(call, site)),
  );
}

type Admit = (call: Call, site: SiteRow) => Promise<Admission | undefined>;

function onReadSite(rule: string, admit: Admit): Access<OnSharedSite, SiteParams> {
  return {
    rule,
    forVisitors: true,
    resolve: async (call) => {
      const { context, params } = call;
      const found = await findAsMember(call);
      if (found !== undefined) return found;
      const site = await findSite(context.database.read, params.organizationId, params.siteId);
      const admission = site && (await admit(call, site));
      if (site === undefined || admission === undefined) throw notFound("Site");
      return { site, admission };
    },
  };
}

async function admitCaller({ context, caller }: Call, site: SiteRow): Promise<Admission | undefined> {
  return caller.visitor && admitAgain(context.database.read, site, caller.visitor);
}

async function admitByKey({ context, caller, query }: Call, site: SiteRow): Promise<Admission | undefined> {
  const { shareKey } = query as { shareKey?: string };
  if (shareKey === undefined || caller.visitor !== undefined) return undefined;
  const link = await findShareLink(context.database.read, site, shareKey);
  return link && { claims: noClaims, shareKey: link.key };
}

/** Guests see what was given to them, and a site is given to nobody. */
async function findAsMember({ context, caller, params }: Call<SiteParams>): Promise<OnSite | undefined> {
  if (caller.visitor !== undefined) return undefined;
  const { read } = context.database;
  const organization = await findOrganization(read, params.organizationId, caller.userId);
  if (organization === undefined || !includesRole(organization.role, "read")) return undefined;
  const site = await findSite(read, organization.id, params.siteId);
  if (site === undefined) throw notFound("Site");
  return {
    site,
    member: { organizationId: organization.id, userId: caller.userId, role: organization.role },
  };
}
