import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { ReferenceTarget } from "../content/links/index.ts";
import { safeFetch } from "../platform/safe-fetch/index.ts";
import type { BookInput } from "./book/index.ts";
import type { TypstCompiler } from "./print/index.ts";
import type { BookImage } from "./write/index.ts";

interface Sources {
  readonly order: Pick<BookInput, "bytesOf" | "fetchImage" | "isFallback">;
  readonly folder: string;
  /** Compiles an image to check it. */
  readonly compiler: TypstCompiler;
}

/** The maximum size of an image in pixels: the resolution of a page. */
const [maxWidth, maxHeight] = [1_500, 1_900];
/** The maximum size of a source image, since larger images need too much memory. */
const maxPixels = 60_000_000;
const maxBytes = 30_000_000;
/** The number of images that are processed at the same time. */
const concurrency = 3;

/** Prepares the images of a book, by URL. Images that cannot be shown are omitted. */
export async function prepareImages(
  targets: ReadonlyMap<string, ReferenceTarget>,
  sources: Sources,
): Promise<Map<string, BookImage>> {
  const images = new Map<string, BookImage>();
  const queue = [...targets].entries();
  const work = async () => {
    for (const [number, [url, target]] of queue) {
      const bytes = await bytesOf(target, sources).catch(() => undefined);
      const image = bytes && (await writeImage(bytes, String(number), sources));
      if (image !== undefined) images.set(url, image);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return images;
}

async function bytesOf({ ref, file }: ReferenceTarget, { order }: Sources): Promise<Uint8Array | undefined> {
  if (ref.kind === "url") return order.fetchImage(ref.url, maxBytes);
  return file === undefined || file.size > maxBytes ? undefined : order.bytesOf(file);
}

interface Prepared {
  readonly bytes: Uint8Array;
  readonly format: string;
  readonly width: number;
  readonly height: number;
}

/** Writes an image file; undefined if it cannot be shown. */
async function writeImage(bytes: Uint8Array, name: string, sources: Sources): Promise<BookImage | undefined> {
  for (const convert of [prepare, redraw]) {
    const prepared = await convert(bytes).catch(() => undefined);
    if (sources.order.isFallback && prepared?.format === "svg") continue;
    const image = prepared && (await writeIfReadable(prepared, name, sources));
    if (image !== undefined) return image;
  }
  return undefined;
}

/** Writes an image if it compiles by itself, since one unreadable image would fail the entire book. */
async function writeIfReadable(
  image: Prepared,
  name: string,
  { folder, compiler }: Sources,
): Promise<BookImage | undefined> {
  const path = `/images/${name}.${image.format}`;
  await writeFile(join(folder, path), image.bytes);
  return compiler.accepts(`#image("${path}")`)
    ? { path, width: image.width, height: image.height }
    : undefined;
}

/** Raster formats that Typst reads. */
const readableFormats: ReadonlySet<string> = new Set(["png", "jpeg"]);

async function prepare(bytes: Uint8Array): Promise<Prepared> {
  const image = sharp(bytes, { limitInputPixels: maxPixels });
  const { format, width, height, space, orientation = 1 } = await image.metadata();
  // SVGs are kept as vector graphics with searchable text.
  if (format === "svg") return { bytes: withoutFilters(bytes), format, width, height };
  const isSmall = width <= maxWidth && height <= maxHeight && orientation === 1;
  if (!isSmall || !readableFormats.has(format) || (space !== "srgb" && space !== "b-w")) return redraw(bytes);
  // Some broken images crash the compiler.
  await image.raw().toBuffer();
  return { bytes, format, width, height };
}

/** Removes filters, which may need unbounded memory and time. */
function withoutFilters(bytes: Uint8Array): Buffer {
  const svg = Buffer.from(bytes).toString();
  const plain = withoutComments(svg.replace(/<!\[CDATA\[([^<&]*?)\]\]>/g, "$1"))
    .replace(/<((?:[\w-]+:)?filter)\b[^<>]*(?:\/>|>[\s\S]*?(?:<\/\1\s*>|$))/g, "")
    .replace(/\bfilter\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
    .replace(/\bfilter\s*:[^;"'}<>]*/g, "");
  if (unsafePatterns.some((pattern) => pattern.test(plain))) throw new Error("The SVG may contain a filter");
  return Buffer.from(plain);
}

/** Removes CSS comments up to the last comment end, so that an unclosed comment is not searched for repeatedly. */
function withoutComments(svg: string): string {
  const end = svg.lastIndexOf("*/") + 2;
  return svg.slice(0, end).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, "") + svg.slice(end);
}

/** Remaining filters, entities that could hide a filter, and embedded SVGs. */
const unsafePatterns: readonly RegExp[] = [
  /<(?:[\w-]+:)?(?:filter|fe[A-Z])|<[^<>]*filter\s*[:=]|<style[^<>]*>[^<]*filter\s*:/i,
  /<!ENTITY|<!\[CDATA\[|<style[^<>]*>[^<]*(?:&|\/\*|\\)/i,
  /(?:style|href|filter)\s*=\s*(?:"[^"]*(?:&#|\\)|'[^']*(?:&#|\\))/i,
  /href\s*=\s*["']\s*data(?!:image\/(?:png|jpe?g|gif|webp)[;,])/i,
];

/** Scales an image to the visible size and applies its orientation. */
async function redraw(bytes: Uint8Array): Promise<Prepared> {
  const image = sharp(bytes, { limitInputPixels: maxPixels });
  const { format, hasAlpha, autoOrient } = await image.metadata();
  if (format === "svg") throw new Error("SVGs are not converted: that may take unbounded time");
  const fitting = image
    .autoOrient()
    .resize({ width: maxWidth, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb");
  const isPhoto = !hasAlpha && format !== "png" && format !== "gif";
  const { data, info } = await (isPhoto ? fitting.jpeg({ quality: 85 }) : fitting.png()).toBuffer({
    resolveWithObject: true,
  });
  // The original size determines the size in the book.
  return { bytes: data, format: info.format, width: autoOrient.width, height: autoOrient.height };
}

/** The timeouts in milliseconds for one image and for all images. */
const [timeout, totalTimeout] = [5_000, 15_000];

export function imageFetcher(allowPrivateNetwork: boolean): BookInput["fetchImage"] {
  const signal = AbortSignal.timeout(totalTimeout);
  return async (url, maxBytes) => {
    if (signal.aborted || !/^https?:\/\//i.test(url)) return undefined;
    const { status, body } = await safeFetch(url, { allowPrivateNetwork, maxBytes, timeout, signal });
    return status === 200 ? buffer(body) : undefined;
  };
}
