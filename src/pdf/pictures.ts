import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { ContentRef } from "../content/document/index.ts";
import type { FileRecord } from "../content/index.ts";
import { safeFetch } from "../platform/safe-fetch/index.ts";
import type { BookOrder } from "./book/index.ts";
import type { Press } from "./print-book.ts";
import type { Picture } from "./write/index.ts";

interface Sources {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly order: Pick<BookOrder, "bytesOf" | "fetchImage" | "isCautious">;
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
async function take(bytes: Uint8Array, name: string, sources: Sources): Promise<Picture | undefined> {
  for (const make of [prepare, redraw]) {
    const prepared = await make(bytes).catch(() => undefined);
    if (sources.order.isCautious && prepared?.format === "svg") continue;
    const picture = prepared && (await put(prepared, name, sources));
    if (picture !== undefined) return picture;
  }
  return undefined;
}

/** A book with an image in it that the compiler cannot read could not be made, so each is tried. */
async function put(image: Prepared, name: string, { folder, press }: Sources): Promise<Picture | undefined> {
  const path = `/pictures/${name}.${image.format}`;
  await writeFile(join(folder, path), image.bytes);
  return press.accepts(`#image("${path}")`) ? { path, width: image.width, height: image.height } : undefined;
}

/** What Typst shows as it is, if it is whole and not too large. */
const shownAsIs: ReadonlySet<string> = new Set(["png", "jpeg"]);

async function prepare(bytes: Uint8Array): Promise<Prepared> {
  const image = sharp(bytes, { limitInputPixels: mostPixels });
  const { format, width, height, space, orientation = 1 } = await image.metadata();
  // Drawings stay drawings: sharp at every size, with text that can be found.
  if (format === "svg") return { bytes: withoutFilters(bytes), format, width, height };
  const fits = width <= widest && height <= highest && orientation === 1;
  if (!fits || !shownAsIs.has(format) || (space !== "srgb" && space !== "b-w")) return redraw(bytes);
  // Some that are broken would end the compiler itself.
  await image.raw().toBuffer();
  return { bytes, format, width, height };
}

/** To draw a shadow may take all memory and time there is; what it falls from is drawn without it. */
function withoutFilters(bytes: Uint8Array): Buffer {
  const drawing = Buffer.from(bytes).toString();
  const plain = withoutRemarks(drawing.replace(/<!\[CDATA\[([^<&]*?)\]\]>/g, "$1"))
    // One that is never closed ends the drawing: its end would be looked for again and again.
    .replace(/<((?:[\w-]+:)?filter)\b[^<>]*(?:\/>|>[\s\S]*?(?:<\/\1\s*>|$))/g, "")
    .replace(/\bfilter\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
    .replace(/\bfilter\s*:[^;"'}<>]*/g, "");
  if (doubtful.some((pattern) => pattern.test(plain))) throw new Error("The drawing may have a filter in it");
  return Buffer.from(plain);
}

/** Behind the last end of a remark there is none, and nothing has to look for it. */
function withoutRemarks(drawing: string): string {
  const end = drawing.lastIndexOf("*/") + 2;
  return drawing.slice(0, end).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, "") + drawing.slice(end);
}

/** What is left of one, or where one may be hidden: behind entities, or in a drawing within the drawing. */
const doubtful: readonly RegExp[] = [
  /<(?:[\w-]+:)?(?:filter|fe[A-Z])|<[^<>]*filter\s*[:=]|<style[^<>]*>[^<]*filter\s*:/i,
  /<!ENTITY|<!\[CDATA\[|<style[^<>]*>[^<]*(?:&|\/\*|\\)/i,
  /(?:style|href|filter)\s*=\s*(?:"[^"]*(?:&#|\\)|'[^']*(?:&#|\\))/i,
  /href\s*=\s*["']\s*data(?!:image\/(?:png|jpe?g|gif|webp)[;,])/i,
];

/** As large as it can be seen, and turned as it was taken. */
async function redraw(bytes: Uint8Array): Promise<Prepared> {
  const image = sharp(bytes, { limitInputPixels: mostPixels });
  const { format, hasAlpha, autoOrient } = await image.metadata();
  if (format === "svg") throw new Error("A drawing is not redrawn: that may take for ever");
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

/** In milliseconds: for each, and for all of them. A book waits no longer for what is elsewhere. */
const [patience, patienceForAll] = [5_000, 15_000];

/** Fetches images that are not of the space. Those that cannot be had in time are left out. */
export function imageFetcher(allowPrivateNetwork: boolean): BookOrder["fetchImage"] {
  const signal = AbortSignal.timeout(patienceForAll);
  return async (url, maxBytes) => {
    if (signal.aborted || !/^https?:\/\//i.test(url)) return undefined;
    const { status, body } = await safeFetch(url, {
      allowPrivateNetwork,
      maxBytes,
      timeout: patience,
      signal,
    });
    return status === 200 ? buffer(body) : undefined;
  };
}
