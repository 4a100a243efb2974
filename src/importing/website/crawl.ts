import { FetchError } from "../../platform/safe-fetch/index.ts";
import { type HtmlPage, type InlinedFiles, readHtml } from "../html/index.ts";
import { decodeHtml, type ImportContext, ImportError } from "../source/index.ts";
import { CrawlState, type Visit } from "./crawl-state.ts";
import { folderOfStart, resolveUrl } from "./crawl-urls.ts";
import { shortDescription } from "./descriptions.ts";
import { isHtml } from "./file-types.ts";
import { entriesOf, Menus } from "./menus.ts";
import { type RateLimiter, runConcurrently } from "./rate-limiter.ts";
import { type Robots, readRobots } from "./robots.ts";
import { readSitemaps } from "./sitemaps.ts";
import { BudgetError, type WebClient } from "./web-client.ts";

interface CrawlOptions {
  readonly web: WebClient;
  readonly rateLimiter: RateLimiter;
  readonly inlined: InlinedFiles;
  readonly report: ImportContext["report"];
  readonly skip?: ImportContext["skip"] | undefined;
  readonly bounds?: CrawlBounds;
}

/** Restricts a crawl to a folder. The folder starts and ends with a slash. */
export interface CrawlBounds {
  readonly folder: string;
  excludes(url: string): boolean;
}

export interface CrawledSite {
  readonly state: CrawlState;
  readonly menus: Menus;
  readonly robots: Robots;
  readonly start: string;
}

const concurrency = 4;
const maxPageBytes = 5 * 1024 * 1024;
const maxSitemapBytes = 10 * 1024 * 1024;
const accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.5";

/** Visits all pages in the folder of a URL that links and sitemaps refer to and robots.txt allows. */
export async function crawl(start: string, options: CrawlOptions): Promise<CrawledSite> {
  const { rateLimiter, bounds, report } = options;
  const { url, page, robots } = await openStart(start, options);
  rateLimiter.raiseDelay(robots.delay);
  const folder = bounds?.folder ?? folderOfStart(url, navigationUrls(page, url.href));
  const state = new CrawlState(
    { origin: url.origin, folder },
    (page) => robots.allows(page) && !bounds?.excludes(page),
  );
  const menus = new Menus((link) => state.keyOf(link));
  const site = { state, menus, robots, start: state.begin(new URL(start), url) };
  await addPage(site, options, { key: site.start, url, page });
  report(state.progress());
  await visitAll(site, options);
  await addSitemaps(site, options);
  await visitAll(site, options);
  return site;
}

/** The URLs in the navigation of a page, or in the whole page if it has no navigation. */
function navigationUrls({ navigation, links }: HtmlPage, base: string): URL[] {
  const entries = navigation.length > 0 ? [...entriesOf(navigation)] : links;
  return entries.flatMap(({ href }) => (href && resolveUrl(href, base)) || []);
}

/** Reads the start page. An error here fails the import. */
async function openStart(
  start: string,
  { web, rateLimiter }: CrawlOptions,
): Promise<{ url: URL; page: HtmlPage; robots: Robots }> {
  try {
    const startRobots = await robotsFor(start, web);
    await rateLimiter.wait(start);
    const { url: end, contentType, bytes } = await web.fetch(start, { maxBytes: maxPageBytes, accept });
    const url = new URL(end);
    const isSameOrigin = url.origin === URL.parse(start)?.origin;
    const robots = isSameOrigin ? startRobots : await robotsFor(end, web);
    if (isSameOrigin && !robots.allows(end)) throw disallowed(end);
    if (!isHtml(bytes, contentType)) throw new ImportError(`${end}: is not an HTML page`);
    const page = tryReadHtml(bytes, contentType);
    if (page === undefined) throw new ImportError(`${end}: could not be read`);
    return { url, page, robots };
  } catch (error) {
    if (error instanceof FetchError) throw new ImportError(`${start}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function robotsFor(url: string, web: WebClient): Promise<Robots> {
  const robots = await readRobots(url, web);
  if (!robots.allows(url)) throw disallowed(url);
  return robots;
}

function disallowed(url: string): ImportError {
  return new ImportError(`${url}: the site's robots.txt does not allow this page to be read`);
}

async function visitAll(site: CrawledSite, options: CrawlOptions): Promise<void> {
  const { state } = site;
  let isOverBudget = false;
  await runConcurrently(
    concurrency,
    () => (isOverBudget ? undefined : state.next()),
    async (visit) => {
      try {
        await visitPage(site, options, visit);
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        state.failed++;
        options.skip?.(visit.url, error.message);
        isOverBudget ||= error instanceof BudgetError;
      } finally {
        state.finish(visit);
      }
      options.report(state.progress());
    },
  );
}

async function visitPage(site: CrawledSite, options: CrawlOptions, visit: Visit): Promise<void> {
  const { state } = site;
  await options.rateLimiter.wait(visit.url);
  const response = await options.web.fetch(visit.url, { maxBytes: maxPageBytes, accept });
  const url = new URL(response.url);
  const key = state.arrive(visit, url);
  if (key === undefined) return;
  const isPage = isHtml(response.bytes, response.contentType);
  const page = isPage ? tryReadHtml(response.bytes, response.contentType) : undefined;
  if (!isPage) state.markAsFile(visit);
  else if (page === undefined) {
    state.failed++;
    options.skip?.(visit.url, "cannot be read");
  } else await addPage(site, options, { key, url, page });
}

/** Reads a page; undefined if it is invalid, so that the crawl continues without it. */
function tryReadHtml(bytes: Buffer, contentType: string): HtmlPage | undefined {
  try {
    return readHtml(decodeHtml(bytes, contentType), "main");
  } catch {
    return undefined;
  }
}

/** Adds a page and its links, as far as its robots meta tag allows. */
async function addPage(
  { state, menus }: CrawledSite,
  { inlined, skip }: CrawlOptions,
  { key, url, page }: { readonly key: string; readonly url: URL; readonly page: HtmlPage },
): Promise<void> {
  const base = url.href;
  const { title, navigation, robots, anchors, markdown } = page;
  const canonical = page.canonical === undefined ? undefined : resolveUrl(page.canonical, base);
  if (robots.index) {
    const description = shortDescription(page.description);
    const isAdded = state.add({
      key,
      address: base,
      markdown,
      ...(canonical && { canonical }),
      ...(title && { title }),
      ...(description && { description }),
      ...(anchors && { anchors }),
    });
    if (isAdded) await inlined.add(page.inlined ?? [], base);
    else {
      state.failed++;
      skip?.(base, "is too long for a page, or beyond the limit of the text of an import");
    }
  }
  menus.add(key, { base, entries: navigation });
  if (!robots.follow) return;
  if (canonical) state.discover(canonical);
  for (const href of new Set([...entriesOf(navigation), ...page.links].map((link) => link.href))) {
    const link = href === undefined ? undefined : resolveUrl(href, base);
    if (link) state.discover(link);
  }
}

async function addSitemaps(
  { state, robots }: CrawledSite,
  { web, rateLimiter }: CrawlOptions,
): Promise<void> {
  const { origin, folder } = state.scope;
  const sitemaps = [...robots.sitemaps, "/sitemap.xml", `${folder}sitemap.xml`];
  const options = { maxBytes: maxSitemapBytes, accept: "application/xml, */*;q=0.5" };
  const urls = await readSitemaps(sitemaps, origin, async (sitemap) => {
    try {
      await rateLimiter.wait(sitemap);
      return String((await web.fetch(sitemap, options)).bytes);
    } catch (error) {
      if (error instanceof FetchError) return undefined;
      throw error;
    }
  });
  for (const url of urls) state.discover(url);
}
