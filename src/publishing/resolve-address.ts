import { jwtVerify } from "jose";
import { keyFingerprint, type Visitor } from "../identity/tokens/index.ts";
import { badInput, notFound } from "../platform/index.ts";
import type { Claims } from "./conditions.ts";
import { findDefaultSiteAddress, locateSite, parseUrl, type SiteLocation } from "./locate-site.ts";
import {
  findPublishedSpace,
  findVisiblePage,
  type PublishedSpace,
  type PublishingContext,
  readStructureView,
  type StructureView,
} from "./published-content.ts";
import { destinationAddress, findRedirect } from "./redirects.ts";
import { encodePath, joinAddress, publishedAddress } from "./site-addresses.ts";
import type { SiteRow } from "./site-store.ts";
import { sectionsOf, siblingsOf } from "./structure.ts";
import {
  type ResolvedSegments,
  reservedPaths,
  resolveSegments,
  siteSpaceSegments,
} from "./structure-paths.ts";
import { splitShareKey } from "./visitor-access.ts";

interface VisitorCredentials {
  readonly type?: "human" | "agent";
  readonly jwtToken?: string;
  readonly unsignedClaims?: Readonly<Record<string, unknown>>;
}

/** An authorized visit: the visitor, and the address split after the site and its share key. */
export interface SiteVisit extends Pick<SiteLocation, "base" | "rest"> {
  readonly visitor: Visitor;
  readonly shareKey?: string;
}

interface AddressRequest {
  readonly url: string;
  readonly visitor?: VisitorCredentials | undefined;
  /** Sends visitors without a valid token to the site's fallback address. */
  readonly redirectOnError?: boolean | undefined;
}

interface AddressRedirect {
  readonly target: "content" | "external";
  readonly redirect: string;
}

/** The content that an address leads a visitor to. */
export interface ResolvedAddress extends ResolvedSegments {
  readonly site: SiteRow;
  readonly visit: SiteVisit;
  readonly view: StructureView;
  readonly space: PublishedSpace;
  /** Undefined if there is no visible page at the path. */
  readonly pageId: string | undefined;
  readonly canonicalUrl: string;
}

export async function resolveAddress(
  context: PublishingContext,
  { url: text, visitor = {}, redirectOnError = false }: AddressRequest,
): Promise<AddressRedirect | ResolvedAddress> {
  const url = parseUrl(text);
  const location = await locateSite(context, url);
  if (location === undefined) {
    const redirect = await findDefaultSiteAddress(context, url);
    if (redirect === undefined) throw notFound("Published content");
    return { target: "content", redirect };
  }
  const { site } = location;
  const jwtToken = visitor.jwtToken ?? url.searchParams.get("jwt_token") ?? undefined;
  const visit = await authorizeVisit(context, location, { ...visitor, ...(jwtToken && { jwtToken }) });
  if (visit === undefined) {
    const redirect = redirectOnError ? fallbackAddress(site, location.rest) : undefined;
    if (redirect === undefined) throw notFound("Published content");
    return { target: "external", redirect };
  }
  const { claims } = visit.visitor;
  const view = await readStructureView(context.database.read, site, claims);
  const found = resolveSegments(view.all, view.visible, visit.rest);
  const space = found && (await findPublishedSpace(context, site, found.siteSpace.spaceId));
  if (found === undefined || space === undefined) throw notFound("Published content");
  const pageId = await findVisiblePage(space.content, found.rest, claims);
  const root = publishedAddress(context.config.baseUrl, site, visit.shareKey ?? null);
  if (pageId === undefined && found.rest.length > 0 && root !== undefined) {
    const redirect =
      (await followRedirect(context, site, view, root, visit.rest)) ?? withoutDefaultNames(view, root, found);
    if (redirect !== undefined) return { target: "content", redirect };
  }
  const segments = [...siteSpaceSegments(found, reservedPaths(view.all)), ...found.rest];
  return { ...found, site, visit, view, space, pageId, canonicalUrl: joinAddress(root ?? "", segments) };
}

/** Visitor tokens contain the claims and are sent in a header with every request. */
const maxClaimsLength = 4096;

/** Grants access to a site if the credentials and the address satisfy its visibility. */
async function authorizeVisit(
  { database, clock }: PublishingContext,
  location: SiteLocation,
  credentials: VisitorCredentials,
): Promise<SiteVisit | undefined> {
  const { site } = location;
  if (credentials.type === "agent" && site.agents_context === "excluded") return undefined;
  const { jwtToken, unsignedClaims } = credentials;
  const signed = jwtToken === undefined ? undefined : await verifyToken(site, jwtToken, clock.time());
  const { link, ...address } = await splitShareKey(database.read, location);
  const visitor: Visitor = {
    organizationId: site.organization_id,
    siteId: site.id,
    claims: joinClaims(site, signed, unsignedClaims),
    admittedAt: clock.time(),
    ...(signed && { authKeyFingerprint: keyFingerprint(site.auth_key) }),
    ...(typeof signed?.exp === "number" && { expiresAt: signed.exp * 1000 }),
  };
  switch (site.visibility) {
    case "public":
    case "unlisted":
      return { visitor, ...address };
    case "visitor-auth":
      return signed && { visitor, ...address };
    case "share-link":
      return link && { visitor: { ...visitor, shareLinkId: link.id }, ...address, shareKey: link.key };
  }
}

/** The claims of a token signed with the site's key; undefined if it is invalid or expired. */
async function verifyToken(site: SiteRow, token: string, now: number): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(site.auth_key), {
      algorithms: ["HS256"],
      currentDate: new Date(now),
    });
    return payload;
  } catch {
    return undefined;
  }
}

/** Unsigned claims are kept under `unsigned`, and ignored unless adaptive content is enabled or was never set. */
function joinClaims(site: SiteRow, signed: Claims | undefined, unsigned: Claims = {}): Claims {
  const claims = { ...signed, unsigned: site.adaptive_content === 0 ? {} : unsigned };
  if (JSON.stringify(claims).length > maxClaimsLength)
    throw badInput("visitor", `must not claim more than ${maxClaimsLength} characters`);
  return claims;
}

/** Where visitors get a valid token; the requested path is passed in a parameter. */
function fallbackAddress(site: SiteRow, rest: readonly string[]): string | undefined {
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
  return redirect && destinationAddress(context, site, view, root, redirect);
}

/** The address without the path of the default section or variant; undefined if it contains neither. */
function withoutDefaultNames({ all, visible }: StructureView, root: string, found: ResolvedSegments) {
  const { section, siteSpace, rest } = found;
  let left = rest;
  if (sectionsOf(visible).length > 1 && section?.isDefault && left[0] === section.path) left = left.slice(1);
  if (siblingsOf(visible, found).length > 1 && siteSpace.isDefault && left[0] === siteSpace.path)
    left = left.slice(1);
  return left === rest
    ? undefined
    : joinAddress(root, [...siteSpaceSegments(found, reservedPaths(all)), ...left]);
}
