import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { FrameInput, WrittenPage } from "./page/index.ts";

export interface RenderedPage {
  readonly etag: string;
  readonly contentSecurityPolicy: string;
  readonly bytes: Readonly<Record<"identity" | "gzip" | "br", Buffer>>;
}

const maxBytes = 48 * 1024 * 1024;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Rendered pages. The key contains everything that a page depends on, so an entry is never outdated. */
export class PageCache {
  readonly #pages = new LRUCache<string, RenderedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => 1_000 + bytes.identity.length + bytes.gzip.length + bytes.br.length,
  });

  async get(input: FrameInput, render: () => Promise<WrittenPage>): Promise<RenderedPage> {
    const key = keyOf(input);
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const rendered = await compress(await render());
    this.#pages.set(key, rendered);
    return rendered;
  }
}

function keyOf({ place, settings, urls, assets }: FrameInput): string {
  const { site, view, visit, space, siteSpace, pageId } = place;
  const parts = [
    urls.page([]),
    site,
    view.visible,
    siteSpace.id,
    visit.visitor.claims,
    space.revisionId,
    pageId,
    settings,
    assets,
  ];
  return hash("sha256", JSON.stringify(parts), "base64url");
}

export async function compress({ html, contentSecurityPolicy }: WrittenPage): Promise<RenderedPage> {
  const identity = Buffer.from(html);
  const [compressed, br] = await Promise.all([
    compressGzip(identity, { level: 6 }),
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ]);
  return {
    etag: `"${hash("sha256", identity, "base64url").slice(0, 22)}"`,
    contentSecurityPolicy,
    bytes: { identity, gzip: compressed, br },
  };
}
