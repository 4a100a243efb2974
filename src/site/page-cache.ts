import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { siteSpacesOf } from "../publishing/index.ts";
import { inBatches } from "../storage/database/index.ts";
import { type FrameInput, isCurrent, type WrittenPage } from "./page/index.ts";

export interface RenderedPage {
  readonly etag: string;
  readonly contentSecurityPolicy: string;
  readonly dependencies: WrittenPage["dependencies"];
  readonly bytes: Readonly<Record<"identity" | "gzip" | "br", Buffer>>;
}

const maxBytes = 48 * 1024 * 1024;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Rendered pages. The key contains what a page depends on, except for users and specs: few pages show them, so they are
 * compared when such a page is requested.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, RenderedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => 1_000 + bytes.identity.length + bytes.gzip.length + bytes.br.length,
  });

  /** Pages that are being rendered. Equal requests wait for the same one. */
  readonly #rendering = new Map<string, Promise<RenderedPage>>();

  async get(context: Context, input: FrameInput, render: () => Promise<WrittenPage>): Promise<RenderedPage> {
    const key = keyOf(input, await findHeads(context, input));
    const known = this.#pages.get(key);
    if (known && (await isCurrent(context, input.place.site.organization_id, known.dependencies)))
      return known;
    return this.#rendering.getOrInsertComputed(key, async () => {
      try {
        const rendered = await compress(await render());
        this.#pages.set(key, rendered);
        return rendered;
      } finally {
        this.#rendering.delete(key);
      }
    });
  }
}

/** The titles and revisions of the site's spaces: pages link to pages of other spaces. */
function findHeads({ database }: Context, { place }: FrameInput) {
  const ids = new Set(siteSpacesOf(place.view.visible).map(({ siteSpace }) => siteSpace.spaceId));
  return inBatches([...ids], (batch) =>
    database.read
      .selectFrom("contents")
      .innerJoin("spaces", "spaces.id", "contents.id")
      .where("contents.id", "in", batch)
      .select(["contents.id", "contents.title", "spaces.revision_id"])
      .orderBy("contents.id")
      .execute(),
  );
}

function keyOf({ place, settings, urls, assets }: FrameInput, heads: readonly object[]): string {
  const { site, view, visit, space, siteSpace, pageId } = place;
  const parts = [
    urls.page([]),
    site,
    view.visible,
    siteSpace.id,
    visit.visitor.claims,
    // The heads may be newer than the revision that this request reads.
    space.revisionId,
    heads,
    pageId,
    settings,
    assets,
  ];
  return hash("sha256", JSON.stringify(parts), "base64url");
}

export async function compress({ html, ...page }: WrittenPage): Promise<RenderedPage> {
  const identity = Buffer.from(html);
  const [compressed, br] = await Promise.all([
    compressGzip(identity, { level: 6 }),
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ]);
  return {
    etag: `"${hash("sha256", identity, "base64url").slice(0, 22)}"`,
    ...page,
    bytes: { identity, gzip: compressed, br },
  };
}
