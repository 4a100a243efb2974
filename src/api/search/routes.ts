import { type Static, Type } from "@sinclair/typebox";
import { maxQueryLength } from "../../search/index.ts";
import { HttpUrl, ListOf, ListQuery, type OperationGroup, operation } from "../http/index.ts";
import { membershipIn, onOrganization } from "../organizations/index.ts";
import { onSpace } from "../spaces/index.ts";
import { searchOrganization, searchSpace } from "./search-spaces.ts";

export const SearchText = Type.String({
  maxLength: maxQueryLength,
  description: "Words that must all match; the last one may be a prefix. Quoted words are a phrase.",
});

export const SearchQuery = Type.Object({ query: SearchText, ...ListQuery });

const Score = Type.Number({
  description: "The relevance, for comparing results of one query; 0 for results beyond the best ones.",
});

const FoundSection = Type.Object({
  id: Type.String(),
  title: Type.String({
    description: "The heading; for the text before the first heading, the title of the page.",
  }),
  path: Type.String({ description: "The path of the page, with the anchor of the heading." }),
  body: Type.String({ description: "The text, or an excerpt around the first match." }),
  score: Score,
  urls: Type.Object({ app: HttpUrl }),
});

export type FoundPage = Static<typeof FoundPage>;
export const FoundPage = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    path: Type.String(),
    description: Type.Optional(Type.String()),
    score: Score,
    rank: Type.Integer({ description: "The position among all found pages, from 1, by relevance." }),
    ancestors: Type.Array(Type.Object({ title: Type.String() }), {
      description: "From the top-level page to the parent.",
    }),
    sections: Type.Array(FoundSection),
    urls: Type.Object({ app: HttpUrl }),
  },
  { title: "FoundPage" },
);

export type FoundSpace = Static<typeof FoundSpace>;
export const FoundSpace = Type.Object(
  {
    type: Type.Literal("space"),
    id: Type.String({ description: "The id of the space." }),
    title: Type.String(),
    score: Score,
    pages: Type.Array(FoundPage),
  },
  { title: "FoundSpace" },
);

export const search: OperationGroup = {
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
