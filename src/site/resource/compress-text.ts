import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./encoding.ts";

/** A text as it is kept: only with brotli, which nearly all browsers accept. */
export interface CompressedText {
  readonly etag: string;
  /** The number of bytes that are kept. */
  readonly size: number;
  bytes(encoding: Encoding): Buffer | Promise<Buffer>;
}

const toBrotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);

/**
 * Texts up to this size, in bytes, are compressed at once, in less than half a millisecond: handing one to another thread
 * and back takes as long. The window of the compressor has the same size, and that of larger texts has 256 KB: the default
 * of 4 MB would be allocated for every text.
 */
const smallWindowBits = 16;
const maxSmallText = 2 ** smallWindowBits;
const largeWindowBits = 18;

/** Quality 4 makes pages 2 to 5 % smaller, and takes half as long again. */
const quality = 3;

/** Small texts are encoded here one after the other: the bytes of many texts would take memory until garbage is collected. */
const smallText = Buffer.allocUnsafeSlow(maxSmallText);

function compress(bytes: Buffer): Buffer | Promise<Buffer> {
  const isSmall = bytes.length <= maxSmallText;
  const options = {
    // Pages take about a tenth. The default of 16 KB would be garbage outside the heap, which V8 collects later.
    chunkSize: Math.max(1_024, bytes.length >> 3),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: isSmall ? smallWindowBits : largeWindowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  return isSmall ? brotliCompressSync(bytes, options) : toBrotli(bytes, options);
}

const encoder = new TextEncoder();

/** The bytes of a text. Those of a small text are overwritten by the next one. */
function encode(parts: readonly string[]): Buffer {
  let size = 0;
  for (const part of parts) {
    const { read, written } = encoder.encodeInto(part, smallText.subarray(size));
    if (read < part.length) return Buffer.from(parts.join(""));
    size += written;
  }
  return smallText.subarray(0, size);
}

/** Compresses a text, given in parts. */
export async function compressText(...parts: readonly string[]): Promise<CompressedText> {
  const compressed = await compress(encode(parts));
  // The compressor returns a part of a larger buffer, which would be kept as a whole.
  const br = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(br);
  return {
    etag: `"${hash("sha256", br, "base64url").slice(0, 22)}"`,
    size: br.length,
    bytes: (encoding) => {
      if (encoding === "br") return br;
      return encoding === "identity"
        ? fromBrotli(br)
        : fromBrotli(br).then((bytes) => toGzip(bytes, { level: 6 }));
    },
  };
}
