import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from "node:zlib";
import type { WrittenPage } from "./page/index.ts";
import type { Encoding } from "./resource/index.ts";

/** A page as it is kept: only with brotli, which nearly all browsers accept. */
export interface RenderedPage extends Omit<WrittenPage, "html"> {
  readonly etag: string;
  /** The number of bytes that are kept. */
  readonly size: number;
  bytes(encoding: Encoding): Buffer | Promise<Buffer>;
}

const toBrotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);

/**
 * Pages up to this size, in bytes, are compressed at once, in half a millisecond: handing one to another thread and back
 * takes as long. The window of the compressor has the same size, and that of larger pages has 256 KB: the default of 4 MB
 * would be allocated for every page.
 */
const smallWindowBits = 16;
const maxSmallPage = 2 ** smallWindowBits;
const largeWindowBits = 18;

/** Small pages are encoded here one after the other: the bytes of many pages would take memory until garbage is collected. */
const smallPage = Buffer.allocUnsafeSlow(maxSmallPage);

function compress(bytes: Buffer): Buffer | Promise<Buffer> {
  const isSmall = bytes.length <= maxSmallPage;
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_LGWIN]: isSmall ? smallWindowBits : largeWindowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  return isSmall ? brotliCompressSync(bytes, options) : toBrotli(bytes, options);
}

/** The bytes of a page. Those of a small page are overwritten by the next one. */
function encode(html: string): Buffer {
  const isSmall = html.length <= maxSmallPage && Buffer.byteLength(html) <= maxSmallPage;
  return isSmall ? smallPage.subarray(0, smallPage.write(html)) : Buffer.from(html);
}

export async function compressPage({ html, ...page }: WrittenPage): Promise<RenderedPage> {
  const identity = encode(html);
  const etag = `"${hash("sha256", identity, "base64url").slice(0, 22)}"`;
  const compressed = await compress(identity);
  // The compressor returns a part of a larger buffer, which would be kept as a whole.
  const br = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(br);
  return {
    ...page,
    etag,
    size: br.length,
    bytes: (encoding) => {
      if (encoding === "br") return br;
      return encoding === "identity"
        ? fromBrotli(br)
        : fromBrotli(br).then((bytes) => toGzip(bytes, { level: 6 }));
    },
  };
}
