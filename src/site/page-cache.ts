import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { ClaimKeys, recordClaims } from "../publishing/index.ts";
import { type FrameInput, isCurrent, type WrittenPage } from "./page/index.ts";
import { compressPage, type RenderedPage } from "./rendered-page.ts";

const maxBytes = 48 * 1024 * 1024;
const maxEntries = 20_000;

/**
 * Rendered pages. The key contains what every page depends on: the site, its visible structure, the customization, the
 * revision and the claims that the page reads. Few pages show people, specs and other spaces, so these are compared when
 * such a page is requested.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, RenderedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => 1_000 + size,
  });

  /** Which claims a page reads, by its key without claims. */
  readonly #claimKeys = new LRUCache<string, ClaimKeys>({ max: maxEntries });

  /** Pages that are being rendered. Equal requests wait for the same one. */
  readonly #rendering = new Map<string, Promise<RenderedPage | undefined>>();

  /** A page that was rendered before, or the result of `render`. `part` names what of the place is rendered. */
  async get<Input extends FrameInput>(
    context: Context,
    input: Input,
    part: string,
    render: (input: Input) => Promise<WrittenPage | undefined>,
  ): Promise<RenderedPage | undefined> {
    const key = keyOf(input, part);
    const { claims } = input.place.visit.visitor;
    for (const claimKey of this.#claimKeys.get(key)?.keysFor(claims) ?? []) {
      const known = this.#pages.get(key + claimKey);
      if (known && (await isCurrent(context, input.place.site.organization_id, known.dependencies)))
        return known;
    }
    return this.#rendering.getOrInsertComputed(key + JSON.stringify(claims), async (renderingKey) => {
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
  ): Promise<RenderedPage | undefined> {
    const { place } = input;
    const { visit } = place;
    const { claims, paths } = recordClaims(visit.visitor.claims);
    const recorded = { ...place, visit: { ...visit, visitor: { ...visit.visitor, claims } } };
    const written = await render({ ...input, place: recorded });
    if (written === undefined) return undefined;
    const rendered = await compressPage(written);
    const keys = this.#claimKeys.get(key) ?? new ClaimKeys();
    this.#claimKeys.set(key, keys);
    this.#pages.set(key + keys.add(visit.visitor.claims, paths()), rendered);
    return rendered;
  }
}

const hashes = new WeakMap<object, string>();

/** The hash of an object that is the same one for many requests. */
function hashOf(value: object): string {
  return hashes.getOrInsertComputed(value, () => hash("sha256", JSON.stringify(value), "base64url"));
}

function keyOf({ place, settings, urls, assets }: FrameInput, part: string): string {
  const { site, view, space, siteSpace, pageId } = place;
  const parts = [
    urls.page([]),
    site,
    hashOf(view.all),
    hashOf(view.visible),
    siteSpace.id,
    space.revisionId,
    pageId,
    part,
    hashOf(settings),
    hashOf(assets),
  ];
  return hash("sha256", JSON.stringify(parts), "base64url");
}
