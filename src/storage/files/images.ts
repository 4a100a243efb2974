import { badInput } from "../../platform/index.ts";
import { decodeBase64 } from "./base64.ts";
import { imageKinds } from "./image-structure.ts";

/** In pixels: more takes a browser a gigabyte to show. */
const longestSide = 16_384;

export interface Image {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** An image that was sent in base64; what is too large, or is no image, is refused by the name of its field. */
export async function readImage(base64: string, field: string, maxBytes: number): Promise<Image> {
  const bytes = decodeBase64(base64, field);
  if (bytes.length > maxBytes) throw badInput(field, `must be at most ${maxBytes / 1024} KB`);
  const contentType = await typeOf(bytes);
  if (contentType === undefined)
    throw badInput(
      field,
      `must be a whole PNG, JPEG, GIF or WebP image, ${longestSide} pixels a side at most`,
    );
  return { bytes, contentType };
}

async function typeOf(bytes: Buffer): Promise<string | undefined> {
  const { imageSize } = await import("image-size");
  try {
    const kind = imageKinds.find(({ isWhole }) => isWhole(bytes));
    if (kind === undefined) return undefined;
    const { width, height } = imageSize(bytes);
    const isShown = Math.min(width, height) > 0 && Math.max(width, height) <= longestSide;
    return isShown ? kind.contentType : undefined;
  } catch {
    // Neither reads on where something is cut off.
    return undefined;
  }
}
