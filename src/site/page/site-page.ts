import type { Content, PageRecord } from "../../content/index.ts";
import { ancestorsOf, findPage, pathOf } from "../../content/pages/index.ts";
import {
  type Claims,
  findPageSegments,
  findVisiblePage,
  type ResolvedUrl,
  reservedPaths,
  siteSpaceSegments,
} from "../../publishing/index.ts";

/** A place in a site: a page, or a path without a page. */
export interface SitePlace extends ResolvedUrl {
  /** The page and its ancestors by id, from the top. Empty without a page. */
  readonly trail: ReadonlyMap<string, PageRecord>;
}

/** A page that a visitor has opened. */
export interface SitePage extends SitePlace {
  readonly pageId: string;
  readonly record: PageRecord;
  /** The segments of its canonical URL below the site. */
  readonly segments: readonly string[];
}

export async function readSitePage(resolved: ResolvedUrl): Promise<SitePage | undefined> {
  const { pageId, space } = resolved;
  const record = pageId === undefined ? undefined : await findPage(space.content, pageId);
  if (pageId === undefined || record === undefined) return undefined;
  const ancestors = [...(await ancestorsOf(space.content, record))].toReversed();
  const segments = await findPageSegments(resolved.view, resolved, pageId);
  return { ...resolved, pageId, record, segments, trail: new Map([...ancestors, [pageId, record]]) };
}

/** Whether search engines may show a page, by its record and those of its ancestors. */
export function isIndexable(records: Iterable<PageRecord>): boolean {
  return Iterator.from(records).every(
    ({ hidden, noIndex, noRobotsIndex }) => !hidden && !noIndex && !noRobotsIndex,
  );
}

/** The slugs of a page from the top. */
export function slugsOf({ trail }: Pick<SitePage, "trail">): string[] {
  return Array.from(trail.values(), ({ slug }) => slug);
}

/** The segments of a page below the site with all its slugs. Those of its URL lack the slug of the first page of a space. */
export function slugSegments(page: Pick<SitePage, "section" | "siteSpace" | "view" | "trail">): string[] {
  return [...siteSpaceSegments(page, reservedPaths(page.view.all)), ...slugsOf(page)];
}

/** The path of the first page that a visitor sees in a space. Its URL is that of the space. */
export async function findHomePath(content: Content, claims: Claims): Promise<string | undefined> {
  const id = await findVisiblePage(content, [], claims);
  const page = id === undefined ? undefined : await findPage(content, id);
  return page && pathOf(content, page);
}

/** The segments below the site of the page at a path in a space. `home` is the path of the first page. */
export function segmentsOfPath(
  space: readonly string[],
  path: string,
  home: string | undefined,
): readonly string[] {
  return path === "" || path === home ? space : [...space, ...path.split("/")];
}
