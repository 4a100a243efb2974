import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { ClaimKeys, recordClaims } from "../publishing/index.ts";
import { type FrameInput, isCurrent, type WrittenPage } from "./page/index.ts";
import { compressPage, type RenderedPage } from "./rendered-page.ts";

const maxBytes = 48 * 1024 * 1024;
const maxEntries = 20_000;

/** The limit for the URLs of public pages, in characters with an estimate for each entry. */
const maxUrlsSize = 8 * 1024 * 1024;
const maxUrlLength = 1_000;
const urlEntrySize = 200;

/** A page that was found at a URL for visitors without credentials. */
interface PublicPage {
  /** The version of the database before the page was looked up. */
  readonly version: string;
  /** The key of the page in the cache, and its entity tag: another rendering may have replaced it. */
  readonly key: string;
  readonly etag: string;
  readonly isIndexed: boolean;
}

/** What of a place is rendered. */
export interface PagePart {
  readonly name: string;
  /** The version of the database before the URL was resolved. Requests share a rendering only if it is the same. */
  readonly version: string | undefined;
}

export interface CachedPage extends RenderedPage {
  readonly key: string;
}

/**
 * Rendered pages. The key contains what every page depends on: the site, its visible structure, the customization, the
 * revision and the claims that the page reads. Few pages show people, specs and other spaces, so these are compared when
 * such a page is requested.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => 1_000 + size,
  });

  /** The pages that are the same for all visitors, by URL. */
  readonly #publicPages = new LRUCache<string, PublicPage>({
    maxSize: maxUrlsSize,
    sizeCalculation: (_, url) => urlEntrySize + url.length,
  });

  /** Which claims a page reads, by its key without claims. */
  readonly #claimKeys = new LRUCache<string, ClaimKeys>({ max: maxEntries });

  /** Pages that are being rendered. Equal requests wait for the same one. */
  readonly #rendering = new Map<string, Promise<CachedPage | undefined>>();

  /**
   * The page at a URL for visitors without credentials, if it was opened before and nothing was written to the database
   * since: then it would be found and rendered in the same way again.
   */
  findPublic(url: string, version: string): { page: RenderedPage; isIndexed: boolean } | undefined {
    const known = this.#publicPages.get(url);
    if (known?.version !== version) return undefined;
    const page = this.#pages.get(known.key);
    return page?.etag === known.etag ? { page, isIndexed: known.isIndexed } : undefined;
  }

  /** Remembers a page for `findPublic`. The version must have been read before the URL was resolved. */
  keepPublic(url: string, version: string, page: CachedPage, isIndexed: boolean): void {
    const { key, etag, dependencies } = page;
    // What is known of embedded pages expires with time.
    const dependsOnTime = (dependencies.embeds?.size ?? 0) > 0;
    if (url.length <= maxUrlLength && !dependsOnTime)
      this.#publicPages.set(url, { version, key, etag, isIndexed });
  }

  /** A page that was rendered before, or the result of `render`. */
  get<Input extends FrameInput>(
    context: Context,
    input: Input,
    part: PagePart,
    render: (input: Input) => Promise<WrittenPage>,
  ): Promise<CachedPage>;
  get<Input extends FrameInput>(
    context: Context,
    input: Input,
    part: PagePart,
    render: (input: Input) => Promise<WrittenPage | undefined>,
  ): Promise<CachedPage | undefined>;
  async get<Input extends FrameInput>(
    context: Context,
    input: Input,
    { name, version = "" }: PagePart,
    render: (input: Input) => Promise<WrittenPage | undefined>,
  ): Promise<CachedPage | undefined> {
    const key = keyOf(input, name);
    const { claims } = input.place.visit.visitor;
    for (const claimKey of this.#claimKeys.get(key)?.keysFor(claims) ?? []) {
      const known = this.#pages.get(key + claimKey);
      if (known && (await isCurrent(context, input.place.site.organization_id, known.dependencies)))
        return known;
    }
    const sharedKey = key + version + JSON.stringify(claims);
    return this.#rendering.getOrInsertComputed(sharedKey, async (renderingKey) => {
      try {
        return await this.#render(key, input, render);
      } finally {
        this.#rendering.delete(renderingKey);
      }
    });
  }

  async #render<Input extends FrameInput>(
    key: string,
    input: Input,
    render: (input: Input) => Promise<WrittenPage | undefined>,
  ): Promise<CachedPage | undefined> {
    const { place } = input;
    const { visit } = place;
    const { claims, paths } = recordClaims(visit.visitor.claims);
    const recorded = { ...place, visit: { ...visit, visitor: { ...visit.visitor, claims } } };
    const written = await render({ ...input, place: recorded });
    if (written === undefined) return undefined;
    const rendered = await compressPage(written);
    const keys = this.#claimKeys.get(key) ?? new ClaimKeys();
    this.#claimKeys.set(key, keys);
    const page = { ...rendered, key: key + keys.add(visit.visitor.claims, paths()) };
    this.#pages.set(page.key, page);
    return page;
  }
}

const hashes = new WeakMap<object, string>();

/** The hash of an object that is the same one for many requests. */
function hashOf(value: object): string {
  return hashes.getOrInsertComputed(value, () => hash("sha256", JSON.stringify(value), "base64url"));
}

function keyOf({ place, settings, urls, assets }: FrameInput, name: string): string {
  const { site, view, space, siteSpace, pageId } = place;
  const parts = [
    urls.page([]),
    site,
    hashOf(view.all),
    hashOf(view.visible),
    siteSpace.id,
    space.revisionId,
    pageId,
    name,
    hashOf(settings),
    hashOf(assets),
  ];
  return hash("sha256", JSON.stringify(parts), "base64url");
}
