import { join } from "node:path";
import { slugOf } from "../../content/pages/index.ts";
import type { Folder } from "../folders/index.ts";
import { decodeHtml, InlinedFiles } from "../html/index.ts";
import {
  contentTypeOf,
  extensionOf,
  type ImportContext,
  ImportError,
  type ImportedTree,
  importLimits,
  nameOfPath,
  readHead,
  type SourceFile,
  type SourcePage,
} from "../source/index.ts";

/** What is known of a page before it is read. */
export interface Place {
  readonly address: string;
  readonly parent?: string | undefined;
}

/** What is known when it is read; its parent as well, where that was not known before. */
export type PageContent = Omit<SourcePage, "address">;

/** How much larger than its text a page may be, in bytes: tags and styles go. */
const maxPageBytes = 4 * importLimits.document;

/** The page with a slug of its title. What programs call the files of an export is no address that anybody knows. */
export async function withTitleSlug(page: SourcePage): Promise<SourcePage> {
  return page.title === undefined ? page : { slug: await slugOf(page.title), ...page };
}

/** Puts an imported tree together within the limits. What cannot be taken is counted, and what is below it moves up. */
export class TreeBuilder {
  readonly #folder: Folder;
  readonly #context: ImportContext;
  readonly #expected: number;
  readonly #pages: SourcePage[] = [];
  readonly #files: SourceFile[] = [];
  /** What takes the place of pages that were left out. */
  readonly #heirs = new Map<string, string | undefined>();
  /** Images that pages hold in themselves. */
  readonly inlined: InlinedFiles;
  #total: number;
  #text = 0;
  #bytes = 0;

  constructor(folder: Folder, context: ImportContext, expected: number) {
    this.#folder = folder;
    this.#total = folder.skipped;
    this.#context = context;
    this.#expected = expected + folder.skipped;
    this.inlined = new InlinedFiles(context.folder);
  }

  /** The text of a file. What holds a zero byte is something else. */
  async readText(path: string): Promise<string> {
    const bytes = await this.#folder.read(path, Math.min(maxPageBytes, importLimits.bytes - this.#bytes));
    this.#bytes += bytes.length;
    if (bytes.includes(0)) throw new ImportError(`${path} is no text`);
    return extensionOf(path) === "html" ? decodeHtml(bytes, "") : new TextDecoder().decode(bytes);
  }

  /** Takes a page in; whether that was possible. */
  async addPage({ address, parent }: Place, read: () => Promise<PageContent>): Promise<boolean> {
    const isTaken = await this.#attempt(async () => {
      if (this.#pages.length >= importLimits.pages) throw new ImportError("There are too many pages");
      const { parent: found = parent, ...page } = await read();
      const length = page.markdown?.length ?? 0;
      if (length > importLimits.document || this.#text + length > importLimits.text)
        throw new ImportError(`${address} is too long`);
      this.#text += length;
      const above = this.#heirOf(found);
      this.#pages.push(
        await withTitleSlug({ ...page, address, ...(above !== undefined && { parent: above }) }),
      );
    });
    if (!isTaken) this.#heirs.set(address, this.#heirOf(parent));
    return isTaken;
  }

  /** Takes in a document that makes several pages; the first one stands for all that go wrong together. */
  async addPages(address: string, read: () => Promise<readonly SourcePage[]>): Promise<void> {
    const below: SourcePage[] = [];
    await this.addPage({ address }, async () => {
      const [first, ...others] = await read();
      if (first === undefined) throw new ImportError(`${address} is empty`);
      below.push(...others);
      return first;
    });
    for (const { address, ...text } of below) await this.addPage({ address }, async () => text);
  }

  /** Writes a file to the disk. */
  async addFile(path: string, name = nameOfPath(path)): Promise<void> {
    await this.#attempt(async () => {
      const to = join(this.#context.folder, `file-${this.#total}`);
      const most = Math.min(importLimits.file, importLimits.bytes - this.#bytes);
      this.#bytes += await this.#folder.extract(path, to, most);
      this.#files.push({
        address: path,
        name,
        contentType: contentTypeOf(name, await readHead(to)),
        path: to,
      });
    });
  }

  finish(): ImportedTree {
    const { files, total } = this.inlined;
    return { pages: this.#pages, files: [...this.#files, ...files], total: this.#total + total };
  }

  async #attempt(take: () => Promise<void>): Promise<boolean> {
    this.#total++;
    try {
      await take();
      return true;
    } catch (error) {
      // Whatever is wrong with one page or file, the others can do without it; not so where the disk is full.
      if (error instanceof Error && "syscall" in error) throw error;
      return false;
    } finally {
      this.#context.report({ done: this.#total, total: Math.max(this.#expected, this.#total) });
    }
  }

  #heirOf(parent: string | undefined): string | undefined {
    return parent !== undefined && this.#heirs.has(parent) ? this.#heirs.get(parent) : parent;
  }
}
