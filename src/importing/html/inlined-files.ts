import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importLimits, type SourceFile } from "../source/index.ts";
import type { InlinedImage } from "./index.ts";

const maxFiles = 2 * importLimits.pages;
/** Of more than these, nobody even keeps count. */
const maxKnownFiles = 10 * maxFiles;

/** Puts the images that pages hold in themselves on the disk, each once for all pages. */
export class InlinedFiles {
  readonly files: SourceFile[] = [];
  readonly #folder: string;
  readonly #known = new Set<string>();
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** How many there were, those included that were too many. */
  get total(): number {
    return this.#known.size;
  }

  has(address: string): boolean {
    return this.#known.has(address);
  }

  /** Takes the images of the page at an address. */
  async take(images: readonly InlinedImage[], page: string): Promise<void> {
    for (const { address: written, name, contentType, bytes } of images) {
      // Of what has no origin, the address is a path from its top.
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
