import type { Preview } from "../identity/tokens/index.ts";
import { invalidVisitorJwt, notFound, VisitorTokenRequired } from "../platform/index.ts";
import {
  authorizePreview,
  authorizeVisit,
  type SiteVisit,
  type VisitorCredentials,
} from "./authorize-visit.ts";
import {
  findDefaultSiteUrl,
  locateSite,
  locateUnpublished,
  parseUrl,
  type SiteLocation,
} from "./locate-site.ts";
import {
  findPublishedSpace,
  findVisiblePage,
  type PublishedSpace,
  type PublishingContext,
  readStructureView,
  type StructureView,
} from "./published-content.ts";
import { findPathRedirect } from "./redirect-paths.ts";
import type { SiteRow } from "./site-store.ts";
import { encodePath, joinUrl, publishedUrl } from "./site-urls.ts";
import {
  type ResolvedSegments,
  reservedPaths,
  resolveSegments,
  siteSpaceSegments,
} from "./structure-paths.ts";

interface UrlRequest {
  readonly url: string;
  readonly visitor?: VisitorCredentials | undefined;
  /** Redirects visitors with an invalid JWT to the site's fallback URL. Those without one are always redirected. */
  readonly redirectOnError?: boolean | undefined;
  /** Finds the user who opens a site that is not published, and what they see. Without it, such sites are not found. */
  readonly findPreviewer?: ((site: SiteRow) => Promise<Preview | undefined>) | undefined;
}

export interface UrlRedirect {
  readonly target: "content" | "external";
  readonly redirect: string;
  /** The id of the site whose visitors are redirected, if the target is external. */
  readonly site?: string;
  /** The path of another page of the same site, on the host of the requested URL. */
  readonly path?: string;
  readonly isPublic?: boolean;
}

/** The content that a URL resolves to for a visitor. */
export interface ResolvedUrl extends ResolvedSegments {
  readonly site: SiteRow;
  readonly visit: SiteVisit;
  readonly view: StructureView;
  readonly space: PublishedSpace;
  /** Undefined if there is no visible page at the path. */
  readonly pageId: string | undefined;
  /** Whether everyone may open the URL. */
  readonly isPublic: boolean;
  /** Whether the page is written for everyone: a public one, or a preview of one. */
  readonly isForEveryone: boolean;
  readonly canonicalUrl: string;
}

export async function resolveSiteUrl(
  context: PublishingContext,
  request: UrlRequest,
): Promise<UrlRedirect | ResolvedUrl> {
  const url = parseUrl(request.url);
  const location = await locateSite(context, url);
  if (location !== undefined) return resolvePublished(context, url, location, request);
  const redirect = await findDefaultSiteUrl(context, url);
  if (redirect !== undefined) return { target: "content", redirect };
  return resolvePreview(context, url, request);
}

async function resolvePublished(
  context: PublishingContext,
  url: URL,
  location: SiteLocation,
  { visitor = {}, redirectOnError = false }: UrlRequest,
): Promise<UrlRedirect | ResolvedUrl> {
  const { site } = location;
  const jwtToken = visitor.jwtToken || url.searchParams.get("jwt_token") || undefined;
  const visit = await authorizeVisit(context, location, { ...visitor, jwtToken });
  if (!("visitor" in visit)) {
    const { invalidJwt } = visit;
    const redirect = fallbackUrl(site, location.rest);
    if (redirect !== undefined && (invalidJwt === undefined || redirectOnError))
      return { target: "external", site: site.id, redirect };
    if (invalidJwt !== undefined) throw invalidVisitorJwt(invalidJwt);
    throw site.visibility === "visitor-auth"
      ? new VisitorTokenRequired(404, "Published content not found")
      : notFound("Published content");
  }
  return resolveInSite(context, site, visit);
}

async function resolvePreview(
  context: PublishingContext,
  url: URL,
  { visitor, findPreviewer }: UrlRequest,
): Promise<UrlRedirect | ResolvedUrl> {
  const location = findPreviewer && (await locateUnpublished(context, url));
  const preview = location && (await findPreviewer?.(location.site));
  const visit = preview && (await authorizePreview(context, location, preview, visitor?.unsignedClaims));
  if (!location || !preview || !visit) throw notFound("Published content");
  return resolveInSite(context, location.site, visit);
}

/** Resolves the path of a visit. Without a view, the visitor sees what their claims allow. */
export async function resolveInSite(
  context: PublishingContext,
  site: SiteRow,
  visit: SiteVisit,
  knownView?: StructureView,
): Promise<UrlRedirect | ResolvedUrl> {
  const { claims } = visit.visitor;
  const view =
    knownView ?? (await readStructureView(context.database.read, site, claims, visit.includesDrafts));
  const resolved = resolveSegments(view.all, view.visible, visit.rest);
  const space = resolved && (await findPublishedSpace(context, site, resolved.siteSpace.spaceId));
  if (resolved === undefined || space === undefined) throw notFound("Published content");
  const pageId = await findVisiblePage(space.content, resolved.rest, claims);
  const isOpen = ["public", "unlisted"].includes(site.visibility);
  const isPublic = isOpen && visit.previewer === undefined;
  const isForEveryone = isPublic || (isOpen && visit.customization !== undefined);
  const root = publishedUrl(context.config.sites, site, visit.shareKey ?? null) ?? "";
  if (pageId === undefined && visit.rest.length > 0) {
    const found = await findPathRedirect(context, site, view, { ...resolved, space, visit });
    if (found !== undefined) {
      const { segments } = found;
      const path = encodePath([...visit.base, ...segments]);
      return { target: "content", redirect: joinUrl(root, segments), path, isPublic };
    }
  }
  const segments = [...siteSpaceSegments(resolved, reservedPaths(view.all)), ...resolved.rest];
  const canonicalUrl = joinUrl(root, segments);
  return { ...resolved, site, visit, view, space, pageId, isPublic, isForEveryone, canonicalUrl };
}

/** The URL where visitors get a valid token. The requested path is passed in a parameter. */
function fallbackUrl(site: SiteRow, rest: readonly string[]): string | undefined {
  if (site.visibility !== "visitor-auth" || site.auth_fallback_url === null) return undefined;
  const url = new URL(site.auth_fallback_url);
  url.searchParams.set("location", encodePath(rest));
  return url.href;
}
