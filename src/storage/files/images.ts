import { imageSize } from "image-size";
import { badInput } from "../../platform/index.ts";
import { decodeBase64 } from "./upload.ts";

/** In pixels: a browser needs a gigabyte to show a larger image. */
const maxSide = 16_384;

export interface Image {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Decodes an image in base64. An error names the field. */
export function readImage(base64: string, field: string, maxBytes: number): Image {
  const bytes = decodeBase64(base64, field);
  if (bytes.length > maxBytes) throw badInput(field, `must be at most ${maxBytes / 1024} KB`);
  const contentType = typeOf(bytes);
  if (contentType === undefined)
    throw badInput(field, `must be a whole PNG, JPEG, GIF or WebP image, ${maxSide} pixels a side at most`);
  return { bytes, contentType };
}

function typeOf(bytes: Buffer): string | undefined {
  try {
    const kind = imageKinds.find(({ isWhole }) => isWhole(bytes));
    if (kind === undefined) return undefined;
    const { width, height } = imageSize(bytes);
    const isShown = Math.min(width, height) > 0 && Math.max(width, height) <= maxSide;
    return isShown ? kind.contentType : undefined;
  } catch {
    // Both parsers throw on truncated data.
    return undefined;
  }
}

/** Kinds that browsers show and that cannot contain scripts, so not SVG, each with a check that the image is complete. */
const imageKinds = [
  { contentType: "image/png", isWhole: isWholePng },
  { contentType: "image/jpeg", isWhole: isWholeJpeg },
  { contentType: "image/gif", isWhole: isWholeGif },
  { contentType: "image/webp", isWhole: isWholeWebp },
];

/** Length-prefixed chunks; IDAT chunks hold the image, IEND is the last. */
function isWholePng(bytes: Buffer): boolean {
  if (bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return false;
  let hasImage = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const kind = bytes.toString("latin1", at + 4, at + 8);
    if (kind === "IEND") return hasImage;
    hasImage ||= kind === "IDAT";
  }
  return false;
}

/** Segments up to the start of scan. The end of the image is often not marked. */
function isWholeJpeg(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1];
    if (marker === 0xff) at += 1;
    else if (marker === 0xda) return at + 2 + bytes.readUInt16BE(at + 2) <= bytes.length;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** Images and extensions, each a sequence of sub-blocks, up to the trailer byte. */
function isWholeGif(bytes: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return false;
  const tableLength = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const skipBlocks = (from: number) => {
    let at = from;
    for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length;
    return at + 1;
  };
  let hasImage = false;
  for (let at = 13 + tableLength(bytes[10]); at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === 0x3b) return hasImage;
    if (kind === 0x21) at = skipBlocks(at + 2);
    else if (kind === 0x2c) {
      hasImage = true;
      at = skipBlocks(at + 11 + tableLength(bytes[at + 9]));
    } else return false;
  }
  return false;
}

/** Chunks, one of which holds an image; the header gives their total length. */
function isWholeWebp(bytes: Buffer): boolean {
  if (!/^RIFF.{4}WEBP$/s.test(bytes.toString("latin1", 0, 12))) return false;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return false;
  for (let at = 12; at + 8 < end; ) {
    const kind = bytes.toString("latin1", at, at + 4);
    if (kind === "VP8 ") return bytes.readUIntBE(at + 11, 3) === 0x9d012a;
    if (kind === "VP8L") return bytes[at + 8] === 0x2f;
    if (kind === "ANMF") return true;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return false;
}
