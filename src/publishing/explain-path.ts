import { findByPath, findHomePage, findPage } from "../content/pages/index.ts";
import type { SiteVisit } from "./authorize-visit.ts";
import {
  findPublishedSpace,
  findVisiblePage,
  type PublishingContext,
  readStructureView,
  type StructureView,
} from "./published-content.ts";
import { findPageSegments, findPathRedirect, type RedirectRule } from "./redirect-paths.ts";
import { resolveSegments } from "./structure-paths.ts";
import type { SiteRef } from "./structure-store.ts";
import { noClaims } from "./visitor-access.ts";

/** What a path in a site leads to: a page, a redirect, a page that only some visitors see, or nothing. */
interface ExplainedPath {
  readonly rule: "page" | RedirectRule | "hidden" | "not-found";
  /** The segments of the page, or those that the path redirects to. */
  readonly segments?: readonly string[];
  /** The page, if the path leads to one. */
  readonly page?: { readonly id: string; readonly title: string; readonly spaceId: string };
}

/** Explains what a path leads to for a visitor without claims. */
export async function explainPath(
  context: PublishingContext,
  site: SiteRef,
  segments: readonly string[],
): Promise<ExplainedPath> {
  const view = await readStructureView(context.database.read, site, noClaims);
  const found = await locate(context, site, view, segments);
  if (found?.pageId !== undefined)
    return { rule: "page", ...(await describePage(view, found, found.pageId)) };
  const redirect =
    found && segments.length > 0 ? await findPathRedirect(context, site, view, found) : undefined;
  if (redirect !== undefined) {
    const target = await locate(context, site, view, redirect.segments);
    const page = target?.pageId && (await describePage(view, target, target.pageId)).page;
    return { ...redirect, ...(page && { page }) };
  }
  return (await findHidden(context, site, segments)) ?? { rule: "not-found" };
}

type Located = NonNullable<Awaited<ReturnType<typeof locate>>>;

async function locate(
  context: PublishingContext,
  site: SiteRef,
  view: StructureView,
  rest: readonly string[],
) {
  const resolved = resolveSegments(view.all, view.visible, rest);
  const space = resolved && (await findPublishedSpace(context, site, resolved.siteSpace.spaceId));
  if (resolved === undefined || space === undefined) return undefined;
  const visitor = { organizationId: site.organization_id, siteId: site.id, claims: noClaims, admittedAt: 0 };
  const visit: SiteVisit = { visitor, base: [], rest };
  return { ...resolved, space, visit, pageId: await findVisiblePage(space.content, resolved.rest, noClaims) };
}

async function describePage(view: StructureView, located: Located, id: string) {
  const { space } = located;
  const page = await findPage(space.content, id);
  return {
    segments: await findPageSegments(view, located, id),
    page: { id, title: page?.title ?? "", spaceId: space.id },
  };
}

/** The page at a path that visitors see only with certain claims, or not before it is no draft any more. */
async function findHidden(
  context: PublishingContext,
  site: SiteRef,
  segments: readonly string[],
): Promise<ExplainedPath | undefined> {
  const view = await readStructureView(context.database.read, site, undefined);
  const found = await locate(context, site, view, segments);
  if (found === undefined) return undefined;
  const { content } = found.space;
  const id =
    found.rest.length > 0 ? await findByPath(content, found.rest.join("/")) : await findHomePage(content);
  return id === undefined ? undefined : { rule: "hidden", ...(await describePage(view, found, id)) };
}
