import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
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

/** A window of 256 KB: the default of 4 MB would be allocated for every page. */
const windowBits = 18;

export async function compressPage({ html, ...page }: WrittenPage): Promise<RenderedPage> {
  const identity = Buffer.from(html);
  const compressed = await toBrotli(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });
  // The compressor returns a part of a larger buffer, which would be kept as a whole.
  const br = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(br);
  return {
    ...page,
    etag: `"${hash("sha256", identity, "base64url").slice(0, 22)}"`,
    size: br.length,
    bytes: (encoding) => {
      if (encoding === "br") return br;
      return encoding === "identity"
        ? fromBrotli(br)
        : fromBrotli(br).then((bytes) => toGzip(bytes, { level: 6 }));
    },
  };
}
