import { type ImportProgress, importLimits } from "../source/index.ts";
import {
  type CrawlScope,
  isEndless,
  isFileUrl,
  isScript,
  isSearchKey,
  isSphinxIndex,
  pageKey,
  queryKey,
  withinScope,
  withoutQuery,
} from "./crawl-urls.ts";

export interface CrawledPage {
  readonly key: string;
  readonly address: string;
  readonly title?: string;
  readonly description?: string;
  readonly markdown: string;
  readonly anchors?: ReadonlyMap<string, string>;
  readonly canonical?: URL;
}

export interface Visit {
  readonly key: string;
  readonly url: string;
}

const maxVisits = 2 * importLimits.pages;
const maxKeys = 10 * importLimits.pages;
/** The maximum number of anchors of all pages. */
const maxAnchors = 200_000;
/** The maximum number of pages that differ only in their query. */
const maxQueries = 500;
/** The maximum number of characters of all discovered URLs. */
const maxUrlCharacters = 16 * 1024 * 1024;

/** The frontier of a crawl and the pages that it has fetched. Pages are identified by their keys (see crawl-urls.ts). */
export class CrawlState {
  readonly scope: CrawlScope;
  readonly pages = new Map<string, CrawledPage>();
  failed = 0;
  readonly #allows: (url: string) => boolean;
  /** The discovered keys, with the order of their discovery. */
  readonly #discovered = new Map<string, number>();
  readonly #linkedUrls = new Map<string, string>();
  /** Keys of URLs that turned out to be files. */
  readonly #files = new Set<string>();
  readonly #redirects = new Map<string, string>();
  readonly #frontier = new Map<string, string>();
  readonly #frontierWithQuery = new Map<string, string>();
  readonly #queryCounts = new Map<string, number>();
  readonly #active = new Set<string>();
  #visits = 0;
  #text = 0;
  #anchors = 0;
  #urlCharacters = 0;
  #isSphinx = false;

  constructor(scope: CrawlScope, allows: (url: string) => boolean) {
    this.scope = scope;
    this.#allows = allows;
  }

  discover(link: URL): void {
    if (this.#linkedUrls.has(link.href)) return;
    const url = withinScope(link, this.scope);
    if (url === undefined || isFileUrl(url) || isEndless(url.pathname)) return;
    if (isSphinxIndex(url)) {
      this.#isSphinx = true;
      return;
    }
    const key = queryKey(url);
    if (!this.#remember(key, link.href)) return;
    (url.search === "" ? this.#frontier : this.#frontierWithQuery).set(key, url.href);
  }

  /** Registers the start page, which is fetched already, and returns its key. */
  begin(link: URL, end: URL): string {
    const key = queryKey(end);
    this.#remember(key, end.href);
    this.#remember(key, link.href);
    this.#visits++;
    return key;
  }

  /** The next URL; undefined at the limits and while the frontier is empty. URLs with a query come last, as they may not be needed. */
  next(): Visit | undefined {
    while (this.pages.size + this.#active.size < importLimits.pages && this.#visits < maxVisits) {
      const visit =
        takeFirst(this.#frontier) ??
        (this.#onlyQueriesActive() ? takeFirst(this.#frontierWithQuery) : undefined);
      if (visit === undefined) return undefined;
      if (!this.#isNeeded(visit.key) || !this.#allows(visit.url)) continue;
      this.#visits++;
      this.#active.add(visit.key);
      return visit;
    }
    return undefined;
  }

  /** Ends a visit, whether it succeeded or failed. */
  finish({ key }: Visit): void {
    this.#active.delete(key);
  }

  /** Records where a visit ended after redirects. Returns the key of the page; undefined if it must not be added. */
  arrive(visit: Visit, end: URL): string | undefined {
    const url = withinScope(end, this.scope);
    if (url === undefined || !this.#allows(url.href)) return undefined;
    const key = pageKey(url) === visit.key ? visit.key : queryKey(url);
    this.#remember(key, url.href);
    this.#frontier.delete(key);
    this.#frontierWithQuery.delete(key);
    this.#redirects.set(visit.key, key);
    const order = this.#discovered.get(visit.key) ?? 0;
    this.#discovered.set(key, Math.min(order, this.#discovered.get(key) ?? order));
    return this.pages.has(key) ? undefined : key;
  }

  markAsFile(visit: Visit): void {
    this.#files.add(visit.key);
  }

  /** Adds a page; false if that exceeds the limits of the import. */
  add(page: CrawledPage): boolean {
    const length = page.markdown.length;
    if (length > importLimits.document || this.#text + length > importLimits.text) return false;
    this.#text += length;
    this.#anchors += page.anchors?.size ?? 0;
    const { anchors: _, ...withoutAnchors } = page;
    this.pages.set(page.key, this.#anchors > maxAnchors ? withoutAnchors : page);
    return true;
  }

  /** All pages in the order of their discovery, without the search page of Sphinx. */
  pagesInOrder(): CrawledPage[] {
    const orderOf = ({ key }: CrawledPage) => this.#discovered.get(key) ?? 0;
    return [...this.pages.values()]
      .filter(({ key }) => !this.#isSphinx || !isSearchKey(key))
      .sort((a, b) => orderOf(a) - orderOf(b));
  }

  /** The key of the page at a URL, after redirects; undefined out of scope. */
  keyOf(link: URL): string | undefined {
    const url = withinScope(link, this.scope);
    if (url === undefined) return undefined;
    const key = queryKey(url);
    return this.#redirects.get(key) ?? key;
  }

  /** The page at a URL, with or without its query. */
  find(link: URL): CrawledPage | undefined {
    const url = withinScope(link, this.scope);
    return url && this.#pageAt(queryKey(url));
  }

  isFile(link: URL): boolean {
    const url = withinScope(link, this.scope);
    return url !== undefined && (isFileUrl(url) || this.#files.has(queryKey(url)));
  }

  *linkedUrls(): Generator<[url: string, page: CrawledPage]> {
    for (const [url, key] of this.#linkedUrls) {
      const page = this.#pageAt(key);
      if (page !== undefined) yield [url, page];
    }
  }

  progress(): ImportProgress {
    const [done, total] = [this.#visits - this.#active.size, this.#visits + this.unvisited];
    return { done, total, pages: this.pages.size, files: 0 };
  }

  get unvisited(): number {
    return this.#frontier.size + this.#frontierWithQuery.size;
  }

  #pageAt(key: string): CrawledPage | undefined {
    const find = (key: string) => this.pages.get(this.#redirects.get(key) ?? key);
    return find(key) ?? (isScript(key) ? undefined : find(withoutQuery(key)));
  }

  #remember(key: string, url: string): boolean {
    const isNew = !this.#discovered.has(key);
    if (this.#urlCharacters > maxUrlCharacters || (isNew && this.#discovered.size >= maxKeys)) return false;
    this.#urlCharacters += key.length + url.length;
    this.#linkedUrls.set(url, key);
    if (isNew) this.#discovered.set(key, this.#discovered.size);
    return isNew;
  }

  #onlyQueriesActive(): boolean {
    return [...this.#active].every((key) => withoutQuery(key) !== key);
  }

  /** A URL with a query is skipped if the page without the query exists, unless that is a script. */
  #isNeeded(key: string): boolean {
    const bare = withoutQuery(key);
    if (bare === key) return true;
    const count = (this.#queryCounts.get(bare) ?? 0) + 1;
    this.#queryCounts.set(bare, count);
    return count <= maxQueries && (isScript(bare) || this.#pageAt(bare) === undefined);
  }
}

function takeFirst(frontier: Map<string, string>): Visit | undefined {
  for (const [key, url] of frontier) {
    frontier.delete(key);
    return { key, url };
  }
  return undefined;
}
