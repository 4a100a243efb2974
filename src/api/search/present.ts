import { locatePages } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import {
  areSearchable,
  containsAny,
  excerptOf,
  type SearchResult,
  sectionContainsAny,
  type Term,
} from "../../search/index.ts";
import type { SearchSectionTable } from "../../storage/database/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import type { FoundPage } from "./routes.ts";

export const maxPageSections = 5;

const batchSize = 100;

export type UnrankedPage = Omit<FoundPage, "rank">;

/**
 * Presents pages of one space by their matching sections, the best first. Pages that were deleted or hidden since they
 * were indexed are omitted.
 */
export async function presentPages(
  context: Context,
  space: SpaceRow,
  { terms, best }: Pick<SearchResult, "terms" | "best">,
  sectionIds: readonly (readonly number[])[],
  rows: ReadonlyMap<number, SearchSectionTable>,
): Promise<UnrankedPage[]> {
  const scores = new Map(best.map(({ id, score }) => [id, score]));
  const scoreOf = ({ id }: SearchSectionTable) => scores.get(id) ?? 0;
  const content = openSpaceContent(context, space, space.root);
  const pages = sectionIds
    .map((ids) => ids.flatMap((id) => rows.get(id) ?? []))
    .flatMap((sections) => (sections[0] === undefined ? [] : { id: sections[0].page_id, sections }));
  const presented: UnrankedPage[] = [];
  const yielder = new EventLoopYielder();
  for (let start = 0; start < pages.length; start += batchSize) {
    const batch = pages.slice(start, start + batchSize);
    const located = await locatePages(
      content,
      batch.map(({ id }) => id),
    );
    for (const { id, sections } of batch) {
      const page = located.get(id);
      if (page === undefined || !areSearchable([page.record, ...page.ancestors])) continue;
      if (yielder.isDue) await yielder.yieldIfDue();
      const { path, ancestors } = page;
      const { title, description } = page.record;
      const app = context.urls.app(`/spaces/${space.id}/pages/${id}`);
      presented.push({
        id,
        title,
        path,
        description,
        score: Math.max(...sections.map(scoreOf)),
        ancestors: ancestors.map(({ title }) => ({ title })),
        sections: relevantSections(terms, title, sections).map((section) => {
          const { anchor, heading } = section;
          const suffix = anchor === "" ? "" : `#${anchor}`;
          return {
            id: id + suffix,
            title: heading === "" ? title : heading,
            path: path + suffix,
            body: excerptOf(section, terms),
            score: scoreOf(section),
            urls: { app: app + suffix },
          };
        }),
        urls: { app },
      });
    }
  }
  return presented;
}

/** Ranks the pages of a reply by score, after as many pages of earlier replies. */
export function rankPages(pages: readonly UnrankedPage[], before: number): Map<UnrankedPage, number> {
  const sorted = pages.toSorted((a, b) => b.score - a.score);
  return new Map(sorted.map((page, i) => [page, before + i + 1]));
}

/** The sections that contain a required term. There may be none if the title of the page matches. */
function relevantSections(terms: readonly Term[], title: string, sections: readonly SearchSectionTable[]) {
  const matching = sections.filter((section) => sectionContainsAny(terms, section));
  if (matching.length > 0 || containsAny(terms, title)) return matching;
  // Stems of some languages begin differently from the word, and are not found here.
  return sections.slice(0, 1);
}
