import type { CrawledPage } from "./crawl-state.ts";
import { withoutQuery } from "./crawl-urls.ts";

/** Returns a function that maps duplicates to one page: the one of their canonical URL, or the first with the same text. */
export function canonicalPages(
  pages: readonly CrawledPage[],
  { start, find }: { start: string; find(url: URL): CrawledPage | undefined },
): (page: CrawledPage) => CrawledPage {
  const duplicates = duplicatesByQuery(pages);
  const startPage = pages.find(({ key }) => key === start);
  const originalOf = (page: CrawledPage): CrawledPage | undefined => {
    const canonical = page.canonical && find(page.canonical);
    // Some sites wrongly declare the start page as the canonical URL of every page.
    const isWrong = canonical?.key === start && canonical.title !== page.title;
    if (canonical && canonical !== page && !isWrong) return canonical;
    return duplicates.get(page) ?? (startPage && isCopy(page, startPage) ? startPage : undefined);
  };
  const results = new Map<CrawledPage, CrawledPage>();
  for (const page of pages) {
    const { path, end } = follow(page, (each) => results.get(each) ?? originalOf(each));
    for (const each of path) results.set(each, end);
  }
  return (page) => results.get(page) ?? page;
}

/** The first chapter of a book is often served as its start page as well. */
function isCopy(page: CrawledPage, other: CrawledPage): boolean {
  return page.markdown !== "" && page.markdown === other.markdown && page.title === other.title;
}

/** Follows the pages from one to the next. A cycle ends at the page where it began. */
function follow(
  start: CrawledPage,
  nextOf: (page: CrawledPage) => CrawledPage | undefined,
): { path: Set<CrawledPage>; end: CrawledPage } {
  const path = new Set<CrawledPage>();
  for (let page = start; ; ) {
    path.add(page);
    const next = nextOf(page);
    if (next === undefined || next === page) return { path, end: page };
    if (path.has(next)) return { path, end: start };
    page = next;
  }
}

/** Pages that differ only in their query, by the first page with the same text. */
function duplicatesByQuery(pages: readonly CrawledPage[]): Map<CrawledPage, CrawledPage> {
  const byKey = new Map<string, Map<string, CrawledPage>>();
  const duplicates = new Map<CrawledPage, CrawledPage>();
  for (const page of pages) {
    const byText = byKey.getOrInsertComputed(withoutQuery(page.key), () => new Map());
    const first = byText.getOrInsert(page.markdown, page);
    if (first !== page) duplicates.set(page, first);
  }
  return duplicates;
}
