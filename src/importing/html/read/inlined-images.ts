import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { safeDecodeUriComponent } from "../../../platform/index.ts";
import { headLength, imageKindOf, importLimits, type SourceFile } from "../../source/index.ts";

/** An image from a `data:` URL of a page. */
export interface InlinedImage {
  /** The path that the Markdown refers to, from the root of the site. It contains a hash of the bytes. */
  readonly address: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export class InlinedImages {
  readonly #images = new Map<string, InlinedImage>();

  get all(): readonly InlinedImage[] {
    return [...this.#images.values()];
  }

  /** Adds the image of a `data:` URL and returns its path; undefined for a placeholder, and for other media types. */
  add(dataUrl: string, alt: string): string | undefined {
    const bytes = decodeDataUrl(dataUrl);
    if (bytes === undefined) return undefined;
    const kind = imageKindOf(bytes.subarray(0, headLength));
    if (kind === undefined || isPlaceholder(bytes, kind.contentType)) return undefined;
    const { contentType, extensions } = kind;
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const address = `/inlined/${hash}.${extensions[0]}`;
    this.#images.getOrInsertComputed(address, () => ({
      address,
      name: `${fileNameFromAlt(alt)}.${extensions[0]}`,
      contentType,
      bytes,
    }));
    return address;
  }
}

function decodeDataUrl(dataUrl: string): Buffer | undefined {
  const [head, parameters = ""] =
    /^\s*data:image\/[\w.+-]{1,40}((?:;[\w=.+-]{1,60}){0,5}),/i.exec(dataUrl.slice(0, 500)) ?? [];
  if (head === undefined) return undefined;
  const body = safeDecodeUriComponent(dataUrl.slice(head.length));
  return Buffer.from(body, /;base64$/i.test(parameters) ? "base64" : "utf8");
}

/** Whether an image is a placeholder for one that is loaded lazily: a single pixel, or an empty SVG. */
function isPlaceholder(bytes: Buffer, contentType: string): boolean {
  if (bytes.length > 500) return false;
  if (contentType === "image/gif") return bytes.length < 10 || bytes.readUInt32LE(6) === 0x10001;
  if (contentType === "image/png") return bytes.length < 24 || bytes.readBigUInt64BE(16) === 0x100000001n;
  return contentType === "image/svg+xml" && !/<[a-z]/i.test(bytes.toString().replace(/<svg/i, ""));
}

function fileNameFromAlt(alt: string): string {
  const text = alt.replace(/[^\p{L}\p{M}\p{N} _-]+/gu, " ").replace(/ +/g, " ");
  return text.slice(0, 60).toWellFormed().trim() || "image";
}

const maxFiles = 2 * importLimits.pages;
/** The maximum number of images that are counted. */
const maxCountedFiles = 10 * maxFiles;

/** Writes the images from `data:` URLs to the disk, each once for all pages. */
export class InlinedFiles {
  readonly files: SourceFile[] = [];
  readonly #folder: string;
  readonly #seen = new Set<string>();
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The number of images, including those over the limit. */
  get total(): number {
    return this.#seen.size;
  }

  has(address: string): boolean {
    return this.#seen.has(address);
  }

  async add(images: readonly InlinedImage[], page: string): Promise<void> {
    for (const { address: sitePath, name, contentType, bytes } of images) {
      // In a tree of files, addresses are relative to its root.
      const address = URL.parse(sitePath, page)?.href ?? sitePath.slice(1);
      if (this.#seen.has(address) || this.#seen.size >= maxCountedFiles) continue;
      this.#seen.add(address);
      this.#bytes += bytes.length;
      if (this.files.length >= maxFiles || this.#bytes > importLimits.bytes) continue;
      const path = join(this.#folder, `inlined-${this.#seen.size}`);
      this.files.push({ address, name, contentType, path });
      await writeFile(path, bytes);
    }
  }
}
