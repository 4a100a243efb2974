import type { PageRecord } from "../../content/index.ts";
import { ancestorsOf, findPage } from "../../content/pages/index.ts";
import type { ResolvedUrl } from "../../publishing/index.ts";

/** A place in a site: a page, or a path without a page. */
export interface SitePlace extends ResolvedUrl {
  /** The page and its ancestors by id, from the top. Empty without a page. */
  readonly trail: ReadonlyMap<string, PageRecord>;
}

/** A page that a visitor has opened. */
export interface SitePage extends SitePlace {
  readonly pageId: string;
  readonly record: PageRecord;
}

export async function readSitePage(resolved: ResolvedUrl): Promise<SitePage | undefined> {
  const { pageId, space } = resolved;
  const record = pageId === undefined ? undefined : await findPage(space.content, pageId);
  if (pageId === undefined || record === undefined) return undefined;
  const ancestors = [...(await ancestorsOf(space.content, record))].toReversed();
  return { ...resolved, pageId, record, trail: new Map([...ancestors, [pageId, record]]) };
}

/** The slugs of a page from the top. */
export function slugsOf({ trail }: Pick<SitePage, "trail">): string[] {
  return Array.from(trail.values(), ({ slug }) => slug);
}
