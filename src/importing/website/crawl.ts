import { FetchError } from "../../platform/safe-fetch/index.ts";
import { decodeHtml, type HtmlPage, type InlinedFiles, type ReadHtml } from "../html/index.ts";
import { type ImportContext, ImportError } from "../source/index.ts";
import { CrawlState, type Visit } from "./crawl-state.ts";
import { folderOf, resolveAddress } from "./crawl-urls.ts";
import { shortDescription } from "./descriptions.ts";
import { entriesOf, Menus } from "./menus.ts";
import { type Pace, workThrough } from "./pace.ts";
import { isHtml } from "./read-text.ts";
import { type Robots, readRobots } from "./robots.ts";
import { readSitemaps } from "./sitemaps.ts";
import { SpentError, type Web } from "./web.ts";

/** What a crawl is done with. */
export interface Tools {
  readonly web: Web;
  readonly pace: Pace;
  readonly readHtml: ReadHtml;
  /** Where images are put that stand in the pages themselves. */
  readonly inlined: InlinedFiles;
  readonly report: ImportContext["report"];
  readonly bounds?: Bounds;
}

/** Where a crawl stays, where that is known without looking. The folder begins and ends with a slash. */
export interface Bounds {
  readonly folder: string;
  leavesOut(address: string): boolean;
}

/** A site that was crawled. */
export interface Site {
  readonly state: CrawlState;
  readonly menus: Menus;
  readonly robots: Robots;
  /** The key of the page that it began with. */
  readonly start: string;
}

const atOnce = 4;
const largestPage = 5 * 1024 * 1024;
const largestSitemap = 10 * 1024 * 1024;
const accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.5";

/** Goes to all pages below the folder of an address, as far as links and sitemaps lead and the site allows it. */
export async function crawl(start: string, tools: Tools): Promise<Site> {
  const { url, page, robots } = await openStart(start, tools);
  tools.pace.slowDown(robots.delay);
  const { bounds } = tools;
  const folder = bounds?.folder ?? folderOf(url, addressesIn(page, url.href));
  const scope = { origin: url.origin, folder };
  const state = new CrawlState(scope, (address) => robots.allows(address) && !bounds?.leavesOut(address));
  const site: Site = {
    state,
    menus: new Menus((address) => state.keyOf(address)),
    robots,
    start: state.begin(new URL(start), url),
  };
  await takePage(site, tools, { key: site.start, url, page });
  tools.report(state.progress());
  await visitAll(site, tools);
  await offerSitemaps(site, tools);
  await visitAll(site, tools);
  return site;
}

/** What a page names in its navigation, or where it has none, anywhere. */
function addressesIn({ navigation, links }: HtmlPage, base: string): URL[] {
  const entries = navigation.length > 0 ? [...entriesOf(navigation)] : links;
  return entries.flatMap(({ href }) => (href && resolveAddress(href, base)) || []);
}

/** Reads the first page. Whatever is wrong with that is wrong with the whole. */
async function openStart(start: string, tools: Tools): Promise<{ url: URL; page: HtmlPage; robots: Robots }> {
  const { web, pace } = tools;
  try {
    const before = await robotsFor(start, web);
    await pace.turn(start);
    const { url: end, contentType, bytes } = await web.fetch(start, { maxBytes: largestPage, accept });
    const url = new URL(end);
    const isSame = url.origin === URL.parse(start)?.origin;
    const robots = isSame ? before : await robotsFor(end, web);
    if (isSame && !robots.allows(end)) throw disallowed(end);
    if (!isHtml(bytes, contentType)) throw new ImportError(`${end}: is not an HTML page`);
    const page = await read(tools.readHtml, decodeHtml(bytes, contentType));
    if (page === undefined) throw new ImportError(`${end}: could not be read`);
    return { url, page, robots };
  } catch (error) {
    if (error instanceof FetchError) throw new ImportError(`${start}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function robotsFor(address: string, web: Web): Promise<Robots> {
  const robots = await readRobots(address, web);
  if (!robots.allows(address)) throw disallowed(address);
  return robots;
}

function disallowed(address: string): ImportError {
  return new ImportError(`${address}: the site's robots.txt does not allow this page to be read`);
}

async function visitAll(site: Site, tools: Tools): Promise<void> {
  const { state } = site;
  let isSpent = false;
  await workThrough(
    atOnce,
    () => (isSpent ? undefined : state.next()),
    async (next) => {
      try {
        await visit(site, tools, next);
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        state.failed++;
        isSpent ||= error instanceof SpentError;
      } finally {
        state.finish(next);
      }
      tools.report(state.progress());
    },
  );
}

async function visit(site: Site, tools: Tools, next: Visit): Promise<void> {
  const { state } = site;
  const { web, pace, readHtml } = tools;
  await pace.turn(next.address);
  const { url, contentType, bytes } = await web.fetch(next.address, { maxBytes: largestPage, accept });
  const end = new URL(url);
  const key = state.land(next, end);
  if (key === undefined) return;
  if (!isHtml(bytes, contentType)) {
    state.keepAsFile(next);
    return;
  }
  const page = await read(readHtml, decodeHtml(bytes, contentType));
  if (page === undefined) state.failed++;
  else await takePage(site, tools, { key, url: end, page });
}

/** What one page cannot be read for is no reason to leave out the others. */
async function read(readHtml: ReadHtml, html: string): Promise<HtmlPage | undefined> {
  try {
    return await readHtml(html, "main");
  } catch {
    return undefined;
  }
}

/** A page that was read, and where it was found. */
interface Read {
  readonly key: string;
  readonly url: URL;
  readonly page: HtmlPage;
}

/** Keeps a page, and takes note of all that it links to, as far as it allows that. */
async function takePage({ state, menus }: Site, { inlined }: Tools, { key, url, page }: Read): Promise<void> {
  const base = url.href;
  const { title, navigation, robots, anchors } = page;
  const canonical = page.canonical === undefined ? undefined : resolveAddress(page.canonical, base);
  if (robots.index) {
    const description = shortDescription(page.description);
    const said = {
      ...(title && { title }),
      ...(description && { description }),
      ...(anchors && { anchors }),
    };
    const own = { key, address: base, markdown: page.markdown, ...(canonical && { canonical }) };
    if (state.keep({ ...own, ...said })) await inlined.take(page.inlined ?? [], base);
    else state.failed++;
  }
  menus.add(key, { base, entries: navigation });
  if (!robots.follow) return;
  if (canonical) state.offer(canonical);
  for (const href of new Set([...entriesOf(navigation), ...page.links].map((link) => link.href))) {
    const link = href === undefined ? undefined : resolveAddress(href, base);
    if (link) state.offer(link);
  }
}

async function offerSitemaps({ state, robots }: Site, { web, pace }: Tools): Promise<void> {
  const { origin, folder } = state.scope;
  const known = [...robots.sitemaps, "/sitemap.xml", `${folder}sitemap.xml`];
  const found = await readSitemaps(known, origin, async (address) => {
    try {
      await pace.turn(address);
      const { bytes } = await web.fetch(address, {
        maxBytes: largestSitemap,
        accept: "application/xml, */*;q=0.5",
      });
      return bytes.toString();
    } catch (error) {
      if (error instanceof FetchError) return undefined;
      throw error;
    }
  });
  for (const url of found) state.offer(url);
}
