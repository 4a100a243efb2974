import { sql } from "kysely";
import { findPage, pathOf } from "../content/pages/index.ts";
import { likePattern, notFound, safeDecodeUriComponent } from "../platform/index.ts";
import type { Reader, SiteRedirectTable } from "../storage/database/index.ts";
import {
  findPublishedSpace,
  isPageShown,
  type PublishingContext,
  type StructureView,
} from "./published-content.ts";
import { joinUrl } from "./site-urls.ts";
import { findSection, findSiteSpace, sectionsOf, siteSpacesOf } from "./structure.ts";
import { reservedPaths, sectionSegments, siteSpaceSegments } from "./structure-paths.ts";
import { readSharedStructure, type SiteRef } from "./structure-store.ts";

/** The target of a redirect: a part of the site, or a page. */
export type RedirectDestination =
  | { kind: "site-section"; siteSectionId: string }
  | { kind: "site-space"; siteSpaceId: string }
  | { kind: "site-page"; siteSpaceId: string; pageId: string };

/** The redirects of a site, or those whose source contains a text. */
export function selectRedirects(db: Reader, site: SiteRef, text = "") {
  const redirects = db
    .selectFrom("site_redirects")
    .where("site_redirects.organization_id", "=", site.organization_id)
    .where("site_redirects.site_id", "=", site.id);
  if (text === "") return redirects;
  // Sources are stored with percent-encoding.
  const pattern = likePattern(encodeURI(safeDecodeUriComponent(text.toWellFormed())));
  return redirects.where(sql<boolean>`lower(site_redirects.source) like ${pattern} escape '\\'`);
}

export function findRedirect(
  db: Reader,
  site: SiteRef,
  by: { readonly id: string } | { readonly source: string },
): Promise<SiteRedirectTable | undefined> {
  const redirects = selectRedirects(db, site).selectAll();
  const query = "id" in by ? redirects.where("id", "=", by.id) : redirects.where("source", "=", by.source);
  return query.executeTakeFirst();
}

export function destinationColumns(destination: RedirectDestination) {
  return {
    section_id: destination.kind === "site-section" ? destination.siteSectionId : null,
    site_space_id: destination.kind === "site-section" ? null : destination.siteSpaceId,
    page_id: destination.kind === "site-page" ? destination.pageId : null,
  };
}

export function destinationOf({
  section_id,
  site_space_id,
  page_id,
}: SiteRedirectTable): RedirectDestination {
  if (section_id !== null) return { kind: "site-section", siteSectionId: section_id };
  const siteSpaceId = site_space_id ?? "";
  return page_id === null
    ? { kind: "site-space", siteSpaceId }
    : { kind: "site-page", siteSpaceId, pageId: page_id };
}

/** Throws if a destination does not exist in the site. */
export async function requireDestination(
  context: PublishingContext,
  site: SiteRef,
  destination: RedirectDestination,
): Promise<void> {
  const all = await readSharedStructure(context.database.read, site);
  if (destination.kind === "site-section") {
    findSection(all, destination.siteSectionId, "destination.siteSectionId: Site section");
    return;
  }
  findSiteSpace(all, destination.siteSpaceId, "destination.siteSpaceId: Site space");
  const view = { all, visible: all, claims: undefined };
  if ((await destinationSegments(context, site, view, destination)) === undefined)
    throw notFound("destination.pageId: Page");
}

/** The target URL of a redirect; undefined if its destination is not visible. */
export async function destinationUrl(
  context: PublishingContext,
  site: SiteRef,
  view: StructureView,
  siteUrl: string,
  redirect: SiteRedirectTable,
): Promise<string | undefined> {
  const segments = await destinationSegments(context, site, view, destinationOf(redirect));
  return segments && joinUrl(siteUrl, segments);
}

/** The segments of a destination below its site; undefined if it is not visible. */
export async function destinationSegments(
  context: PublishingContext,
  site: SiteRef,
  { all, visible, claims }: StructureView,
  destination: RedirectDestination,
): Promise<string[] | undefined> {
  const reserved = reservedPaths(all);
  if (destination.kind === "site-section") {
    const section = sectionsOf(visible).find(({ id }) => id === destination.siteSectionId);
    return section && sectionSegments(section, reserved);
  }
  const location = siteSpacesOf(visible).find(({ siteSpace }) => siteSpace.id === destination.siteSpaceId);
  if (location === undefined) return undefined;
  const segments = siteSpaceSegments(location, reserved);
  if (destination.kind === "site-space") return segments;
  const space = await findPublishedSpace(context, site, location.siteSpace.spaceId);
  if (space === undefined) return undefined;
  const page = await findPage(space.content, destination.pageId);
  if (page === undefined || !(await isPageShown(space.content, destination.pageId, page, claims)))
    return undefined;
  return [...segments, ...(await pathOf(space.content, page)).split("/")];
}
