import { notFound } from "../platform/index.ts";
import { findDefaultSiteAddress, locateSite, parseUrl } from "./locate-site.ts";
import {
  findPublishedSpace,
  findVisiblePage,
  type PublishedSpace,
  type PublishingContext,
} from "./published-content.ts";
import { destinationAddress, findRedirect } from "./redirects.ts";
import { encodePath, joinAddress, siteAddress } from "./site-addresses.ts";
import type { SiteRow } from "./site-store.ts";
import { sectionsOf, siblingsOf } from "./structure.ts";
import {
  type ResolvedSegments,
  reservedPaths,
  resolveSegments,
  siteSpaceSegments,
} from "./structure-paths.ts";
import {
  authorizeVisit,
  readStructureView,
  type SiteVisit,
  type StructureView,
  type VisitorCredentials,
} from "./visitor-access.ts";

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

/** Resolves the address of a published site for a visitor. */
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
  const root = siteAddress(context.config.baseUrl, site, visit.shareKey ?? null);
  if (pageId === undefined && found.rest.length > 0 && root !== undefined) {
    const redirect =
      (await followRedirect(context, site, view, root, visit.rest)) ?? withoutDefaultNames(view, root, found);
    if (redirect !== undefined) return { target: "content", redirect };
  }
  const segments = [...siteSpaceSegments(found, reservedPaths(view.all)), ...found.rest];
  return { ...found, site, visit, view, space, pageId, canonicalUrl: joinAddress(root ?? "", segments) };
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
