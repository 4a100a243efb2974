import { slugOf } from "../../content/pages/index.ts";
import { InlinedFiles } from "../html/index.ts";
import { type ImportContext, ImportError, type ImportedTree, type SourcePage } from "../source/index.ts";
import { collectFiles } from "./collect-files.ts";
import { type CrawlBounds, type CrawledSite, crawl } from "./crawl.ts";
import type { CrawledPage } from "./crawl-state.ts";
import { withoutQuery } from "./crawl-urls.ts";
import { createDescriber } from "./descriptions.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { buildTree, type SitePage } from "./site-tree.ts";
import type { WebClient } from "./web-client.ts";

/** Crawls the pages below a URL, and downloads their images and linked files. */
export async function importWebsite(
  start: string,
  web: WebClient,
  { folder, report, skip }: ImportContext,
  bounds?: CrawlBounds,
): Promise<ImportedTree> {
  const rateLimiter = new RateLimiter();
  const inlined = new InlinedFiles(folder);
  const site = await crawl(start, { web, rateLimiter, inlined, report, skip, ...(bounds && { bounds }) });
  const { state, robots } = site;
  if (state.pages.size === 0) throw new ImportError(`${start}: has no page that may be imported`);
  const { tree, count } = arrange(site);
  // A group has no URL from which its slug could be derived.
  const pages = tree.map((page): SourcePage => {
    return page.type === "group" ? { ...page, slug: slugOf(page.title ?? "") } : page;
  });
  const crawled = state.progress();
  const { files, total } = await collectFiles(pages, {
    web,
    rateLimiter,
    folder,
    inlined,
    isFile: (url) => state.isFile(url),
    allows: (url) => url.origin !== state.scope.origin || robots.allows(url.href),
    report: (done, all, files) =>
      report({ ...crawled, done: crawled.done + done, total: crawled.total + all, files }),
    skip,
  });
  return { pages, files, total: count + state.failed + state.unvisited + total };
}

/** Removes duplicates, whose URLs become aliases, and arranges the pages in a tree. */
function arrange(site: CrawledSite) {
  const { state, menus } = site;
  const crawled = state.pagesInOrder();
  const canonicalOf = canonicalPages(crawled, { start: site.start, find: (url) => state.find(url) });
  const canonical = crawled.filter((page) => canonicalOf(page) === page);
  const textOf = createDescriber(canonical, state.pages.get(site.start));
  const pages = new Map(
    canonical.map((page): [CrawledPage, SitePage & { aliases: string[] }] => [
      page,
      { ...page, markdown: textOf(page), aliases: [] },
    ]),
  );
  const usedUrls = new Set([...pages.values()].map(({ address }) => address));
  for (const [address, page] of urlsOf(site, crawled)) {
    if (usedUrls.has(address)) continue;
    usedUrls.add(address);
    pages.get(canonicalOf(page))?.aliases.push(address);
  }
  const find = (page: CrawledPage | undefined) => page && pages.get(canonicalOf(page));
  const tree = buildTree({
    pages: [...pages.values()],
    start: find(state.pages.get(site.start)),
    menus: menus.main,
    submenus: menus.submenus,
    find: (url) => find(state.find(url)),
  });
  return { tree, count: pages.size };
}

/** All URLs with their pages: first those of pages, then those in links, then canonical URLs. */
function* urlsOf({ state }: CrawledSite, pages: readonly CrawledPage[]): Generator<[string, CrawledPage]> {
  for (const page of pages) yield [page.address, page];
  yield* state.linkedUrls();
  for (const page of pages) if (page.canonical) yield [page.canonical.href, page];
}

/** Returns a function that maps duplicates to one page: that of their canonical URL, or the first with the same text. */
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
    // The first chapter of a book is often served as its start page as well.
    const { title, markdown } = startPage ?? {};
    const isCopy = page.markdown !== "" && page.markdown === markdown && page.title === title;
    return duplicates.get(page) ?? (isCopy ? startPage : undefined);
  };
  const results = new Map<CrawledPage, CrawledPage>();
  for (const page of pages) {
    const { path, end } = follow(page, (other) => results.get(other) ?? originalOf(other));
    for (const duplicate of path) results.set(duplicate, end);
  }
  return (page) => results.get(page) ?? page;
}

/** Follows a chain of pages to its end. A cycle ends at the page where it started. */
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
