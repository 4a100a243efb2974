import { badInput } from "../errors.ts";
import { decodeBase64 } from "./base64.ts";

/** What a browser shows, and none of which can run anything: so no SVG. By the name that `image-size` has for it. */
const contentTypes = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
]);

export interface Image {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** An image that was sent in base64; what is too large, or is no image, is refused by the name of its field. */
export async function readImage(base64: string, field: string, maxBytes: number): Promise<Image> {
  if (base64.length > Math.ceil(maxBytes / 3) * 4)
    throw badInput(field, `must be at most ${maxBytes / 1024} KB`);
  const bytes = decodeBase64(base64, field);
  if (bytes.length > maxBytes) throw badInput(field, `must be at most ${maxBytes / 1024} KB`);
  const contentType = await typeOf(bytes);
  if (contentType === undefined) throw badInput(field, "must be a PNG, JPEG, GIF or WebP image");
  return { bytes, contentType };
}

async function typeOf(bytes: Buffer): Promise<string | undefined> {
  const { imageSize } = await import("image-size");
  try {
    const { type, width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? contentTypes.get(type ?? "") : undefined;
  } catch {
    return undefined;
  }
}
