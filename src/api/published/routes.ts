import { resolveAddress } from "../../publishing/index.ts";
import { anyCaller, type Chapter, type Context, ListOf, operation } from "../http/index.ts";
import { FoundSpace } from "../search/index.ts";
import { SharedQuery } from "../site-structure/index.ts";
import { onSharedSite, onVisitedSite } from "../sites/index.ts";
import { findContentByUrl } from "./find-content.ts";
import { presentResolution } from "./present-resolution.ts";
import { presentPublishedSite } from "./present-site.ts";
import {
  ContentOfUrl,
  ContentUrlQuery,
  PublishedSite,
  Resolution,
  ResolveBody,
  ResolveQuery,
  SearchQuery,
  SiteSearch,
} from "./schema.ts";
import { searchSite } from "./search-site.ts";

export const published: Chapter = {
  title: "Published content",
  operations: [
    operation("getPublishedContentSite", "GET /orgs/:organizationId/sites/:siteId/published", {
      summary: "Read the structure, the customization and the scripts of a site",
      access: onSharedSite(),
      query: SharedQuery,
      reply: { 200: PublishedSite },
      handle: presentPublishedSite,
    }),

    operation("searchSiteContent", "POST /orgs/:organizationId/sites/:siteId/search", {
      summary: "Search the pages of a site",
      access: onVisitedSite(),
      query: SearchQuery,
      body: SiteSearch,
      reply: { 200: ListOf(FoundSpace) },
      handle: searchSite,
    }),

    operation("resolvePublishedContentByUrl", "POST /urls/published", {
      summary: "Resolve the address of a published page for a visitor",
      access: anyCaller(),
      body: ResolveBody,
      reply: { 200: Resolution },
      handle: ({ context, body }) => resolve(context, body),
    }),

    operation("getPublishedContentByUrl", "GET /urls/published", {
      summary: "Resolve the address of a published page; the same with query parameters",
      access: anyCaller(),
      query: ResolveQuery,
      reply: { 200: Resolution },
      handle: ({ context, query: { url, redirectOnError, visitorAuthToken } }) => {
        const visitor = visitorAuthToken === undefined ? {} : { jwtToken: visitorAuthToken };
        return resolve(context, { url, redirectOnError, visitor });
      },
    }),

    operation("getContentByUrl", "GET /urls/content", {
      summary: "Find the space, collection, change request or page that an address leads to",
      access: anyCaller(),
      query: ContentUrlQuery,
      reply: { 200: ContentOfUrl },
      handle: (call) => findContentByUrl(call, call.query.url),
    }),
  ],
};

/** The visitor is authorized, not the caller. */
async function resolve(context: Context, request: Parameters<typeof resolveAddress>[1]): Promise<Resolution> {
  const found = await resolveAddress(context, request);
  return "redirect" in found ? found : presentResolution(context, found);
}
