import type { ReadHtml } from "../html/read-html.ts";
import { type Harvest, type Harvesting, ImportError } from "../source.ts";
import { collectFiles } from "./collect-files.ts";
import { type Bounds, crawl, type Site } from "./crawl.ts";
import type { CrawledPage } from "./crawl-state.ts";
import { holdOnDisk } from "./hold-on-disk.ts";
import { mergePages } from "./merge-pages.ts";
import { Pace } from "./pace.ts";
import { withDescription } from "./read-text.ts";
import type { SitePage } from "./site-plan.ts";
import { buildTree } from "./site-tree.ts";
import type { Web } from "./web.ts";

/** So many pages are not about the same. */
const mostAlike = 3;

/** Crawls the pages below an address, with the images that they show and the files that they link to. */
export async function harvestWebsite(
  start: string,
  web: Web,
  harvesting: Harvesting,
  readHtml: ReadHtml,
  bounds?: Bounds,
): Promise<Harvest> {
  const pace = new Pace();
  const { folder } = harvesting;
  const held = new Map<string, string>();
  const site = await crawl(start, {
    web,
    pace,
    readHtml,
    hold: (images) => holdOnDisk(images, folder, held),
    report: (progress) => harvesting.report(progress),
    ...(bounds && { bounds }),
  });
  const { state, robots } = site;
  if (state.pages.size === 0) throw new ImportError(`${start}: has no page that may be imported`);
  const { tree, count } = arrange(site);
  const before = state.progress();
  const { files, total } = await collectFiles(tree, {
    web,
    pace,
    folder,
    held,
    isFile: (url) => state.isFile(url),
    allows: (url) => url.origin !== state.scope.origin || robots.allows(url.href),
    report: (done, all) => harvesting.report({ done: before.done + done, total: before.total + all }),
  });
  return { pages: tree, files, total: count + state.failed + state.beyond + total };
}

/** The pages as a tree, each once, with all addresses that lead to it. */
function arrange(site: Site) {
  const { state, menus } = site;
  const crawled = state.pagesInOrder();
  const standIn = mergePages(crawled, { start: site.start, find: (url) => state.find(url) });
  const pages = new Map<CrawledPage, SitePage & { aliases: string[] }>();
  const isSaidOfSite = siteDescription(crawled);
  for (const page of crawled) {
    if (standIn(page) !== page) continue;
    const description = page.key === site.start || !isSaidOfSite(page) ? page.description : "";
    pages.set(page, { ...page, markdown: withDescription(page.markdown, description), aliases: [] });
  }
  const taken = new Set([...pages.values()].map(({ address }) => address));
  for (const [address, page] of addressesOf(site, crawled)) {
    if (taken.has(address)) continue;
    taken.add(address);
    pages.get(standIn(page))?.aliases.push(address);
  }
  const find = (page: CrawledPage | undefined) => page && pages.get(standIn(page));
  const tree = buildTree({
    pages: [...pages.values()],
    start: find(state.pages.get(site.start)),
    menu: menus.main,
    opened: menus.opened,
    find: (url) => find(state.find(url)),
  });
  return { tree, count: pages.size };
}

/** Tells whether a page only repeats what its site says of every page that has nothing to say of itself. */
function siteDescription(pages: readonly CrawledPage[]): (page: CrawledPage) => boolean {
  const counts = new Map<string | undefined, number>();
  for (const { description } of pages) counts.set(description, (counts.get(description) ?? 0) + 1);
  return ({ description }) => (counts.get(description) ?? 0) >= mostAlike;
}

/** First those where pages were found, then those that were written somewhere, then those that pages claim to have. */
function* addressesOf({ state }: Site, pages: readonly CrawledPage[]): Generator<[string, CrawledPage]> {
  for (const page of pages) yield [page.address, page];
  yield* state.spellings();
  for (const page of pages) if (page.canonical) yield [page.canonical.href, page];
}
