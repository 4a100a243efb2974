import { hash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { signVisitorToken } from "../../identity/tokens/index.ts";
import { badInput } from "../../platform/index.ts";
import {
  type Claims,
  defaultOrFirst,
  encodePath,
  type ResolvedUrl,
  resolveSiteUrl,
  type SiteSpaceLocation,
  type Structure,
  sectionsOf,
  siteSpacesOf,
} from "../../publishing/index.ts";
import {
  anyCaller,
  type Call,
  type Context,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  recentContext,
  StreamedJson,
} from "../http/index.ts";
import { FoundSpace, searchSiteSpaces } from "../search/index.ts";
import { readView, SharedQuery } from "../site-structure/index.ts";
import { type OnReadableSite, onSharedSite, onVisitedSite } from "../sites/index.ts";
import { findContentByUrl } from "./find-content.ts";
import { presentPublishedSite } from "./present-site.ts";
import {
  ContentOfUrl,
  PublishedSite,
  Resolution,
  ResolveBody,
  ResolveQuery,
  SiteSearch,
  Url,
} from "./schema.ts";

export const published: OperationGroup = {
  title: "Published content",
  operations: [
    operation("getPublishedContentSite", "GET /orgs/:organizationId/sites/:siteId/published", {
      summary: "Read the structure, the customization and the scripts of a site",
      access: onSharedSite(),
      query: SharedQuery,
      reply: { 200: PublishedSite },
      handle: async (call) => new StreamedJson(await presentPublishedSite(call)),
    }),

    operation("searchSiteContent", "POST /orgs/:organizationId/sites/:siteId/search", {
      summary: "Search the pages of a site",
      access: onVisitedSite(),
      query: Type.Object(ListQuery),
      body: SiteSearch,
      reply: { 200: ListOf(FoundSpace) },
      handle: searchSite,
    }),

    operation("resolvePublishedContentByUrl", "POST /urls/published", {
      summary: "Resolve the URL of a published page for a visitor",
      access: anyCaller(),
      body: ResolveBody,
      reply: { 200: Resolution },
      handle: ({ context, body }) => resolve(context, body),
    }),

    operation("getPublishedContentByUrl", "GET /urls/published", {
      summary: "Resolve the URL of a published page for a visitor, with query parameters",
      access: anyCaller(),
      query: ResolveQuery,
      reply: { 200: Resolution },
      handle: ({ context, query: { url, redirectOnError, visitorAuthToken } }) => {
        const visitor = visitorAuthToken === undefined ? {} : { jwtToken: visitorAuthToken };
        return resolve(context, { url, redirectOnError, visitor });
      },
    }),

    operation("getContentByUrl", "GET /urls/content", {
      summary: "Find the space, collection, change request or page at a URL",
      access: anyCaller(),
      query: Type.Object({ url: Url }),
      reply: { 200: ContentOfUrl },
      handle: async (call) => new StreamedJson(await findContentByUrl(call, call.query.url)),
    }),
  ],
};

/** Resolves a URL. The visitor must have access, not the caller. */
async function resolve(context: Context, request: Parameters<typeof resolveSiteUrl>[1]): Promise<Resolution> {
  const found = await resolveSiteUrl(await recentContext(context), request);
  if (!("redirect" in found)) return presentResolution(context, found);
  const { target, redirect, site } = found;
  return { target, redirect, ...(site !== undefined && { site }) };
}

/** Presents the content at a URL, with a token to read it. */
async function presentResolution(
  { secrets }: Context,
  { site, visit, section, siteSpace, space, rest, pageId, ...found }: ResolvedUrl,
): Promise<Resolution> {
  const { visitor, base, shareKey } = visit;
  const parts = { ...(section && { siteSection: section.id }), siteSpace: siteSpace.id, space: space.id };
  const siteSpaceSegments = visit.rest.slice(0, visit.rest.length - rest.length);
  return {
    organization: site.organization_id,
    site: site.id,
    ...parts,
    revision: space.revisionId,
    ...(pageId !== undefined && { page: pageId }),
    pathname: rest.join("/"),
    basePath: basePathOf([...base, ...siteSpaceSegments]),
    siteBasePath: basePathOf(base),
    canonicalUrl: found.canonicalUrl,
    complete: found.complete,
    ...(shareKey !== undefined && { shareKey }),
    ...(hasClaims(visitor.claims) && { contextId: contextIdOf(visitor.claims) }),
    apiToken: await signVisitorToken(secrets, visitor, parts),
  };
}

/** A base path ends with a slash: clients append paths to it. */
function basePathOf(segments: readonly string[]): string {
  return segments.length === 0 ? "/" : `${encodePath(segments)}/`;
}

function contextIdOf(claims: Claims): string {
  return hash("sha256", JSON.stringify(claims), "base64url").slice(0, 22);
}

function hasClaims({ unsigned, ...signed }: Claims): boolean {
  return Object.keys(signed).length > 0 || Object.keys(unsigned ?? {}).length > 0;
}

type SearchCall = Call<unknown, { page?: string; limit: number }, SiteSearch> & OnReadableSite;

/** Searches the pages of a site. The results are grouped by space, best first. */
async function searchSite(call: SearchCall) {
  const { site, visitorAccess, body } = call;
  const { visible } = await readView(call);
  const ids = new Set(selectSiteSpaces(visible, body).map(({ siteSpace }) => siteSpace.spaceId));
  return searchSiteSpaces(call, site.organization_id, [...ids], body.query, visitorAccess?.claims);
}

function selectSiteSpaces(
  visible: Structure,
  { scope, mode, siteSpaceId, siteSpaceIds }: SiteSearch,
): SiteSpaceLocation[] {
  const all = siteSpacesOf(visible);
  const withIds = (ids: readonly string[]) => {
    const selected = new Set(ids);
    return all.filter(({ siteSpace }) => selected.has(siteSpace.id));
  };
  const defaults = () => {
    const variants = [visible.siteSpaces, ...sectionsOf(visible).map(({ siteSpaces }) => siteSpaces)];
    return withIds(variants.flatMap((siteSpaces) => defaultOrFirst(siteSpaces)?.id ?? []));
  };
  if (scope?.mode === "default") return [...withIds(scope.includedSiteSpaces ?? []), ...defaults()];
  if (scope?.mode === "specific") return withIds(scope.siteSpaceIds);
  if (scope?.mode === "all" || mode === "all") return all;
  if (mode === "current") {
    if (siteSpaceId === undefined) throw badInput("siteSpaceId", "is required");
    return [...withIds([siteSpaceId]), ...defaults()];
  }
  if (siteSpaceIds === undefined)
    throw mode === undefined ? badInput("scope", "is required") : badInput("siteSpaceIds", "is required");
  return withIds(siteSpaceIds);
}
