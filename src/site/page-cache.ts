import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { ClaimKeys, type Claims, recordClaims } from "../publishing/index.ts";
import { type FrameInput, isCurrent, type WrittenPage } from "./page/index.ts";
import { compressPage, type RenderedPage } from "./rendered-page.ts";

/** The limit for rendered pages: 2,000 in a site of 10,000 pages, whose tree is in each. Others are rendered again, in a few milliseconds. */
const maxBytes = 16 * 1024 * 1024;
/** The memory of a page beside its compressed bytes, as measured. */
const entrySize = 2_000;
/** More than the pages that are kept, of which one that reads claims takes 200 bytes here. */
const maxClaimKeys = 6_000;

/** The claim key of a page that reads no claims. No page that reads any is kept with it. */
const noClaims = [""];

/** What of a place is rendered. */
export interface PagePart {
  readonly name: string;
  /** The version of the database before the URL was resolved. Requests share a rendering only if it is the same. */
  readonly version: string | undefined;
}

export interface CachedPage extends RenderedPage {
  readonly key: string;
  /** The hash of what all pages of its site space depend on. */
  readonly frameKey: string;
}

/**
 * Rendered pages. The key contains what every page depends on: the site, its visible structure, the customization, the
 * revision and the claims that the page reads. Few pages show people, specs and other spaces, so these are compared when
 * such a page is requested.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => entrySize + size,
  });

  /** Which claims a page reads, by its key without claims. Pages that read none, as most do, are not listed. */
  readonly #claimKeys = new LRUCache<string, ClaimKeys>({ max: maxClaimKeys });

  /** Pages that are being rendered. Equal requests wait for the same one. */
  readonly #rendering = new Map<string, Promise<CachedPage | undefined>>();

  find(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  /** A page that was rendered before, or the result of `render`. */
  async get<Input extends FrameInput>(
    context: Context,
    input: Input,
    { name, version = "" }: PagePart,
    render: (input: Input) => Promise<WrittenPage | undefined>,
  ): Promise<CachedPage | undefined> {
    const frameKey = frameKeyOf(input);
    const key = hash("sha256", `${frameKey} ${JSON.stringify([input.place.pageId, name])}`, "base64url");
    const { claims } = input.place.visit.visitor;
    const { pageCache } = context.metrics;
    for (const claimKey of this.#claimKeys.get(key)?.keysFor(claims) ?? noClaims) {
      const known = this.#pages.get(key + claimKey);
      if (known && (await isCurrent(context, input.place.site.organization_id, known.dependencies))) {
        pageCache.hits += 1;
        return known;
      }
    }
    pageCache.misses += 1;
    const sharedKey = key + version + JSON.stringify(claims);
    return this.#rendering.getOrInsertComputed(sharedKey, async (renderingKey) => {
      try {
        return await this.#render({ key, frameKey }, input, render);
      } finally {
        this.#rendering.delete(renderingKey);
      }
    });
  }

  async #render<Input extends FrameInput>(
    { key, frameKey }: Pick<CachedPage, "key" | "frameKey">,
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
    const page = { ...rendered, frameKey, key: key + this.#claimKeyOf(key, visit.visitor.claims, paths()) };
    this.#pages.set(page.key, page);
    return page;
  }

  #claimKeyOf(key: string, claims: Claims, paths: Parameters<ClaimKeys["add"]>[1]): string {
    if (paths.length === 0) return "";
    const keys = this.#claimKeys.get(key) ?? new ClaimKeys();
    this.#claimKeys.set(key, keys);
    return keys.add(claims, paths);
  }
}

interface FrameKeyInput extends Omit<FrameInput, "place" | "rootUrl"> {
  readonly place: Pick<FrameInput["place"], "site" | "view" | "space" | "siteSpace">;
}

const hashes = new WeakMap<object, string>();

/** The hash of an object that is the same one for many requests. */
function hashOf(value: object): string {
  return hashes.getOrInsertComputed(value, () => hash("sha256", JSON.stringify(value), "base64url"));
}

/** The keys of frames by their parts: the pages of a site space share the text of theirs. */
const frameKeys = new LRUCache<string, string>({
  max: 100,
  memoMethod: (parts) => hash("sha256", parts, "base64url"),
});

/** A hash of what all pages of a site space depend on. */
export function frameKeyOf({ place, settings, urls, assets }: FrameKeyInput): string {
  const { site, view, space, siteSpace } = place;
  const parts = [
    urls.page([]),
    site,
    hashOf(view.all),
    hashOf(view.visible),
    siteSpace.id,
    space.revisionId,
    space.language,
    hashOf(settings),
    hashOf(assets),
  ];
  return frameKeys.memo(JSON.stringify(parts));
}
