import { imageSize } from "image-size";
import { badInput } from "../../platform/index.ts";
import { decodeBase64 } from "./upload.ts";

/** The maximum width and height in pixels. A browser needs a gigabyte to show a larger image. */
const maxSide = 16_384;

export interface Image {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Decodes an image in base64. Throws an error about `field` if it is invalid. */
export function readImage(base64: string, field: string, maxBytes: number): Image {
  const bytes = decodeBase64(base64, field);
  if (bytes.length > maxBytes) throw badInput(field, `must be at most ${maxBytes / 1024} KB`);
  const contentType = typeOf(bytes);
  if (contentType === undefined)
    throw badInput(field, `must be a complete PNG, JPEG, GIF or WebP, ${maxSide} pixels a side at most`);
  return { bytes, contentType };
}

function typeOf(bytes: Buffer): string | undefined {
  try {
    const kind = imageKinds.find(({ isComplete }) => isComplete(bytes));
    if (kind === undefined) return undefined;
    const { width, height } = imageSize(bytes);
    const isDisplayable = Math.min(width, height) > 0 && Math.max(width, height) <= maxSide;
    return isDisplayable ? kind.contentType : undefined;
  } catch {
    // Both parsers throw on truncated data.
    return undefined;
  }
}

/** Image types that browsers show and that cannot contain scripts, each with a check that the image is complete. */
const imageKinds = [
  { contentType: "image/png", isComplete: isCompletePng },
  { contentType: "image/jpeg", isComplete: isCompleteJpeg },
  { contentType: "image/gif", isComplete: isCompleteGif },
  { contentType: "image/webp", isComplete: isCompleteWebp },
];

/** Length-prefixed chunks; IDAT chunks hold the image, IEND is the last. */
function isCompletePng(bytes: Buffer): boolean {
  if (bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return false;
  let hasImage = false;
  for (let offset = 8; offset + 12 <= bytes.length; offset += 12 + bytes.readUInt32BE(offset)) {
    const kind = bytes.toString("latin1", offset + 4, offset + 8);
    if (kind === "IEND") return hasImage;
    hasImage ||= kind === "IDAT";
  }
  return false;
}

/** Segments up to the start of scan. The end of the image is often not marked. */
function isCompleteJpeg(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  for (let offset = 2; offset + 4 <= bytes.length && bytes[offset] === 0xff; ) {
    const marker = bytes[offset + 1];
    if (marker === 0xff) offset += 1;
    else if (marker === 0xda) return offset + 2 + bytes.readUInt16BE(offset + 2) <= bytes.length;
    else offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return false;
}

/** Images and extensions, each a sequence of sub-blocks, up to the trailer byte. */
function isCompleteGif(bytes: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return false;
  const tableLength = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const skipBlocks = (from: number) => {
    let offset = from;
    for (let length = bytes[offset]; length; length = bytes[offset]) offset += 1 + length;
    return offset + 1;
  };
  let hasImage = false;
  for (let offset = 13 + tableLength(bytes[10]); offset < bytes.length; ) {
    const kind = bytes[offset];
    if (kind === 0x3b) return hasImage;
    if (kind === 0x21) offset = skipBlocks(offset + 2);
    else if (kind === 0x2c) {
      hasImage = true;
      offset = skipBlocks(offset + 11 + tableLength(bytes[offset + 9]));
    } else return false;
  }
  return false;
}

/** Chunks, one of which holds an image; the header contains their total length. */
function isCompleteWebp(bytes: Buffer): boolean {
  if (!/^RIFF.{4}WEBP$/s.test(bytes.toString("latin1", 0, 12))) return false;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return false;
  for (let offset = 12; offset + 8 < end; ) {
    const kind = bytes.toString("latin1", offset, offset + 4);
    if (kind === "VP8 ") return bytes.readUIntBE(offset + 11, 3) === 0x9d012a;
    if (kind === "VP8L") return bytes[offset + 8] === 0x2f;
    if (kind === "ANMF") return true;
    const length = bytes.readUInt32LE(offset + 4);
    offset += 8 + length + (length % 2);
  }
  return false;
}
