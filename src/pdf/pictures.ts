import sharp from "sharp";
import type { ContentRef } from "../content/document/model.ts";
import type { FileRecord } from "../content/records.ts";
import type { BookOrder } from "./book.ts";
import type { Press } from "./press.ts";
import type { Picture } from "./write/writing.ts";

/** An image as it goes into the book. */
interface Prepared extends Picture {
  readonly bytes: Uint8Array;
}

interface Sources {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly order: Pick<BookOrder, "bytesOf" | "fetchImage">;
  /** Tries out what nobody else can check. */
  readonly press: Press;
}

/** In pixels: more does not show on a page of this size. */
const [widest, highest] = [1_500, 1_900];

/** In pixels, all together: what is larger would take up all memory. */
const mostPixels = 60_000_000;

/** In bytes: a larger file is no image for a page. */
const largest = 30_000_000;

/** How many are worked on at a time. */
const atOnce = 3;

/** Reads the images that a book shows, by their addresses. Those that cannot be shown are left out. */
export async function preparePictures(
  refs: ReadonlyMap<string, ContentRef>,
  sources: Sources,
): Promise<Map<string, Prepared>> {
  const pictures = new Map<string, Prepared>();
  const waiting = [...refs].entries();
  const work = async () => {
    for (const [number, [address, ref]] of waiting) {
      const bytes = await bytesOf(ref, sources).catch(() => undefined);
      const picture = bytes && (await prepare(bytes, `/pictures/${number}`, sources.press));
      if (picture !== undefined) pictures.set(address, picture);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return pictures;
}

async function bytesOf(ref: ContentRef, { files, order }: Sources): Promise<Uint8Array | undefined> {
  if (ref.kind === "url") return order.fetchImage(ref.url, largest);
  const file = ref.kind === "file" ? files.get(ref.file) : undefined;
  if (file === undefined || file.size > largest) return undefined;
  return order.bytesOf(file);
}

/** What Typst shows as it is, if it is whole and not too large. */
const shownAsIs: ReadonlySet<string> = new Set(["png", "jpeg", "gif"]);

async function prepare(bytes: Uint8Array, path: string, press: Press): Promise<Prepared | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels });
    const { format, width, height, space, orientation = 1 } = await image.metadata();
    if (format === "svg") return prepareDrawing(bytes, path, press, { width, height });
    const fits = width <= widest && height <= highest && orientation === 1;
    if (fits && shownAsIs.has(format) && (space === "srgb" || space === "b-w")) {
      // A book with a broken image in it could not be made, so each is looked through.
      await image.raw().toBuffer();
      return { bytes, path: `${path}.${format}`, width, height };
    }
    return await shrink(bytes, path);
  } catch {
    return undefined;
  }
}

/** As large as it can be seen, and turned as it was taken. */
async function shrink(bytes: Uint8Array, path: string): Promise<Prepared> {
  const image = sharp(bytes, { limitInputPixels: mostPixels });
  const { format, hasAlpha } = await image.metadata();
  const fitting = image
    .autoOrient()
    .resize({ width: widest, height: highest, fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb");
  const isPhoto = !hasAlpha && format !== "png" && format !== "gif";
  const { data, info } = await (isPhoto ? fitting.jpeg({ quality: 85 }) : fitting.png()).toBuffer({
    resolveWithObject: true,
  });
  const { autoOrient } = await sharp(bytes).metadata();
  return {
    bytes: data,
    path: `${path}.${info.format}`,
    // As large as it was: that is what it is shown by.
    width: autoOrient.width,
    height: autoOrient.height,
  };
}

/** Drawings stay drawings: sharp at every size, with text that can be found. */
function prepareDrawing(
  bytes: Uint8Array,
  path: string,
  press: Press,
  size: { readonly width: number; readonly height: number },
): Prepared | undefined {
  const file = `${path}.svg`;
  press.add(file, bytes);
  return press.accepts(`#image("${file}")`) ? { bytes, path: file, ...size } : undefined;
}
