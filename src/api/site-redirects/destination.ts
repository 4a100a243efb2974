import { findPage, pathOf } from "../../content/pages/index.ts";
import { notFound } from "../../platform/index.ts";
import {
  type Claims,
  findSection,
  findSiteSpace,
  joinAddress,
  type PlacedSiteSpace,
  type SiteRef,
  type Structure,
  sectionSegments,
  sectionsOf,
  shadowsIn,
  siteSpaceSegments,
  siteSpacesOf,
} from "../../publishing/index.ts";
import { isVisible, openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findSpaces } from "../spaces/index.ts";
import type { Destination } from "./schema.ts";

/** Refuses a destination that the site does not have. */
export async function requireDestination(
  context: Context,
  site: SiteRef,
  structure: Structure,
  destination: Destination,
): Promise<void> {
  if (destination.kind === "site-section") {
    findSection(structure, destination.siteSectionId, "destination.siteSectionId: Site section");
    return;
  }
  const placed = findSiteSpace(structure, destination.siteSpaceId, "destination.siteSpaceId: Site space");
  if (destination.kind === "site-space") return;
  const path = await pagePath(context, site, placed, destination.pageId);
  if (path === undefined) throw notFound("destination.pageId: Page");
}

/** Where a redirect leads, below the address of the site; undefined where that cannot be seen. */
export async function addressOfDestination(
  context: Context,
  site: SiteRef,
  { all, shown, claims }: { all: Structure; shown: Structure; claims: Claims | undefined },
  root: string,
  destination: Destination,
): Promise<string | undefined> {
  if (destination.kind === "site-section") {
    const section = sectionsOf(shown).find(({ id }) => id === destination.siteSectionId);
    return section && joinAddress(root, sectionSegments(section, shadowsIn(all)));
  }
  const placed = siteSpacesOf(shown).find(({ siteSpace }) => siteSpace.id === destination.siteSpaceId);
  if (placed === undefined) return undefined;
  const segments = siteSpaceSegments(placed, shadowsIn(all));
  if (destination.kind === "site-space") return joinAddress(root, segments);
  const path = await pagePath(context, site, placed, destination.pageId, claims);
  return path === undefined ? undefined : joinAddress(root, [...segments, ...path]);
}

async function pagePath(
  context: Context,
  site: SiteRef,
  { siteSpace }: PlacedSiteSpace,
  pageId: string,
  claims?: Claims,
): Promise<string[] | undefined> {
  const spaces = await findSpaces(context.database.read, site.organization_id, [siteSpace.spaceId]);
  const space = spaces.get(siteSpace.spaceId);
  if (space === undefined) return undefined;
  const content = openSpaceContent(context, space, space.root);
  const page = await findPage(content, pageId);
  if (page === undefined || !(await isVisible(content, page, claims))) return undefined;
  return (await pathOf(content, page)).split("/");
}
