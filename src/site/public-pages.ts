import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { encodePath, reservedPaths, resolveSiteUrl, siteSpaceSegments } from "../publishing/index.ts";
import type { AssetNames } from "./assets/index.ts";
import type { RequestTarget } from "./events/index.ts";
import { type FrameInput, isCurrent, SiteUrls } from "./page/index.ts";
import { type CachedPage, frameKeyOf, type PageCache } from "./page-cache.ts";
import { readSettings } from "./settings.ts";

/** The limit for URLs, in characters with an estimate for each entry: a URL is of use only while its rendered page is kept. */
const maxUrlsSize = 3 * 1024 * 1024;
const maxUrlLength = 1_000;
const urlEntrySize = 500;

/** The number of site spaces whose state is remembered. */
const maxStates = 1_000;

/** A page that was found at a URL for visitors without credentials. */
interface PublicPage {
  /** The version of the database before the page was looked up, or before it was found to be unchanged. */
  version: string;
  /** The key of the page in the cache, and its entity tag: another rendering may have replaced it. */
  readonly key: string;
  readonly etag: string;
  readonly isIndexed: boolean;
  readonly organizationId: string;
  /** The URL of the page's site space, and the state of that. */
  readonly root: string;
  readonly state: string | undefined;
  readonly target: RequestTarget | undefined;
}

/** A page that is the same for all visitors. */
export interface ShownPage {
  readonly page: CachedPage;
  readonly isIndexed: boolean;
  /** Where requests for its Markdown are counted; undefined for HTML. */
  readonly target?: RequestTarget | undefined;
}

interface KnownState {
  readonly version: string;
  readonly state: Promise<string | undefined>;
}

/**
 * Finds rendered pages by URL, for visitors without credentials. While nothing was written to the database, a URL leads to
 * the same page. After a write, the state of its site space is read once for all its pages: what decides which page a URL
 * below it leads to, and what that page shows.
 */
export class PublicPages {
  readonly #context: Context;
  readonly #pages: PageCache;
  readonly #urls = new LRUCache<string, PublicPage>({
    maxSize: maxUrlsSize,
    sizeCalculation: ({ root }, url) => urlEntrySize + url.length + root.length,
  });
  readonly #states = new LRUCache<string, KnownState>({ max: maxStates });

  constructor(context: Context, pages: PageCache) {
    this.#context = context;
    this.#pages = pages;
  }

  /** The page at a URL, if it was opened before and would be found and rendered in the same way again. */
  async find(url: string, version: string, assets: AssetNames): Promise<ShownPage | undefined> {
    const known = this.#urls.get(url);
    const page = known && this.#pages.find(known.key);
    if (known === undefined || page?.etag !== known.etag) return undefined;
    const { state, root, organizationId, isIndexed, target } = known;
    if (known.version !== version) {
      if (state === undefined || (await this.#stateOf(root, version, assets)) !== state) return undefined;
      if (!(await isCurrent(this.#context, organizationId, page.dependencies))) return undefined;
      known.version = version;
    }
    this.#context.metrics.pageCache.hits += 1;
    return { page, isIndexed, target };
  }

  /**
   * Remembers a page for `find`. The version must have been read before the URL was resolved. `isAtPath`: whether the path
   * is that of the page; other paths may become those of redirects.
   */
  keep(address: string, version: string, frame: FrameInput, shown: ShownPage, isAtPath: boolean): void {
    const { page, isIndexed, target } = shown;
    const { key, frameKey, etag, dependencies } = page;
    // What is known of embedded pages and linked specs expires with time.
    const { embeds, linkedSpecs } = dependencies;
    const dependsOnTime = (embeds?.size ?? 0) + (linkedSpecs?.size ?? 0) > 0;
    if (address.length > maxUrlLength || dependsOnTime) return;
    const { place } = frame;
    const segments = siteSpaceSegments(place, reservedPaths(place.view.all));
    const root = new URL(address).origin + encodePath([...place.visit.base, ...segments]);
    const state = isAtPath && place.visit.shareKey === undefined ? frameKey : undefined;
    const organizationId = place.site.organization_id;
    this.#urls.set(address, { version, key, etag, isIndexed, organizationId, root, state, target });
  }

  #stateOf(root: string, version: string, assets: AssetNames): Promise<string | undefined> {
    const known = this.#states.get(root);
    if (known?.version === version) return known.state;
    const state = this.#readState(root, assets);
    this.#states.set(root, { version, state });
    return state;
  }

  /** The state of the site space at a URL; undefined if it is not public. */
  async #readState(root: string, assets: AssetNames): Promise<string | undefined> {
    const context = this.#context;
    const place = await resolveSiteUrl(context, { url: root, visitor: {} }).catch(() => undefined);
    if (place === undefined || "redirect" in place || !place.isPublic) return undefined;
    const settings = await readSettings(context, place);
    const urls = new SiteUrls(place.visit.base, context.fileLinks);
    return frameKeyOf({ place, settings, urls, assets });
  }
}
