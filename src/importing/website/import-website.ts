import { slugOf } from "../../content/pages/index.ts";
import { InlinedFiles } from "../html/index.ts";
import { type ImportContext, ImportError, type ImportedTree, type SourcePage } from "../source/index.ts";
import { canonicalPages } from "./canonical-pages.ts";
import { collectFiles } from "./collect-files.ts";
import { type CrawlBounds, type CrawledSite, crawl } from "./crawl.ts";
import type { CrawledPage } from "./crawl-state.ts";
import { describing } from "./descriptions.ts";
import type { SitePage } from "./menu-tree.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { buildTree } from "./site-tree.ts";
import type { WebClient } from "./web-client.ts";

/** Crawls the pages below a URL, and downloads their images and linked files. */
export async function importWebsite(
  start: string,
  web: WebClient,
  { folder, report }: ImportContext,
  bounds?: CrawlBounds,
): Promise<ImportedTree> {
  const rateLimiter = new RateLimiter();
  const inlined = new InlinedFiles(folder);
  const site = await crawl(start, { web, rateLimiter, inlined, report, ...(bounds && { bounds }) });
  const { state, robots } = site;
  if (state.pages.size === 0) throw new ImportError(`${start}: has no page that may be imported`);
  const { tree, count } = arrange(site);
  const pages = await Promise.all(tree.map(withSlug));
  const crawled = state.progress();
  const { files, total } = await collectFiles(pages, {
    web,
    rateLimiter,
    folder,
    inlined,
    isFile: (url) => state.isFile(url),
    allows: (url) => url.origin !== state.scope.origin || robots.allows(url.href),
    report: (done, all) => report({ done: crawled.done + done, total: crawled.total + all }),
  });
  return { pages, files, total: count + state.failed + state.unvisited + total };
}

/** Removes duplicates, whose URLs become aliases, and arranges the pages in a tree. */
function arrange(site: CrawledSite) {
  const { state, menus } = site;
  const crawled = state.pagesInOrder();
  const canonicalOf = canonicalPages(crawled, { start: site.start, find: (url) => state.find(url) });
  const canonical = crawled.filter((page) => canonicalOf(page) === page);
  const textOf = describing(canonical, state.pages.get(site.start));
  const pages = new Map(
    canonical.map((page): [CrawledPage, SitePage & { aliases: string[] }] => [
      page,
      { ...page, markdown: textOf(page), aliases: [] },
    ]),
  );
  const taken = new Set([...pages.values()].map(({ address }) => address));
  for (const [address, page] of addressesOf(site, crawled)) {
    if (taken.has(address)) continue;
    taken.add(address);
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

/** The slug of a group comes from its title, as a group has no URL. */
async function withSlug(page: SourcePage): Promise<SourcePage> {
  return page.type === "group" ? { ...page, slug: slugOf(page.title ?? "") } : page;
}

/** First the URLs of pages, then all URLs in links, then canonical URLs. */
function* addressesOf(
  { state }: CrawledSite,
  pages: readonly CrawledPage[],
): Generator<[string, CrawledPage]> {
  for (const page of pages) yield [page.address, page];
  yield* state.linkedUrls();
  for (const page of pages) if (page.canonical) yield [page.canonical.href, page];
}
