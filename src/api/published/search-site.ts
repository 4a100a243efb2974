import { badInput } from "../../platform/index.ts";
import {
  defaultOrFirst,
  type SiteSpaceLocation,
  type Structure,
  sectionsOf,
  siteSpacesOf,
} from "../../publishing/index.ts";
import type { Call } from "../http/index.ts";
import { searchSiteSpaces } from "../search/index.ts";
import { readView } from "../site-structure/index.ts";
import type { OnReadableSite } from "../sites/index.ts";
import type { SiteSearch } from "./schema.ts";

type SearchCall = Call<unknown, { page?: string; limit: number }, SiteSearch> & OnReadableSite;

/** Searches the pages of a site. The results are grouped by space, best first. */
export async function searchSite(call: SearchCall) {
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
