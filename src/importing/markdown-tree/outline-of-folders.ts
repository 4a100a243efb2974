import { folderOfPath, importLimits, nameOfPath } from "../source/index.ts";
import { isFolderPageName } from "./conventions.ts";
import { compareText, orderOfName, readableName, sortingKey } from "./names.ts";
import type { OutlineItem } from "./outline.ts";
import type { PageFile } from "./read-page.ts";
import { numberIn, textIn } from "./read-yaml.ts";
import { type MarkdownTree, readSmallFields } from "./tree.ts";

/** What a folder is called and where it comes, as its own small file says it. */
interface Category {
  readonly label?: string;
  readonly position?: number;
}

interface Directory {
  readonly path: string;
  /** The one of its files that stands for it. */
  page?: PageFile;
  readonly files: PageFile[];
  readonly folders: Directory[];
}

const largestCategory = 16 * 1024;

/**
 * Puts pages where their folders are. Some folders have a place already: what is in them is added there, and all else
 * to the place of the top.
 */
export async function addFolders(
  tree: MarkdownTree,
  pages: readonly PageFile[],
  homes: ReadonlyMap<string, OutlineItem[]>,
): Promise<void> {
  const [directories, top] = directoriesOf(tree, pages);
  const categories = new Map<string, Category>();
  for (const { path } of directories) categories.set(path, await readCategory(tree, path));

  const add = (directory: Directory, to: OutlineItem[]): void => {
    const found: { item: OutlineItem; position: number; key: string }[] = [];
    const place = (item: OutlineItem, name: string, position = orderOfName(name)): void => {
      found.push({ item, position: position ?? Number.POSITIVE_INFINITY, key: sortingKey(name) });
    };
    for (const file of directory.files)
      place(
        itemOf(file.path),
        nameOfPath(file.path),
        file === directory.page ? Number.NEGATIVE_INFINITY : file.position,
      );
    for (const folder of directory.folders) {
      const home = homes.get(folder.path);
      if (home !== undefined) {
        add(folder, home);
        continue;
      }
      const { label, position } = categories.get(folder.path) ?? {};
      const name = nameOfPath(folder.path.slice(0, -1));
      const title = label ?? (folder.page === undefined ? readableName(name) : undefined);
      const path = folder.path.slice(0, -1);
      // A folder may be called as if it were a page, beside one.
      const address = folder.page?.path ?? (tree.pages.has(path) ? folder.path : path);
      const item = itemOf(address, folder.page === undefined, title);
      place(item, name, folder.page?.position ?? position);
      add({ ...folder, files: folder.files.filter((file) => file !== folder.page) }, item.children);
    }
    found.sort((a, b) => a.position - b.position || compareText(a.key, b.key));
    for (const { item } of found) to.push(item);
  };
  const home = homes.get(tree.top) ?? [];
  // A folder that holds all pages says nothing about them.
  let whole = top;
  while (home.length === 0 && whole.files.length === 0 && whole.folders.length === 1)
    whole = whole.folders[0] ?? whole;
  add(whole, home);
}

function itemOf(address: string, isHolder = false, title?: string): OutlineItem {
  return { kind: isHolder ? "holder" : "page", address, ...(title && { title }), children: [] };
}

/** All folders that pages are in, and the one at the top. */
function directoriesOf(tree: MarkdownTree, pages: readonly PageFile[]): [Directory[], Directory] {
  const top: Directory = { path: tree.top, files: [], folders: [] };
  const directories = new Map([[tree.top, top]]);
  const directoryAt = (path: string): Directory => {
    let above = top;
    for (let end = path.indexOf("/", tree.top.length); end >= 0; end = path.indexOf("/", end + 1)) {
      const inside = path.slice(0, end + 1);
      let directory = directories.get(inside);
      if (directory === undefined) {
        // Folders take up the place of pages; there are not to be many more of them.
        if (directories.size > importLimits.pages) return above;
        directory = { path: inside, files: [], folders: [] };
        directories.set(inside, directory);
        above.folders.push(directory);
      }
      above = directory;
    }
    return above;
  };
  for (const page of pages) {
    const folder = folderOfPath(page.path);
    const directory = directoryAt(folder);
    directory.files.push(page);
    const isOwn = directory.path === folder && isFolderPageName(nameOfPath(page.path));
    if (page.path === tree.readme) directory.page = page;
    else if (isOwn) directory.page ??= page;
  }
  return [[...directories.values()], top];
}

async function readCategory(tree: MarkdownTree, folder: string): Promise<Category> {
  const path = ["json", "yml", "yaml"]
    .map((extension) => `${folder}_category_.${extension}`)
    .find((candidate) => tree.has(candidate));
  const fields = path === undefined ? undefined : await readSmallFields(tree.folder, path, largestCategory);
  const [label, position] = [textIn(fields, "label")?.trim(), numberIn(fields, "position")];
  return { ...(label && { label }), ...(position !== undefined && { position }) };
}
