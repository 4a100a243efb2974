import { openSpaceContent } from "../../api/content/index.ts";
import type { Context } from "../../api/http/index.ts";
import type { FoundSitePage } from "../../api/search/index.ts";
import {
  type ResolvedUrl,
  reservedPaths,
  type SiteSpaceLocation,
  siteSpaceSegments,
} from "../../publishing/index.ts";
import { findHomePath, segmentsOfPath } from "./site-page.ts";

/** The site spaces to search, by the ids of their spaces. A space may be in the site twice: the first location is used. */
export function locationsBySpace(locations: Iterable<SiteSpaceLocation>): Map<string, SiteSpaceLocation> {
  const bySpace = new Map<string, SiteSpaceLocation>();
  for (const location of locations) bySpace.getOrInsert(location.siteSpace.spaceId, location);
  return bySpace;
}

/** Returns the segments below the site of pages that were found. The first page of a space has the URL of the space. */
export function pageLocator(
  context: Context,
  place: ResolvedUrl,
  locations: ReadonlyMap<string, SiteSpaceLocation>,
): (page: FoundSitePage) => Promise<readonly string[]> {
  const homes = new Map<string, Promise<string | undefined>>();
  const reserved = reservedPaths(place.view.all);
  return async ({ space, path }) => {
    const home = await homes.getOrInsertComputed(space.id, () =>
      findHomePath(openSpaceContent(context, space, space.root), place.visit.visitor.claims),
    );
    return segmentsOfPath(siteSpaceSegments(locations.get(space.id) ?? place, reserved), path, home);
  };
}
