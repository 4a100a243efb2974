import { importLimits } from "../source/index.ts";
import {
  isEndless,
  isFileAddress,
  isIndexAddress,
  isScript,
  isSearchKey,
  pageKey,
  queryKey,
  type Scope,
  withinScope,
  withoutQuery,
} from "./crawl-urls.ts";

/** A page that was fetched and read. */
export interface CrawledPage {
  readonly key: string;
  /** Where it was found, after all redirects. */
  readonly address: string;
  readonly title?: string;
  readonly description?: string;
  readonly markdown: string;
  readonly anchors?: ReadonlyMap<string, string>;
  /** The address that the page itself gives as its own. */
  readonly canonical?: URL;
}

/** An address to go to. */
export interface Visit {
  readonly key: string;
  readonly address: string;
}

const mostVisits = 2 * importLimits.pages;
const mostKnown = 10 * importLimits.pages;
/** Names of places, of all pages together. What is beyond is not found by them. */
const mostAnchors = 200_000;
/** Pages that differ in their query only. */
const mostQueries = 500;
/** Characters of all addresses that are kept. */
const mostCharacters = 16 * 1024 * 1024;

/** What a crawl knows: addresses that it has found, those where it still has to go, and what was there. */
export class CrawlState {
  readonly scope: Scope;
  readonly pages = new Map<string, CrawledPage>();
  failed = 0;
  readonly #allows: (address: string) => boolean;
  /** Keys, and when they were found. */
  readonly #found = new Map<string, number>();
  /** All ways in which the address of a page is written, and its key. */
  readonly #spellings = new Map<string, string>();
  /** What turned out to be no page. */
  readonly #files = new Set<string>();
  readonly #landed = new Map<string, string>();
  readonly #waiting = new Map<string, string>();
  readonly #waitingWithQuery = new Map<string, string>();
  readonly #queries = new Map<string, number>();
  readonly #underWay = new Set<string>();
  #visits = 0;
  #text = 0;
  #anchors = 0;
  /** Whether there are indexes as Sphinx makes them. */
  #hasIndexes = false;
  #characters = 0;

  constructor(scope: Scope, allows: (address: string) => boolean) {
    this.scope = scope;
    this.#allows = allows;
  }

  /** Takes note of an address that a page or a sitemap names. */
  offer(written: URL): void {
    if (this.#spellings.has(written.href)) return;
    const url = withinScope(written, this.scope);
    if (url === undefined || isFileAddress(url) || isEndless(url.pathname)) return;
    if (isIndexAddress(url)) {
      this.#hasIndexes = true;
      return;
    }
    const key = queryKey(url);
    if (!this.#remember(key, written.href)) return;
    if (url.search === "") this.#waiting.set(key, url.href);
    else this.#waitingWithQuery.set(key, url.href);
  }

  /** The first page, at which one is already; its key. */
  begin(written: URL, end: URL): string {
    const key = queryKey(end);
    this.#remember(key, end.href);
    this.#remember(key, written.href);
    this.#visits++;
    return key;
  }

  /**
   * Where to go next; undefined when there is enough, or nothing before what is under way has ended. Addresses with a
   * query come last: whether they are wanted depends on what the others lead to.
   */
  next(): Visit | undefined {
    while (this.pages.size + this.#underWay.size < importLimits.pages && this.#visits < mostVisits) {
      const visit =
        takeFirst(this.#waiting) ?? (this.#hasQueriesOnly() ? takeFirst(this.#waitingWithQuery) : undefined);
      if (visit === undefined) return undefined;
      if (!this.#isWanted(visit.key) || !this.#allows(visit.address)) continue;
      this.#visits++;
      this.#underWay.add(visit.key);
      return visit;
    }
    return undefined;
  }

  /** What is at an address is known, for better or worse. */
  finish({ key }: Visit): void {
    this.#underWay.delete(key);
  }

  /** The key of the page at which a visit ended, if that is one to be read which nobody has read before. */
  land(visit: Visit, end: URL): string | undefined {
    const url = withinScope(end, this.scope);
    if (url === undefined || !this.#allows(url.href)) return undefined;
    const key = pageKey(url) === visit.key ? visit.key : queryKey(url);
    this.#remember(key, url.href);
    this.#waiting.delete(key);
    this.#waitingWithQuery.delete(key);
    this.#landed.set(visit.key, key);
    const before = this.#found.get(visit.key) ?? 0;
    this.#found.set(key, Math.min(before, this.#found.get(key) ?? before));
    return this.pages.has(key) ? undefined : key;
  }

  /** What was found at the end of a visit is no page. */
  keepAsFile(visit: Visit): void {
    this.#files.add(visit.key);
  }

  /** False where that is more than is taken in. */
  keep(page: CrawledPage): boolean {
    const length = page.markdown.length;
    if (length > importLimits.document || this.#text + length > importLimits.text) return false;
    this.#text += length;
    this.#anchors += page.anchors?.size ?? 0;
    const { anchors: _, ...withoutAnchors } = page;
    this.pages.set(page.key, this.#anchors > mostAnchors ? withoutAnchors : page);
    return true;
  }

  /** All pages as they were found, but for one that is only there to search them. */
  pagesInOrder(): CrawledPage[] {
    const found = ({ key }: CrawledPage) => this.#found.get(key) ?? 0;
    return [...this.pages.values()]
      .filter(({ key }) => !this.#hasIndexes || !isSearchKey(key))
      .sort((a, b) => found(a) - found(b));
  }

  /** What the page at an address is known by, whoever wrote the address; undefined outside of the site. */
  keyOf(written: URL): string | undefined {
    const url = withinScope(written, this.scope);
    if (url === undefined) return undefined;
    const key = queryKey(url);
    return this.#landed.get(key) ?? key;
  }

  /** The page that an address leads to, whether or not its query says something. */
  find(written: URL): CrawledPage | undefined {
    const url = withinScope(written, this.scope);
    return url && this.#pageOf(queryKey(url));
  }

  /** Whether a link leads to something on the site that is no page. */
  isFile(written: URL): boolean {
    const url = withinScope(written, this.scope);
    return url !== undefined && (isFileAddress(url) || this.#files.has(queryKey(url)));
  }

  /** Every way in which the address of some page is written. */
  *spellings(): Generator<[spelling: string, page: CrawledPage]> {
    for (const [spelling, key] of this.#spellings) {
      const page = this.#pageOf(key);
      if (page !== undefined) yield [spelling, page];
    }
  }

  progress(): { done: number; total: number } {
    const done = this.#visits - this.#underWay.size;
    return { done, total: this.#visits + this.beyond };
  }

  /** How many addresses are known at which nobody has been. */
  get beyond(): number {
    return this.#waiting.size + this.#waitingWithQuery.size;
  }

  #pageOf(key: string): CrawledPage | undefined {
    for (const each of isScript(key) ? [key] : [key, withoutQuery(key)]) {
      const page = this.pages.get(this.#landed.get(each) ?? each);
      if (page !== undefined) return page;
    }
    return undefined;
  }

  /** Whether this is the first time that one hears of it. */
  #remember(key: string, spelling: string): boolean {
    const isNew = !this.#found.has(key);
    if (this.#characters > mostCharacters || (isNew && this.#found.size >= mostKnown)) return false;
    this.#characters += key.length + spelling.length;
    this.#spellings.set(spelling, key);
    if (isNew) this.#found.set(key, this.#found.size);
    return isNew;
  }

  #hasQueriesOnly(): boolean {
    return [...this.#underWay].every((key) => withoutQuery(key) !== key);
  }

  /** A query is dropped where there is a page without it, unless that is a script; and from some number on. */
  #isWanted(key: string): boolean {
    const bare = withoutQuery(key);
    if (bare === key) return true;
    const count = (this.#queries.get(bare) ?? 0) + 1;
    this.#queries.set(bare, count);
    return count <= mostQueries && (isScript(bare) || this.#pageOf(bare) === undefined);
  }
}

function takeFirst(waiting: Map<string, string>): Visit | undefined {
  for (const [key, address] of waiting) {
    waiting.delete(key);
    return { key, address };
  }
  return undefined;
}
