import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createGzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { matchesIfNoneMatch } from "../../api/http/index.ts";
import { ConcurrencyLimiter } from "../../platform/index.ts";
import { type CompressedText, compressText } from "./compress-text.ts";
import { encodingFor } from "./encoding.ts";
import { countRendering } from "./rendering-limit.ts";
import type { ResourceCall } from "./resource.ts";
import { cacheControls } from "./send-text.ts";

/** In bytes. */
const maxKept = 16 * 1024 * 1024;

/**
 * Texts that list the pages of a whole site, by version. Requests for the same version wait for one writer. A site has one
 * writer at a time, so that a large site keeps no other one waiting.
 */
export class SharedTexts {
  readonly #texts = new LRUCache<string, CompressedText>({
    maxSize: maxKept,
    sizeCalculation: ({ size }) => size + 500,
  });
  readonly #writing = new Map<string, Promise<CompressedText>>();
  readonly #limiter = new ConcurrencyLimiter({
    names: ["list of pages", "lists of pages"],
    owner: "site",
    concurrent: 2,
    perOwner: 1,
    retryAfter: 10,
    queue: { length: 200, perOwner: 20, timeout: 30_000 },
  });

  find(version: string): CompressedText | undefined {
    return this.#texts.get(version);
  }

  get(siteId: string, version: string, write: () => Promise<string>): Promise<CompressedText> {
    return this.#writing.getOrInsertComputed(version, async () => {
      try {
        const text = await this.#limiter.run(siteId, async () => compressText(await write()));
        this.#texts.set(version, text);
        return text;
      } finally {
        this.#writing.delete(version);
      }
    });
  }
}

const texts = new SharedTexts();

interface SharedText {
  readonly type: string;
  /** Differs if the text does, and from the versions of all other texts. */
  readonly version: string;
  write(): Promise<string>;
}

/** Sends a text that is the same for many visitors, or 304. */
export async function sendSharedText(
  { context, request, reply, place, isPublic }: ResourceCall,
  { type, version, write }: SharedText,
): Promise<FastifyReply> {
  const etag = `"${version}"`;
  reply.headers({
    etag: `W/${etag}`,
    "cache-control": cacheControls[isPublic ? "public" : "private"],
    vary: "accept, accept-encoding, cookie",
  });
  if (matchesIfNoneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
  let text = texts.find(version);
  if (text === undefined) {
    await countRendering(context, request);
    text = await texts.get(place.site.id, version, write);
  }
  const encoding = encodingFor(request);
  reply.headers({
    "content-type": `${type}; charset=utf-8`,
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  });
  const bytes = await text.bytes("br");
  if (encoding === "br") return reply.send(bytes);
  // In pieces: a long text would take much memory for each client.
  const source = Readable.from([bytes]);
  const plain = createBrotliDecompress();
  const sent =
    encoding === "gzip" ? pipeline(source, plain, createGzip(), () => {}) : pipeline(source, plain, () => {});
  return reply.send(sent);
}
