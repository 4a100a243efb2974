import { anyCaller, type Chapter, ListOf, operation } from "../http/index.ts";
import { FoundSpace } from "../search/index.ts";
import { SharedQuery } from "../site-structure/index.ts";
import { onSharedSite, onVisitedSite } from "../sites/index.ts";
import { findContentByUrl } from "./find-content.ts";
import { presentPublishedSite } from "./present-site.ts";
import { resolveAddress } from "./resolve-address.ts";
import {
  ContentOfUrl,
  ContentUrlQuery,
  PublishedSite,
  Resolution,
  ResolveBody,
  ResolveQuery,
} from "./schema.ts";
import { SearchQuery, SiteSearch } from "./search-schema.ts";

export const published: Chapter = {
  title: "Published content",
  operations: [
    operation({
      id: "getPublishedContentSite",
      method: "GET",
      path: "/orgs/:organizationId/sites/:siteId/published",
      summary: "Read all that is needed to show a site: its structure, its looks and its scripts",
      access: onSharedSite(),
      query: SharedQuery,
      reply: { 200: PublishedSite },
      handle: presentPublishedSite,
    }),

    operation({
      id: "searchSiteContent",
      method: "POST",
      path: "/orgs/:organizationId/sites/:siteId/search",
      summary: "Search the pages of a site",
      access: onVisitedSite(),
      query: SearchQuery,
      body: SiteSearch,
      reply: { 200: ListOf(FoundSpace) },
      handle: async (call) => {
        const { searchSite } = await import("./search-site.ts");
        return searchSite(call);
      },
    }),

    operation({
      id: "resolvePublishedContentByUrl",
      method: "POST",
      path: "/urls/published",
      summary: "Find out what a reader's address leads to, and whether this reader may see it",
      access: anyCaller(),
      body: ResolveBody,
      reply: { 200: Resolution },
      handle: ({ context, body }) => resolveAddress(context, body),
    }),

    operation({
      id: "getPublishedContentByUrl",
      method: "GET",
      path: "/urls/published",
      summary: "The same, asked by a query",
      access: anyCaller(),
      query: ResolveQuery,
      reply: { 200: Resolution },
      handle: ({ context, query: { url, redirectOnError, visitorAuthToken } }) => {
        const visitor = visitorAuthToken === undefined ? {} : { jwtToken: visitorAuthToken };
        return resolveAddress(context, { url, redirectOnError, visitor });
      },
    }),

    operation({
      id: "getContentByUrl",
      method: "GET",
      path: "/urls/content",
      summary: "Find the space, collection, change request or page that an address leads to",
      access: anyCaller(),
      query: ContentUrlQuery,
      reply: { 200: ContentOfUrl },
      handle: (call) => findContentByUrl(call, call.query.url),
    }),
  ],
};
