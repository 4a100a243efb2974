import type { SiteRef } from "../../publishing/index.ts";
import type { Reader, SiteRedirectTable } from "../../storage/database/index.ts";
import type { Destination, Redirect } from "./schema.ts";

export function matchRedirects(db: Reader, site: SiteRef) {
  return db
    .selectFrom("site_redirects")
    .where("site_redirects.organization_id", "=", site.organization_id)
    .where("site_redirects.site_id", "=", site.id);
}

export function findRedirect(
  db: Reader,
  site: SiteRef,
  by: { readonly id: string } | { readonly source: string },
): Promise<SiteRedirectTable | undefined> {
  const redirects = matchRedirects(db, site).selectAll();
  const found = "id" in by ? redirects.where("id", "=", by.id) : redirects.where("source", "=", by.source);
  return found.executeTakeFirst();
}

export function columnsOf(destination: Destination) {
  return {
    section_id: destination.kind === "site-section" ? destination.siteSectionId : null,
    site_space_id: destination.kind === "site-section" ? null : destination.siteSpaceId,
    page_id: destination.kind === "site-page" ? destination.pageId : null,
  };
}

export function presentRedirect(row: SiteRedirectTable): Redirect {
  return { object: "site-redirect", id: row.id, source: row.source, destination: destinationOf(row) };
}

export function destinationOf({ section_id, site_space_id, page_id }: SiteRedirectTable): Destination {
  if (section_id !== null) return { kind: "site-section", siteSectionId: section_id };
  const siteSpaceId = site_space_id ?? "";
  return page_id === null
    ? { kind: "site-space", siteSpaceId }
    : { kind: "site-page", siteSpaceId, pageId: page_id };
}
