import { type Static, Type } from "@sinclair/typebox";
import { ListQuery, oneByTag, oneOf } from "../http/index.ts";
import { SearchText } from "../search/index.ts";

const Ids = Type.Array(Type.String(), { minItems: 1, maxItems: 1000 });

const Scope = oneByTag("mode", [
  Type.Object({
    mode: Type.Literal("default"),
    includedSiteSpaces: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  }),
  Type.Object({ mode: Type.Literal("specific"), siteSpaceIds: Ids }),
  Type.Object({ mode: Type.Literal("all") }),
]);

/** Where to search is told by a scope, or as older clients do by what is beside it here. */
export type SiteSearch = Static<typeof SiteSearch>;
export const SiteSearch = Type.Object({
  query: SearchText,
  scope: Type.Optional(Scope),
  mode: Type.Optional(oneOf(["all", "current", "specific"], { deprecated: true })),
  siteSpaceId: Type.Optional(Type.String({ deprecated: true })),
  siteSpaceIds: Type.Optional(Type.Unsafe<string[]>({ ...Ids, deprecated: true })),
});

export const SearchQuery = Type.Object(ListQuery);
