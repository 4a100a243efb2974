import type { Claims } from "../../publishing/index.ts";
import { search, searchSimilarWords, type Term } from "../../search/index.ts";
import { pageShift, spaceNumberOf } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { findSpaces, type SpaceRow } from "../spaces/index.ts";
import { maxPageSections, presentPages, type UnrankedPage } from "./present.ts";
import { filterVisible, findSearchedItems, groupBest, readVisible } from "./search-spaces.ts";

interface SiteSearchInput {
  readonly organizationId: string;
  /** The ids of spaces. Of equally good pages, those of the first space come first. */
  readonly spaces: readonly string[];
  readonly query: string;
  readonly claims: Claims;
  readonly limit: number;
}

export interface FoundSitePage extends UnrankedPage {
  readonly space: SpaceRow;
}

export interface FoundSitePages {
  /** The best pages, in order. */
  readonly pages: readonly FoundSitePage[];
  /** What the pages were searched for. */
  readonly terms: readonly Term[];
  /** The words that were found instead of mistyped ones. */
  readonly corrected: readonly string[];
  /** Words of these pages that are similar to those of a query without results. */
  readonly similar: readonly string[];
}

interface RankedPage {
  readonly spaceId: string;
  readonly score: number;
}

/** Finds the best pages for a query that a visitor sees. Others are not counted, so that it is fast while a reader types. */
export async function findSitePages(context: Context, input: SiteSearchInput): Promise<FoundSitePages> {
  const { organizationId, query, claims, limit } = input;
  const searched = await findSearchedItems(context, organizationId, input.spaces);
  const spaces = await findSpaces(
    context.database.read,
    organizationId,
    searched.map(({ id }) => id),
  );
  const options = {
    shift: pageShift,
    filter: (sections: readonly number[]) => filterVisible(context, spaces, claims, sections),
    onlyBest: true,
  } as const;
  const found = await search(context, searched, query, options);
  const { terms, corrected } = found;
  if (found.count === 0)
    return {
      pages: [],
      terms,
      corrected,
      similar: await searchSimilarWords(context, searched, found, options),
    };
  const ids = new Map(searched.map(({ id, number }) => [number, id]));
  const scores = new Map(found.best.map(({ id, score }) => [id, score]));
  const order = new Map(input.spaces.map((id, i) => [id, i]));
  const compare = (a: RankedPage, b: RankedPage) =>
    b.score - a.score || (order.get(a.spaceId) ?? 0) - (order.get(b.spaceId) ?? 0);
  const groups = Array.from(groupBest(found).values(), ({ sections }) => {
    const [first = 0] = sections;
    const spaceId = ids.get(spaceNumberOf(first)) ?? "";
    return { spaceId, sections: sections.slice(0, maxPageSections), score: scores.get(first) ?? 0 };
  })
    .sort(compare)
    .slice(0, limit);
  const sections = groups.flatMap((group) => group.sections);
  const byId = await readVisible(context, spaces, claims, sections);
  const pages: (FoundSitePage & RankedPage)[] = [];
  for (const [spaceId, inSpace] of Map.groupBy(groups, (group) => group.spaceId)) {
    const space = spaces.get(spaceId);
    if (space === undefined) continue;
    const sections = inSpace.map((group) => group.sections);
    for (const page of await presentPages(context, space, found, sections, byId))
      pages.push({ ...page, space, spaceId });
  }
  return { pages: pages.sort(compare), terms, corrected, similar: [] };
}
