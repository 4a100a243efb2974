import type { CrawledPage } from "./crawl-state.ts";
import { withoutQuery } from "./crawl-urls.ts";

/** Finds the page that stands for another one, or for itself; of those that name each other, the first. */
export function mergePages(
  pages: readonly CrawledPage[],
  { start, find }: { start: string; find(url: URL): CrawledPage | undefined },
): (page: CrawledPage) => CrawledPage {
  const same = sameWithoutQuery(pages);
  const first = pages.find(({ key }) => key === start);
  const wanted = (page: CrawledPage): CrawledPage | undefined => {
    const other = page.canonical && find(page.canonical);
    // On some sites every page names the first one, which is a mistake.
    const isMistake = other?.key === start && other.title !== page.title;
    const named = other !== page && !isMistake ? other : undefined;
    return named ?? same.get(page) ?? (first && isSame(page, first) ? first : undefined);
  };
  const result = new Map<CrawledPage, CrawledPage>();
  for (const page of pages) {
    const { way, end } = follow(page, (each) => result.get(each) ?? wanted(each));
    for (const each of way) result.set(each, end);
  }
  return (page) => result.get(page) ?? page;
}

/** The first chapter of a book is often its beginning as well, at two addresses. */
function isSame(page: CrawledPage, other: CrawledPage): boolean {
  return page.markdown !== "" && page.markdown === other.markdown && page.title === other.title;
}

/** The way from one page to the next, and where it ends. Where it is a circle, it ends where it began. */
function follow(
  page: CrawledPage,
  nextOf: (page: CrawledPage) => CrawledPage | undefined,
): { way: Set<CrawledPage>; end: CrawledPage } {
  const way = new Set<CrawledPage>();
  for (let at = page; ; ) {
    way.add(at);
    const next = nextOf(at);
    if (next === undefined || next === at) return { way, end: at };
    if (way.has(next)) return { way, end: page };
    at = next;
  }
}

/** Pages that differ in nothing but their query: what the later ones are the same as. */
function sameWithoutQuery(pages: readonly CrawledPage[]): Map<CrawledPage, CrawledPage> {
  const texts = new Map<string, Map<string, CrawledPage>>();
  const same = new Map<CrawledPage, CrawledPage>();
  for (const page of pages) {
    const beside = texts.getOrInsertComputed(withoutQuery(page.key), () => new Map());
    const other = beside.get(page.markdown);
    if (other === undefined) beside.set(page.markdown, page);
    else same.set(page, other);
  }
  return same;
}
