import { findPage, pathOf } from "../content/pages/index.ts";
import type { SiteVisit } from "./authorize-visit.ts";
import { findFormerLocations } from "./former-site-paths.ts";
import { findMovedPage } from "./moved-pages.ts";
import {
  findPublishedSpace,
  findVisiblePage,
  type PublishedSpace,
  type PublishingContext,
  type StructureView,
} from "./published-content.ts";
import { destinationOf, destinationSegments, findRedirect } from "./redirects.ts";
import { encodePath } from "./site-urls.ts";
import { type SiteSpaceLocation, type Structure, sectionsOf, siblingsOf, siteSpacesOf } from "./structure.ts";
import {
  type ResolvedSegments,
  reservedPaths,
  resolveSegments,
  siteSpaceSegments,
} from "./structure-paths.ts";
import type { SiteRef } from "./structure-store.ts";

/** A place in a site that a path leads to, without a page there. */
interface MissingPage extends ResolvedSegments {
  readonly space: PublishedSpace;
  readonly visit: SiteVisit;
}

/**
 * Why a path without a page redirects: by the site's own redirect, because it contains the path of a default, to the page that
 * was there before, by a former path of its section or variant, or to a page in other case.
 */
export type RedirectRule = "redirect" | "default-path" | "moved-page" | "former-site-path" | "other-case";

export interface FoundRedirect {
  readonly rule: RedirectRule;
  readonly segments: readonly string[];
}

/** The segments that a path without a page redirects to, and why. */
export async function findPathRedirect(
  context: PublishingContext,
  site: SiteRef,
  view: StructureView,
  missing: MissingPage,
): Promise<FoundRedirect | undefined> {
  const finders: Readonly<Record<RedirectRule, () => Segments | Promise<Segments>>> = {
    redirect: () => findOwnRedirect(context, site, view, missing),
    "default-path": () => removeDefaultPaths(view, missing),
    "moved-page": () => findMoved(context, view, missing),
    "former-site-path": () => findInFormerLocation(context, site, view, missing),
    "other-case": () => findInOtherCase(context, site, view, missing),
  };
  for (const [rule, find] of Object.entries(finders)) {
    const segments = await find();
    if (segments !== undefined) return { rule: rule as RedirectRule, segments };
  }
  return undefined;
}

type Segments = readonly string[] | undefined;

async function findOwnRedirect(
  context: PublishingContext,
  site: SiteRef,
  view: StructureView,
  { visit }: MissingPage,
): Promise<Segments> {
  const redirect = await findRedirect(context.database.read, site, { source: encodePath(visit.rest) });
  return redirect && destinationSegments(context, site, view, destinationOf(redirect));
}

/** The segments without the paths of the default section and variant; undefined if they contain neither. */
function removeDefaultPaths({ all, visible }: StructureView, resolved: ResolvedSegments) {
  const { section, siteSpace, rest } = resolved;
  let remaining = rest;
  if (sectionsOf(visible).length > 1 && section?.isDefault && remaining[0] === section.path)
    remaining = remaining.slice(1);
  if (siblingsOf(visible, resolved).length > 1 && siteSpace.isDefault && remaining[0] === siteSpace.path)
    remaining = remaining.slice(1);
  return remaining === rest ? undefined : [...siteSpaceSegments(resolved, reservedPaths(all)), ...remaining];
}

async function findMoved(context: PublishingContext, view: StructureView, missing: MissingPage) {
  const { space, rest, visit } = missing;
  const id = rest.length === 0 ? undefined : await findMovedPage(context, space, rest, visit.visitor.claims);
  return id === undefined ? undefined : findPageSegments(view, missing, id);
}

/** The segments of the page at a path that begins with a former path of a site space. */
async function findInFormerLocation(
  context: PublishingContext,
  site: SiteRef,
  view: StructureView,
  { visit }: MissingPage,
): Promise<string[] | undefined> {
  const shown = new Map(siteSpacesOf(view.visible).map((location) => [location.siteSpace.id, location]));
  for (const { siteSpaceId, length } of await findFormerLocations(context.database.read, site, visit.rest)) {
    const location = shown.get(siteSpaceId);
    const space = location && (await findPublishedSpace(context, site, location.siteSpace.spaceId));
    if (location === undefined || space === undefined) continue;
    const rest = visit.rest.slice(length);
    const segments = await findPageAt(context, view, { ...location, space, visit, rest, complete: true });
    if (segments !== undefined) return segments;
  }
  return undefined;
}

/** The segments of the page that is or was at a place. */
async function findPageAt(context: PublishingContext, view: StructureView, place: MissingPage) {
  const id = await findVisiblePage(place.space.content, place.rest, place.visit.visitor.claims);
  return id === undefined ? findMoved(context, view, place) : findPageSegments(view, place, id);
}

/** The segments of the page at a path whose section or variant is written in other case. */
async function findInOtherCase(
  context: PublishingContext,
  site: SiteRef,
  view: StructureView,
  { visit }: MissingPage,
): Promise<string[] | undefined> {
  const paths = new Map(pathsOf(view.visible).map((path) => [path.toLowerCase(), path]));
  const segments = visit.rest.map((segment, i) =>
    i < 2 ? (paths.get(segment.toLowerCase()) ?? segment) : segment,
  );
  if (segments.every((segment, i) => segment === visit.rest[i])) return undefined;
  const resolved = resolveSegments(view.all, view.visible, segments);
  const space = resolved && (await findPublishedSpace(context, site, resolved.siteSpace.spaceId));
  if (resolved === undefined || space === undefined) return undefined;
  return findPageAt(context, view, { ...resolved, space, visit });
}

function pathsOf(visible: Structure): string[] {
  return [
    ...sectionsOf(visible).map(({ path }) => path),
    ...siteSpacesOf(visible).map(({ siteSpace }) => siteSpace.path),
  ];
}

/** The segments of a page below its site. The home page of a space has those of the site space. */
export async function findPageSegments(
  { all }: Pick<StructureView, "all">,
  location: SiteSpaceLocation & { readonly space: PublishedSpace; readonly visit: SiteVisit },
  pageId: string,
): Promise<string[]> {
  const { space, visit } = location;
  const segments = siteSpaceSegments(location, reservedPaths(all));
  const home = await findVisiblePage(space.content, [], visit.visitor.claims);
  const page = pageId === home ? undefined : await findPage(space.content, pageId);
  return page === undefined ? segments : [...segments, ...(await pathOf(space.content, page)).split("/")];
}
