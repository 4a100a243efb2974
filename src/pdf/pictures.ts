import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { ContentRef } from "../content/document/model.ts";
import type { FileRecord } from "../content/records.ts";
import type { BookOrder } from "./book.ts";
import type { Press } from "./press.ts";
import type { Picture } from "./write/writing.ts";

interface Sources {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly order: Pick<BookOrder, "bytesOf" | "fetchImage">;
  /** Where the compiler will find them. */
  readonly folder: string;
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
): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  const waiting = [...refs].entries();
  const work = async () => {
    for (const [number, [address, ref]] of waiting) {
      const bytes = await bytesOf(ref, sources).catch(() => undefined);
      const picture = bytes && (await take(bytes, String(number), sources));
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

/** An image as it goes into the book. */
interface Prepared {
  readonly bytes: Uint8Array;
  readonly format: string;
  readonly width: number;
  readonly height: number;
}

/** Puts an image where the compiler finds it; undefined for one that it cannot show. */
async function take(
  bytes: Uint8Array,
  name: string,
  { folder, press }: Sources,
): Promise<Picture | undefined> {
  const prepared = await prepare(bytes).catch(() => undefined);
  if (prepared === undefined) return undefined;
  const path = `/pictures/${name}.${prepared.format}`;
  await writeFile(join(folder, path), prepared.bytes);
  // Of drawings, only the compiler itself knows which it can draw.
  if (prepared.format === "svg" && !press.accepts(`#image("${path}")`)) return undefined;
  return { path, width: prepared.width, height: prepared.height };
}

/** What Typst shows as it is, if it is whole and not too large. */
const shownAsIs: ReadonlySet<string> = new Set(["png", "jpeg", "gif"]);

async function prepare(bytes: Uint8Array): Promise<Prepared> {
  const image = sharp(bytes, { limitInputPixels: mostPixels });
  const { format, width, height, space, orientation = 1 } = await image.metadata();
  // Drawings stay drawings: sharp at every size, with text that can be found.
  if (format === "svg") return { bytes, format, width, height };
  const fits = width <= widest && height <= highest && orientation === 1;
  if (!fits || !shownAsIs.has(format) || (space !== "srgb" && space !== "b-w")) return shrink(bytes);
  // A book with a broken image in it could not be made, so each is looked through.
  await image.raw().toBuffer();
  return { bytes, format, width, height };
}

/** As large as it can be seen, and turned as it was taken. */
async function shrink(bytes: Uint8Array): Promise<Prepared> {
  const image = sharp(bytes, { limitInputPixels: mostPixels });
  const { format, hasAlpha, autoOrient } = await image.metadata();
  const fitting = image
    .autoOrient()
    .resize({ width: widest, height: highest, fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb");
  const isPhoto = !hasAlpha && format !== "png" && format !== "gif";
  const { data, info } = await (isPhoto ? fitting.jpeg({ quality: 85 }) : fitting.png()).toBuffer({
    resolveWithObject: true,
  });
  // As large as it was: that is what it is shown by.
  return { bytes: data, format: info.format, width: autoOrient.width, height: autoOrient.height };
}
