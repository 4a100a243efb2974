import {
  listFormerPaths,
  listFormerSitePaths,
  type ResolvedUrl,
  segmentsResolver,
} from "../publishing/index.ts";
import type { Reader } from "../storage/database/index.ts";

/** The number of former paths of a site space that a copy has, the newest. Each has all of its pages. */
const maxSitePaths = 16;

/** A page that a copy has, or a group whose first page it has. */
export interface CopiedPage {
  readonly title: string;
  /** The segments with all slugs, below the site space. */
  readonly slugs: readonly string[];
  /** The segments below the site that a link to it leads to. */
  readonly target: readonly string[];
}

/** A site space of a copy. */
export interface CopiedSpace {
  readonly place: ResolvedUrl;
  /** Below the site. */
  readonly segments: readonly string[];
  /** By id. */
  readonly pages: Map<string, CopiedPage>;
}

/** What leads from a former path to a page, both below the site. */
export interface FormerRedirect {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly title: string;
}

/**
 * The redirects from the former paths of pages, sections and variants, as the server answers them. Of those with the same path, the
 * first one counts, and a page at that path before all.
 */
export async function* listFormerRedirects(
  db: Reader,
  spaces: readonly CopiedSpace[],
): AsyncGenerator<FormerRedirect> {
  /** Redirects below each site space. */
  const former = new Map<string, FormerRedirect[]>();
  for (const { place, segments, pages } of spaces) {
    const redirects: FormerRedirect[] = [];
    const resolve = segmentsResolver(place.view.all, place.view.visible);
    for (const [path, id] of await listFormerPaths(db, place.space, (id) => pages.has(id))) {
      const { target: to, title } = pages.get(id) ?? {};
      if (to === undefined || title === undefined) continue;
      const slugs = path.split("/");
      redirects.push({ from: slugs, to, title });
      const from = [...segments, ...slugs];
      // Another section or variant may have this path now.
      if (resolve(from)?.siteSpace.id === place.siteSpace.id) yield { from, to, title };
    }
    former.set(place.siteSpace.id, redirects);
  }
  yield* listSiteRedirects(db, spaces, former);
}

/** All paths below the former ones of sections and variants. */
async function* listSiteRedirects(
  db: Reader,
  spaces: readonly CopiedSpace[],
  former: ReadonlyMap<string, readonly FormerRedirect[]>,
): AsyncGenerator<FormerRedirect> {
  const [first] = spaces;
  if (first === undefined) return;
  const byId = new Map(spaces.map((space) => [space.place.siteSpace.id, space]));
  for (const path of await listFormerSitePaths(db, first.place.site, maxSitePaths)) {
    const space = byId.get(path.siteSpaceId);
    if (space === undefined || space.pages.size === 0) continue;
    const { place, segments, pages } = space;
    yield { from: path.segments, to: segments, title: place.section?.title ?? place.site.title };
    for (const { slugs, target: to, title } of pages.values())
      yield { from: [...path.segments, ...slugs], to, title };
    for (const { from, ...redirect } of former.get(path.siteSpaceId) ?? [])
      yield { from: [...path.segments, ...from], ...redirect };
  }
}
