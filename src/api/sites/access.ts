import { includesRole, type Membership, type Role } from "../../identity/roles/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import {
  accessByShareKey,
  findSite,
  renewVisitorAccess,
  type SiteRow,
  type VisitorAccess,
} from "../../publishing/index.ts";
import { type Access, type Call, nothingToDo } from "../http/index.ts";
import { findOrganization, requireRole } from "../organizations/index.ts";

interface SiteParams {
  readonly organizationId: string;
  readonly siteId: string;
}

/** A site, and the caller's membership in its organization. */
export interface OnSite {
  readonly site: SiteRow;
  readonly member: Membership;
}

/** A site, and either the caller's membership or a visitor's access. */
export type OnReadableSite =
  | (OnSite & { readonly visitorAccess?: undefined })
  | { readonly site: SiteRow; readonly member?: undefined; readonly visitorAccess: VisitorAccess };

/** The site in the path, for members with at least this role in its organization. */
export function onSite(needed: Role): Access<OnSite, SiteParams> {
  return {
    rule: `Organization role \`${needed}\` or above`,
    resolve: async (call) => {
      const found = requireFound(await findAsMember(call), "Site");
      requireRole(found.member.role, needed);
      return found;
    },
  };
}

/** The site in the path, for members and for visitors with a token. */
export function onVisitedSite(): Access<OnReadableSite, SiteParams> {
  return onReadableSite(
    "Organization role `read` or above, or the token of a visitor of the site",
    accessByToken,
  );
}

/** The site in the path, for members, visitors with a token, and anyone with a share key. */
export function onSharedSite(): Access<OnReadableSite, SiteParams> {
  return onReadableSite(
    "Organization role `read` or above, a `shareKey` of the site, or the token of a visitor of it",
    async (call, site) => {
      const { shareKey } = call.query as { shareKey?: string };
      if (call.caller.visitor !== undefined) return accessByToken(call, site);
      return shareKey === undefined
        ? undefined
        : accessByShareKey(call.context.database.read, site, shareKey);
    },
  );
}

function onReadableSite(
  rule: string,
  findAccess: (call: Call, site: SiteRow) => Promise<VisitorAccess | undefined>,
): Access<OnReadableSite, SiteParams> {
  return {
    rule,
    allowsVisitors: true,
    resolve: async (call) => {
      const { context, params } = call;
      const found = await findAsMember(call);
      if (found !== undefined) return found;
      const site = await findSite(context.database.read, params.organizationId, params.siteId);
      const visitorAccess = site && (await findAccess(call, site));
      if (site === undefined || visitorAccess === undefined) throw notFound("Site");
      return { site, visitorAccess };
    },
  };
}

async function accessByToken({ context, caller }: Call, site: SiteRow): Promise<VisitorAccess | undefined> {
  return caller.visitor && renewVisitorAccess(context.database.read, site, caller.visitor);
}

/** The share key in the URLs that a caller sees: a visitor's own key, or for a member the key of the oldest link. */
export function shareKeyFor({ site, visitorAccess }: OnReadableSite): string | null {
  return visitorAccess === undefined ? site.share_key : (visitorAccess.shareKey ?? null);
}

/** Deletes a redirect, a share link or an MCP server of a site. */
export async function deleteSiteChild(
  { context, site }: Call & OnSite,
  table: "site_redirects" | "site_share_links" | "site_mcp_servers",
  id: string,
) {
  const { numDeletedRows } = await context.database.write((trx) =>
    trx
      .deleteFrom(table)
      .where("organization_id", "=", site.organization_id)
      .where("site_id", "=", site.id)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  return numDeletedRows > 0n ? undefined : nothingToDo;
}

/** Guests of the organization have no access to sites. */
async function findAsMember({ context, caller, params }: Call<SiteParams>): Promise<OnSite | undefined> {
  if (caller.visitor !== undefined) return undefined;
  const { read } = context.database;
  const organization = await findOrganization(read, params.organizationId, caller.userId);
  if (organization === undefined || !includesRole(organization.role, "read")) return undefined;
  const site = requireFound(await findSite(read, organization.id, params.siteId), "Site");
  return {
    site,
    member: { organizationId: organization.id, userId: caller.userId, role: organization.role },
  };
}
