import { imageSize } from "image-size";
import { badInput } from "../../platform/index.ts";
import { imageKinds } from "./image-structure.ts";
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
