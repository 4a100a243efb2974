import { slugOf } from "../../content/pages/index.ts";
import { InlinedFiles, type ReadHtml } from "../html/index.ts";
import { type ImportContext, ImportError, type ImportedTree, type SourcePage } from "../source/index.ts";
import { collectFiles } from "./collect-files.ts";
import { type Bounds, crawl, type Site } from "./crawl.ts";
import type { CrawledPage } from "./crawl-state.ts";
import { describing } from "./descriptions.ts";
import { mergePages } from "./merge-pages.ts";
import { Pace } from "./pace.ts";
import type { SitePage } from "./site-plan.ts";
import { buildTree } from "./site-tree.ts";
import type { Web } from "./web.ts";

/** Crawls the pages below an address, with the images that they show and the files that they link to. */
export async function importWebsite(
  start: string,
  web: Web,
  context: ImportContext,
  readHtml: ReadHtml,
  bounds?: Bounds,
): Promise<ImportedTree> {
  const pace = new Pace();
  const inlined = new InlinedFiles(context.folder);
  const report: ImportContext["report"] = (progress) => context.report(progress);
  const site = await crawl(start, { web, pace, readHtml, inlined, report, ...(bounds && { bounds }) });
  const { state, robots } = site;
  if (state.pages.size === 0) throw new ImportError(`${start}: has no page that may be imported`);
  const { tree: bare, count } = arrange(site);
  const tree = await Promise.all(bare.map(withSlug));
  const before = state.progress();
  const { files, total } = await collectFiles(tree, {
    web,
    pace,
    folder: context.folder,
    inlined,
    isFile: (url) => state.isFile(url),
    allows: (url) => url.origin !== state.scope.origin || robots.allows(url.href),
    report: (done, all) => context.report({ done: before.done + done, total: before.total + all }),
  });
  return { pages: tree, files, total: count + state.failed + state.beyond + total };
}

/** The pages as a tree, each once, with all addresses that lead to it. */
function arrange(site: Site) {
  const { state, menus } = site;
  const crawled = state.pagesInOrder();
  const standIn = mergePages(crawled, { start: site.start, find: (url) => state.find(url) });
  const standing = crawled.filter((page) => standIn(page) === page);
  const textOf = describing(standing, state.pages.get(site.start));
  const pages = new Map(
    standing.map((page): [CrawledPage, SitePage & { aliases: string[] }] => [
      page,
      { ...page, markdown: textOf(page), aliases: [] },
    ]),
  );
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
    menus: menus.main,
    opened: menus.opened,
    find: (url) => find(state.find(url)),
  });
  return { tree, count: pages.size };
}

/** A group is called by its title, having no address of its own that could say it. */
async function withSlug(page: SourcePage): Promise<SourcePage> {
  return page.type === "group" ? { ...page, slug: await slugOf(page.title ?? "") } : page;
}

/** First those where pages were found, then those that were written somewhere, then those that pages claim to have. */
function* addressesOf({ state }: Site, pages: readonly CrawledPage[]): Generator<[string, CrawledPage]> {
  for (const page of pages) yield [page.address, page];
  yield* state.spellings();
  for (const page of pages) if (page.canonical) yield [page.canonical.href, page];
}
