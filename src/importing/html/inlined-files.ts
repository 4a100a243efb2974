import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importLimits, type SourceFile } from "../source/index.ts";
import type { InlinedImage } from "./read/index.ts";

const maxFiles = 2 * importLimits.pages;
/** From here on, images are not counted either. */
const maxKnownFiles = 10 * maxFiles;

/** Writes the images from `data:` URLs to the disk, each once for all pages. */
export class InlinedFiles {
  readonly files: SourceFile[] = [];
  readonly #folder: string;
  readonly #known = new Set<string>();
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The number of images, including those over the limit. */
  get total(): number {
    return this.#known.size;
  }

  has(address: string): boolean {
    return this.#known.has(address);
  }

  /** Adds the images of the page at an address. */
  async take(images: readonly InlinedImage[], page: string): Promise<void> {
    for (const { address: written, name, contentType, bytes } of images) {
      // In a tree of files, addresses are paths from its root.
      const address = URL.parse(written, page)?.href ?? written.slice(1);
      if (this.#known.has(address) || this.#known.size >= maxKnownFiles) continue;
      this.#known.add(address);
      this.#bytes += bytes.length;
      if (this.files.length >= maxFiles || this.#bytes > importLimits.bytes) continue;
      const path = join(this.#folder, `inlined-${this.#known.size}`);
      this.files.push({ address, name, contentType, path });
      await writeFile(path, bytes);
    }
  }
}
