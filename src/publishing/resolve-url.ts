import { canonicalize } from "../content/index.ts";
import { admissionTime, keyFingerprint, type Visitor } from "../identity/tokens/index.ts";
import { badInput, invalidVisitorJwt, notFound } from "../platform/index.ts";
import type { Claims } from "./conditions.ts";
import { findDefaultSiteUrl, locateSite, parseUrl, type SiteLocation } from "./locate-site.ts";
import {
  findPublishedSpace,
  findVisiblePage,
  type PublishedSpace,
  type PublishingContext,
  readStructureView,
  type StructureView,
} from "./published-content.ts";
import { destinationUrl, findRedirect } from "./redirects.ts";
import type { SiteRow } from "./site-store.ts";
import { encodePath, joinUrl, publishedUrl } from "./site-urls.ts";
import { sectionsOf, siblingsOf } from "./structure.ts";
import {
  type ResolvedSegments,
  reservedPaths,
  resolveSegments,
  siteSpaceSegments,
} from "./structure-paths.ts";
import { splitShareKey } from "./visitor-access.ts";
import { verifyVisitorJwt } from "./visitor-jwt.ts";

interface VisitorCredentials {
  readonly type?: "human" | "agent";
  readonly jwtToken?: string | undefined;
  /** A share key that is not in the URL. */
  readonly shareKey?: string | undefined;
  readonly unsignedClaims?: Readonly<Record<string, unknown>>;
}

/** An authorized visit: the visitor, and the path segments up to the share key (`base`) and after it (`rest`). */
export interface SiteVisit extends Pick<SiteLocation, "base" | "rest"> {
  readonly visitor: Visitor;
  readonly shareKey?: string;
}

/** Why a visitor has no access: their JWT is invalid for this reason, or they sent none. */
interface RefusedVisit {
  readonly invalidJwt?: string;
}

interface UrlRequest {
  readonly url: string;
  readonly visitor?: VisitorCredentials | undefined;
  /** Redirects visitors with an invalid JWT to the site's fallback URL. Those without one are always redirected. */
  readonly redirectOnError?: boolean | undefined;
}

interface UrlRedirect {
  readonly target: "content" | "external";
  readonly redirect: string;
  /** The id of the site whose visitors are redirected, if the target is external. */
  readonly site?: string;
}

/** The content that a URL resolves to for a visitor. */
export interface ResolvedUrl extends ResolvedSegments {
  readonly site: SiteRow;
  readonly visit: SiteVisit;
  readonly view: StructureView;
  readonly space: PublishedSpace;
  /** Undefined if there is no visible page at the path. */
  readonly pageId: string | undefined;
  readonly canonicalUrl: string;
}

export async function resolveSiteUrl(
  context: PublishingContext,
  { url: text, visitor = {}, redirectOnError = false }: UrlRequest,
): Promise<UrlRedirect | ResolvedUrl> {
  const url = parseUrl(text);
  const location = await locateSite(context, url);
  if (location === undefined) {
    const redirect = await findDefaultSiteUrl(context, url);
    if (redirect === undefined) throw notFound("Published content");
    return { target: "content", redirect };
  }
  const { site } = location;
  const jwtToken = visitor.jwtToken || url.searchParams.get("jwt_token") || undefined;
  const visit = await authorizeVisit(context, location, { ...visitor, jwtToken });
  if (!("visitor" in visit)) {
    const { invalidJwt } = visit;
    const redirect = fallbackUrl(site, location.rest);
    if (redirect !== undefined && (invalidJwt === undefined || redirectOnError))
      return { target: "external", site: site.id, redirect };
    throw invalidJwt === undefined ? notFound("Published content") : invalidVisitorJwt(invalidJwt);
  }
  const { claims } = visit.visitor;
  const view = await readStructureView(context.database.read, site, claims);
  const resolved = resolveSegments(view.all, view.visible, visit.rest);
  const space = resolved && (await findPublishedSpace(context, site, resolved.siteSpace.spaceId));
  if (resolved === undefined || space === undefined) throw notFound("Published content");
  const pageId = await findVisiblePage(space.content, resolved.rest, claims);
  const root = publishedUrl(context.config.sites, site, visit.shareKey ?? null);
  if (pageId === undefined && resolved.rest.length > 0 && root !== undefined) {
    const redirect =
      (await followRedirect(context, site, view, root, visit.rest)) ??
      removeDefaultPaths(view, root, resolved);
    if (redirect !== undefined) return { target: "content", redirect };
  }
  const segments = [...siteSpaceSegments(resolved, reservedPaths(view.all)), ...resolved.rest];
  return { ...resolved, site, visit, view, space, pageId, canonicalUrl: joinUrl(root ?? "", segments) };
}

/** The maximum length of claims as JSON. Visitor tokens contain them and are sent in a header with every request. */
const maxClaimsLength = 4096;

/** Grants access to a site if the credentials and the URL satisfy its visibility. */
async function authorizeVisit(
  { database, clock }: PublishingContext,
  location: SiteLocation,
  credentials: VisitorCredentials,
): Promise<SiteVisit | RefusedVisit> {
  const { site } = location;
  if (credentials.type === "agent" && site.agents_context === "excluded") throw notFound("Published content");
  const { jwtToken, unsignedClaims } = credentials;
  const { claims: signed, ...refusal } =
    jwtToken === undefined ? {} : await verifyVisitorJwt(site.auth_key, jwtToken, clock.time());
  const { link, ...segments } = await splitShareKey(database.read, location, credentials.shareKey);
  const visitor: Visitor = {
    organizationId: site.organization_id,
    siteId: site.id,
    claims: mergeClaims(site, signed, unsignedClaims),
    admittedAt: admissionTime(clock.time()),
    ...(signed && { authKeyFingerprint: keyFingerprint(site.auth_key) }),
    ...(typeof signed?.exp === "number" && { expiresAt: signed.exp * 1000 }),
  };
  switch (site.visibility) {
    case "public":
    case "unlisted":
      return { visitor, ...segments };
    case "visitor-auth":
      return signed ? { visitor, ...segments } : refusal;
    case "share-link":
      return link ? { visitor: { ...visitor, shareLinkId: link.id }, ...segments, shareKey: link.key } : {};
  }
}

/** Unsigned claims are stored under `unsigned`, and ignored unless adaptive content is enabled or was never set. */
function mergeClaims(site: SiteRow, signed: Claims | undefined, unsigned: Claims = {}): Claims {
  const claims = { ...signed, unsigned: site.adaptive_content === 0 ? {} : unsigned };
  if (JSON.stringify(claims).length > maxClaimsLength)
    throw badInput("visitor", `must not have more than ${maxClaimsLength} characters of claims`);
  // Equal claims get an equal JSON text, and thereby an equal token.
  return canonicalize(claims);
}

/** The URL where visitors get a valid token. The requested path is passed in a parameter. */
function fallbackUrl(site: SiteRow, rest: readonly string[]): string | undefined {
  if (site.visibility !== "visitor-auth" || site.auth_fallback_url === null) return undefined;
  const url = new URL(site.auth_fallback_url);
  url.searchParams.set("location", encodePath(rest));
  return url.href;
}

async function followRedirect(
  context: PublishingContext,
  site: SiteRow,
  view: StructureView,
  root: string,
  segments: readonly string[],
): Promise<string | undefined> {
  const redirect = await findRedirect(context.database.read, site, { source: encodePath(segments) });
  return redirect && destinationUrl(context, site, view, root, redirect);
}

/** The URL without the paths of the default section and variant; undefined if it contains neither. */
function removeDefaultPaths({ all, visible }: StructureView, root: string, resolved: ResolvedSegments) {
  const { section, siteSpace, rest } = resolved;
  let remaining = rest;
  if (sectionsOf(visible).length > 1 && section?.isDefault && remaining[0] === section.path)
    remaining = remaining.slice(1);
  if (siblingsOf(visible, resolved).length > 1 && siteSpace.isDefault && remaining[0] === siteSpace.path)
    remaining = remaining.slice(1);
  return remaining === rest
    ? undefined
    : joinUrl(root, [...siteSpaceSegments(resolved, reservedPaths(all)), ...remaining]);
}
