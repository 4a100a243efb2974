import { badInput } from "../../platform/index.ts";
import {
  type PlacedSiteSpace,
  type Structure,
  sectionsOf,
  shownFirst,
  siteSpacesOf,
} from "../../publishing/index.ts";
import type { Call } from "../http/index.ts";
import { searchSiteSpaces } from "../search/index.ts";
import { readForCaller } from "../site-structure/index.ts";
import type { OnSharedSite } from "../sites/index.ts";
import type { SiteSearch } from "./search-schema.ts";

type SearchCall = Call<unknown, { page?: string; limit: number }, SiteSearch> & OnSharedSite;

/** The pages of a site that a query finds, space by space, the best one first. */
export async function searchSite(call: SearchCall) {
  const { site, admission, body } = call;
  const { shown } = await readForCaller(call);
  const ids = new Set(wantedIn(shown, body).map(({ siteSpace }) => siteSpace.spaceId));
  return searchSiteSpaces(call, site.organization_id, [...ids], body.query, admission?.claims);
}

/** The site spaces that a search goes through. */
function wantedIn(
  shown: Structure,
  { scope, mode, siteSpaceId, siteSpaceIds }: SiteSearch,
): PlacedSiteSpace[] {
  const all = siteSpacesOf(shown);
  const these = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    return all.filter(({ siteSpace }) => wanted.has(siteSpace.id));
  };
  const beginnings = () => {
    const levels = [shown.siteSpaces, ...sectionsOf(shown).map(({ siteSpaces }) => siteSpaces)];
    return these(levels.flatMap((siteSpaces) => shownFirst(siteSpaces)?.id ?? []));
  };
  if (scope?.mode === "default") return [...these(scope.includedSiteSpaces ?? []), ...beginnings()];
  if (scope?.mode === "specific") return these(scope.siteSpaceIds);
  if (scope?.mode === "all" || mode === "all") return all;
  if (mode === "current") {
    if (siteSpaceId === undefined) throw badInput("siteSpaceId", "is required");
    return [...these([siteSpaceId]), ...beginnings()];
  }
  if (siteSpaceIds === undefined)
    throw mode === undefined ? badInput("scope", "is required") : badInput("siteSpaceIds", "is required");
  return these(siteSpaceIds);
}
