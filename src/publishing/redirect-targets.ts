import { findByPaths, locatePages, type PagePath } from "../content/pages/index.ts";
import { EventLoopYielder } from "../platform/index.ts";
import type { SiteRedirectTable } from "../storage/database/index.ts";
import { findPublishedSpaces, type PublishingContext, readStructureView } from "./published-content.ts";
import { destinationOf, type RedirectDestination } from "./redirects.ts";
import { type SiteSpaceLocation, sectionsOf, siteSpacesOf } from "./structure.ts";
import {
  type ResolvedSegments,
  reservedPaths,
  sectionSegments,
  segmentsResolver,
  siteSpaceSegments,
} from "./structure-paths.ts";
import type { SiteRef } from "./structure-store.ts";

/** A part or a page of a site that a redirect leads to. */
export interface RedirectTarget {
  readonly destination: RedirectDestination;
  readonly title: string;
  /** The path below the site. */
  readonly segments: readonly string[];
}

/** The targets of redirects by the redirects' ids, as members see them. A target that does not exist any more is absent. */
export async function findRedirectTargets(
  context: PublishingContext,
  site: SiteRef,
  redirects: readonly SiteRedirectTable[],
): Promise<Map<string, RedirectTarget>> {
  const { all, visible } = await readStructureView(context.database.read, site, undefined);
  const reserved = reservedPaths(all);
  const sections = new Map(sectionsOf(visible).map((section) => [section.id, section]));
  const siteSpaces = new Map(siteSpacesOf(visible).map((location) => [location.siteSpace.id, location]));
  const bySiteSpace = Map.groupBy(redirects, ({ site_space_id }) => site_space_id ?? "");
  const spaces = await findSpacesOf(
    context,
    site,
    [...bySiteSpace.keys()].flatMap((id) => siteSpaces.get(id) ?? []),
  );
  const targets = new Map<string, RedirectTarget>();
  for (const redirect of redirects) {
    const section = sections.get(redirect.section_id ?? "");
    if (section === undefined) continue;
    const segments = sectionSegments(section, reserved);
    targets.set(redirect.id, { destination: destinationOf(redirect), title: section.title, segments });
  }
  for (const [id, group] of bySiteSpace) {
    const location = siteSpaces.get(id);
    const space = location && spaces.get(location.siteSpace.spaceId);
    if (location === undefined || space === undefined) continue;
    const segments = siteSpaceSegments(location, reserved);
    const ids = new Set(group.flatMap(({ page_id }) => page_id ?? []));
    const pages = await locatePages(space.content, [...ids]);
    for (const redirect of group) {
      const destination = destinationOf(redirect);
      const page = pages.get(redirect.page_id ?? "");
      if (destination.kind === "site-space")
        targets.set(redirect.id, { destination, title: space.title, segments });
      else if (page !== undefined)
        targets.set(redirect.id, {
          destination,
          title: page.record.title,
          segments: [...segments, ...page.path.split("/")],
        });
    }
  }
  return targets;
}

function findSpacesOf(context: PublishingContext, site: SiteRef, locations: readonly SiteSpaceLocation[]) {
  const ids = new Set(locations.map(({ siteSpace }) => siteSpace.spaceId));
  return findPublishedSpaces(context, site, [...ids]);
}

/** The targets that paths of a site lead to, as members see them, in the order of the paths. Undefined where nothing is. */
export async function findTargetsAt(
  context: PublishingContext,
  site: SiteRef,
  paths: readonly (readonly string[])[],
): Promise<(RedirectTarget | undefined)[]> {
  const { all, visible } = await readStructureView(context.database.read, site, undefined);
  const yielder = new EventLoopYielder();
  const resolve = segmentsResolver(all, visible);
  const resolved: (ResolvedSegments | undefined)[] = [];
  for (const path of paths) {
    resolved.push(resolve(path));
    await yielder.yieldIfDue();
  }
  const spaces = await findSpacesOf(
    context,
    site,
    resolved.flatMap((location) => location ?? []),
  );
  const pagePaths = resolved.map((location): PagePath => ({ parent: "", slugs: location?.rest ?? [] }));
  const foundPages = new Map<PagePath, { readonly id: string; readonly title: string }>();
  const indexes = [...resolved.keys()];
  for (const [spaceId, group] of Map.groupBy(indexes, (i) => resolved[i]?.siteSpace.spaceId ?? "")) {
    const space = spaces.get(spaceId);
    if (space === undefined) continue;
    const found = await findByPaths(
      space.content,
      group.flatMap((i) => pagePaths[i] ?? []),
    );
    const pages = await locatePages(space.content, [...new Set(found.values())]);
    for (const [path, id] of found) foundPages.set(path, { id, title: pages.get(id)?.record.title ?? "" });
  }
  return resolved.map((location, i) => {
    const [segments = [], path] = [paths[i], pagePaths[i]];
    const space = location && spaces.get(location.siteSpace.spaceId);
    if (location === undefined || path === undefined || space === undefined) return undefined;
    const { siteSpace, section, rest } = location;
    if (rest.length > 0) {
      const page = foundPages.get(path);
      if (page === undefined) return undefined;
      const destination = { kind: "site-page", siteSpaceId: siteSpace.id, pageId: page.id } as const;
      return { destination, title: page.title, segments };
    }
    return section !== undefined && siteSpace.isDefault
      ? { destination: { kind: "site-section", siteSectionId: section.id }, title: section.title, segments }
      : {
          destination: { kind: "site-space", siteSpaceId: siteSpace.id },
          title: space.title,
          segments,
        };
  });
}
