import type { PageRecord } from "../../content/index.ts";
import { ancestorsOf, findPage } from "../../content/pages/index.ts";
import type { ResolvedUrl } from "../../publishing/index.ts";

/** A page that a visitor has opened. */
export interface SitePage extends ResolvedUrl {
  readonly pageId: string;
  readonly record: PageRecord;
  /** The page and its ancestors by id, from the top. */
  readonly trail: ReadonlyMap<string, PageRecord>;
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
