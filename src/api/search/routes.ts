import { type Chapter, ListOf, operation } from "../http/index.ts";
import { membershipIn, onOrganization } from "../organizations/index.ts";
import { onSpace } from "../spaces/index.ts";
import { FoundPage, FoundSpace, SearchQuery } from "./schema.ts";
import { searchOrganization, searchSpace } from "./search-spaces.ts";

export const search: Chapter = {
  title: "Search",
  operations: [
    operation("searchOrganizationContent", "GET /orgs/:organizationId/search", {
      summary: "Search the pages of all spaces of an organization that the caller may read",
      access: onOrganization("guest"),
      query: SearchQuery,
      reply: { 200: ListOf(FoundSpace) },
      handle: (call) => searchOrganization(call, membershipIn(call)),
    }),

    operation("searchSpaceContent", "GET /spaces/:spaceId/search", {
      summary: "Search the pages of a space",
      access: onSpace("read"),
      query: SearchQuery,
      reply: { 200: ListOf(FoundPage) },
      handle: searchSpace,
    }),
  ],
};
