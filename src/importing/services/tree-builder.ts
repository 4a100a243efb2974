import { join } from "node:path";
import { slugOf } from "../../content/pages/index.ts";
import type { Folder } from "../folders/index.ts";
import { InlinedFiles } from "../html/index.ts";
import {
  contentTypeOf,
  decodeHtml,
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

/** A page without its address. Its parent replaces the one passed to `addPage`. */
export type PageContent = Omit<SourcePage, "address">;

/** A file may be larger than the Markdown of its page, which has no tags and styles. */
const maxPageBytes = 4 * importLimits.document;

/** Gives a page the slug of its title. The file names of exports are generated. */
export function withTitleSlug(page: SourcePage): SourcePage {
  return page.title === undefined ? page : { slug: slugOf(page.title), ...page };
}

/** Builds an imported tree within the limits. Pages that cannot be added are counted, and their subpages move to their parents. */
export class TreeBuilder {
  readonly #folder: Folder;
  readonly #context: ImportContext;
  readonly #expected: number;
  readonly #pages: SourcePage[] = [];
  readonly #files: SourceFile[] = [];
  readonly #replacements = new Map<string, string | undefined>();
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

  /** Reads a text file. A file with a zero byte is binary. */
  async readText(path: string): Promise<string> {
    const bytes = await this.#folder.read(path, Math.min(maxPageBytes, importLimits.bytes - this.#bytes));
    this.#bytes += bytes.length;
    if (bytes.includes(0)) throw new ImportError("is not a text file");
    return extensionOf(path) === "html" ? decodeHtml(bytes, "") : new TextDecoder().decode(bytes);
  }

  async addPage(
    { address, parent }: Pick<SourcePage, "address" | "parent">,
    read: () => Promise<PageContent>,
  ): Promise<void> {
    const isAdded = await this.#attempt(address, async () => {
      if (this.#pages.length >= importLimits.pages)
        throw new ImportError(`is beyond the limit of ${importLimits.pages} pages`);
      const { parent: pageParent = parent, ...page } = await read();
      const length = page.markdown?.length ?? 0;
      if (length > importLimits.document || this.#text + length > importLimits.text)
        throw new ImportError("is too long for a page");
      this.#text += length;
      const added = this.#addedParentOf(pageParent);
      this.#pages.push(withTitleSlug({ ...page, address, ...(added !== undefined && { parent: added }) }));
    });
    if (!isAdded) this.#replacements.set(address, this.#addedParentOf(parent));
  }

  /** Reads a document and adds its pages. If it cannot be read, it counts as one page. */
  async addPages(address: string, read: () => Promise<readonly SourcePage[]>): Promise<void> {
    const subpages: SourcePage[] = [];
    await this.addPage({ address }, async () => {
      const [first, ...others] = await read();
      if (first === undefined) throw new ImportError("is empty");
      subpages.push(...others);
      return first;
    });
    for (const { address, ...page } of subpages) await this.addPage({ address }, async () => page);
  }

  async addFile(path: string, name = nameOfPath(path)): Promise<void> {
    await this.#attempt(path, async () => {
      const to = join(this.#context.folder, `file-${this.#total}`);
      const maxBytes = Math.min(importLimits.file, importLimits.bytes - this.#bytes);
      this.#bytes += await this.#folder.extract(path, to, maxBytes);
      const contentType = contentTypeOf(name, await readHead(to));
      this.#files.push({ address: path, name, contentType, path: to });
    });
  }

  finish(): ImportedTree {
    const { files, total } = this.inlined;
    return { pages: this.#pages, files: [...this.#files, ...files], total: this.#total + total };
  }

  async #attempt(address: string, add: () => Promise<void>): Promise<boolean> {
    this.#total++;
    try {
      await add();
      return true;
    } catch (error) {
      // An invalid page or file is skipped, but a file system error ends the import.
      if (error instanceof Error && "syscall" in error) throw error;
      this.#context.skip?.(address, error instanceof ImportError ? error.message : "cannot be read");
      return false;
    } finally {
      this.#context.report({
        ...{ done: this.#total, total: Math.max(this.#expected, this.#total) },
        ...{ pages: this.#pages.length, files: this.#files.length },
      });
    }
  }

  #addedParentOf(parent: string | undefined): string | undefined {
    return parent !== undefined && this.#replacements.has(parent) ? this.#replacements.get(parent) : parent;
  }
}

export function relativeUrl(base: string, target: string): string {
  const from = base.split("/").slice(0, -1);
  const to = target.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared).map(encodeName)].join("/");
}

/** Escapes parentheses as well, which would end a link in Markdown. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /[()'*!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}

/** The paths of a folder, without hidden files and files that operating systems create. */
export function visiblePaths({ entries }: Folder): string[] {
  return entries
    .map(({ path }) => path)
    .filter((path) => !/(?:^|\/)(?:\.|(?:__MACOSX|Thumbs\.db)(?:\/|$))/.test(path));
}
