import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { ContentRef } from "../content/document/index.ts";
import type { FileRecord } from "../content/index.ts";
import { safeFetch } from "../platform/safe-fetch/index.ts";
import type { BookOrder } from "./book/index.ts";
import type { TypstCompiler } from "./print-book.ts";
import type { Picture } from "./write/index.ts";

interface Sources {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly order: Pick<BookOrder, "bytesOf" | "fetchImage" | "isCautious">;
  readonly folder: string;
  /** Compiles an image to check it. */
  readonly press: TypstCompiler;
}

/** In pixels: the resolution of a page. */
const [widest, highest] = [1_500, 1_900];

/** In pixels: larger images need too much memory. */
const mostPixels = 60_000_000;

/** In bytes. */
const largest = 30_000_000;

/** Images processed at a time. */
const atOnce = 3;

/** Prepares the images of a book, by address. Images that cannot be shown are omitted. */
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

interface Prepared {
  readonly bytes: Uint8Array;
  readonly format: string;
  readonly width: number;
  readonly height: number;
}

/** Writes an image file; undefined if it cannot be shown. */
async function take(bytes: Uint8Array, name: string, sources: Sources): Promise<Picture | undefined> {
  for (const make of [prepare, redraw]) {
    const prepared = await make(bytes).catch(() => undefined);
    if (sources.order.isCautious && prepared?.format === "svg") continue;
    const picture = prepared && (await put(prepared, name, sources));
    if (picture !== undefined) return picture;
  }
  return undefined;
}

/** One unreadable image would fail the whole book, so each is compiled first. */
async function put(image: Prepared, name: string, { folder, press }: Sources): Promise<Picture | undefined> {
  const path = `/pictures/${name}.${image.format}`;
  await writeFile(join(folder, path), image.bytes);
  return press.accepts(`#image("${path}")`) ? { path, width: image.width, height: image.height } : undefined;
}

/** Formats that Typst reads, if the image is complete and not too large. */
const shownAsIs: ReadonlySet<string> = new Set(["png", "jpeg"]);

async function prepare(bytes: Uint8Array): Promise<Prepared> {
  const image = sharp(bytes, { limitInputPixels: mostPixels });
  const { format, width, height, space, orientation = 1 } = await image.metadata();
  // SVGs stay vector graphics with searchable text.
  if (format === "svg") return { bytes: withoutFilters(bytes), format, width, height };
  const fits = width <= widest && height <= highest && orientation === 1;
  if (!fits || !shownAsIs.has(format) || (space !== "srgb" && space !== "b-w")) return redraw(bytes);
  // Some broken images crash the compiler.
  await image.raw().toBuffer();
  return { bytes, format, width, height };
}

/** Filters may need unbounded memory and time, so they are removed. */
function withoutFilters(bytes: Uint8Array): Buffer {
  const drawing = Buffer.from(bytes).toString();
  const plain = withoutRemarks(drawing.replace(/<!\[CDATA\[([^<&]*?)\]\]>/g, "$1"))
    // An unclosed comment would be searched for repeatedly.
    .replace(/<((?:[\w-]+:)?filter)\b[^<>]*(?:\/>|>[\s\S]*?(?:<\/\1\s*>|$))/g, "")
    .replace(/\bfilter\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
    .replace(/\bfilter\s*:[^;"'}<>]*/g, "");
  if (doubtful.some((pattern) => pattern.test(plain))) throw new Error("The drawing may have a filter in it");
  return Buffer.from(plain);
}

/** There is no comment after the last comment end. */
function withoutRemarks(drawing: string): string {
  const end = drawing.lastIndexOf("*/") + 2;
  return drawing.slice(0, end).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, "") + drawing.slice(end);
}

/** Remaining filters, entities that could hide one, and embedded SVGs. */
const doubtful: readonly RegExp[] = [
  /<(?:[\w-]+:)?(?:filter|fe[A-Z])|<[^<>]*filter\s*[:=]|<style[^<>]*>[^<]*filter\s*:/i,
  /<!ENTITY|<!\[CDATA\[|<style[^<>]*>[^<]*(?:&|\/\*|\\)/i,
  /(?:style|href|filter)\s*=\s*(?:"[^"]*(?:&#|\\)|'[^']*(?:&#|\\))/i,
  /href\s*=\s*["']\s*data(?!:image\/(?:png|jpe?g|gif|webp)[;,])/i,
];

/** Scales an image to the visible size and applies its orientation. */
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
  // The original size determines the size in the book.
  return { bytes: data, format: info.format, width: autoOrient.width, height: autoOrient.height };
}

/** Timeouts in milliseconds, for one image and for all. */
const [patience, patienceForAll] = [5_000, 15_000];

/** Fetches external images within the timeouts. */
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
