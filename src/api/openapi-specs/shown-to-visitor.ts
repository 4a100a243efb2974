import { readLinkIndex } from "../../content/link-index/index.ts";
import { findPage } from "../../content/pages/index.ts";
import type { Visitor } from "../../identity/tokens/index.ts";
import {
  type Claims,
  findSite,
  isPageVisible,
  readStructureView,
  renewVisitorAccess,
  siteSpacesOf,
} from "../../publishing/index.ts";
import { documentLinksReader } from "../../storage/repositories/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findSpaces, type SpaceRow } from "../spaces/index.ts";

/** Whether a page that a visitor may see refers to the spec: then it is needed to show them that page. */
export async function isShownTo(context: Context, visitor: Visitor, slug: string): Promise<boolean> {
  const { read } = context.database;
  const site = await findSite(read, visitor.organizationId, visitor.siteId);
  const visitorAccess = site && (await renewVisitorAccess(read, site, visitor));
  if (site === undefined || visitorAccess === undefined) return false;
  const { visible } = await readStructureView(read, site, visitorAccess.claims);
  const ids = [...new Set(siteSpacesOf(visible).map(({ siteSpace }) => siteSpace.spaceId))];
  const spaces = await findSpaces(read, site.organization_id, ids);
  for (const space of spaces.values())
    if (await isShownIn(context, space, slug, visitorAccess.claims)) return true;
  return false;
}

async function isShownIn(context: Context, space: SpaceRow, slug: string, claims: Claims): Promise<boolean> {
  const content = openSpaceContent(context, space, space.root);
  const readDocumentLinks = documentLinksReader(context, space.repository_id);
  const usages = await readLinkIndex({ content, spaceId: space.id, readDocumentLinks });
  const places = usages
    .filter(({ ref }) => ref.kind === "openapi" && ref.spec === slug)
    .flatMap((usage) => usage.sources);
  for (const { kind, id } of places) {
    // What many pages include is shown by one of them, or will be.
    if (kind === "reusable-content") return true;
    const page = await findPage(content, id);
    if (page !== undefined && (await isPageVisible(content, page, claims))) return true;
  }
  return false;
}
