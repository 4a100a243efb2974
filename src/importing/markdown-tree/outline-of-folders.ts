import { folderOfPath, importLimits, nameOfPath } from "../source/index.ts";
import { compareText, isIndexName, orderOfName, readableName, sortKey } from "./file-names.ts";
import { numberIn, textIn } from "./front-matter.ts";
import type { OutlineItem } from "./pages-of-outline.ts";
import type { PageFile } from "./read-pages.ts";
import { type MarkdownTree, readYamlFile } from "./tree.ts";

/** The title and position of a folder in its `_category_` file, as in Docusaurus. */
interface Category {
  readonly label?: string;
  readonly position?: number;
}

interface Directory {
  readonly path: string;
  index?: PageFile;
  readonly files: PageFile[];
  readonly folders: Directory[];
}

const maxCategoryBytes = 16 * 1024;

/** Adds pages to the outline by their folders. Folders without an insertion point are added below their parents. */
export async function addByFolder(
  tree: MarkdownTree,
  pages: readonly PageFile[],
  insertionPoints: ReadonlyMap<string, OutlineItem[]>,
): Promise<void> {
  const [directories, root] = directoriesOf(tree, pages);
  const categories = new Map<string, Category>();
  for (const { path } of directories) categories.set(path, await readCategory(tree, path));

  const add = (directory: Directory, to: OutlineItem[]): void => {
    const sorted: { item: OutlineItem; position: number; key: string }[] = [];
    const insert = (item: OutlineItem, name: string, position = orderOfName(name)): void => {
      sorted.push({ item, position: position ?? Number.POSITIVE_INFINITY, key: sortKey(name) });
    };
    for (const file of directory.files)
      insert(
        { kind: "page", address: file.path, children: [] },
        nameOfPath(file.path),
        file === directory.index ? Number.NEGATIVE_INFINITY : file.position,
      );
    for (const folder of directory.folders) {
      const { index } = folder;
      const existing = insertionPoints.get(folder.path);
      if (existing !== undefined) {
        add(folder, existing);
        continue;
      }
      const { label, position } = categories.get(folder.path) ?? {};
      const path = folder.path.slice(0, -1);
      const name = nameOfPath(path);
      const title = label ?? (index === undefined ? readableName(name) : undefined);
      const item: OutlineItem = {
        kind: index === undefined ? "group" : "page",
        // The folder of a group may have the same path as a page.
        address: index?.path ?? (tree.pages.has(path) ? folder.path : path),
        ...(title && { title }),
        children: [],
      };
      insert(item, name, index?.position ?? position);
      add({ ...folder, files: folder.files.filter((file) => file !== index) }, item.children);
    }
    sorted.sort((a, b) => a.position - b.position || compareText(a.key, b.key));
    for (const { item } of sorted) to.push(item);
  };
  const items = insertionPoints.get(tree.root) ?? [];
  // A single folder that contains all pages is skipped.
  let top = root;
  while (items.length === 0 && top.files.length === 0 && top.folders.length === 1)
    top = top.folders[0] ?? top;
  add(top, items);
}

/** All folders that contain pages, and the root. */
function directoriesOf(tree: MarkdownTree, pages: readonly PageFile[]): [Directory[], Directory] {
  const root: Directory = { path: tree.root, files: [], folders: [] };
  const directories = new Map([[tree.root, root]]);
  const directoryAt = (path: string): Directory => {
    let parent = root;
    for (let end = path.indexOf("/", tree.root.length); end >= 0; end = path.indexOf("/", end + 1)) {
      const folder = path.slice(0, end + 1);
      let directory = directories.get(folder);
      if (directory === undefined) {
        // Folders become groups, whose number is limited like that of pages.
        if (directories.size > importLimits.pages) return parent;
        directory = { path: folder, files: [], folders: [] };
        directories.set(folder, directory);
        parent.folders.push(directory);
      }
      parent = directory;
    }
    return parent;
  };
  for (const page of pages) {
    const folder = folderOfPath(page.path);
    const directory = directoryAt(folder);
    directory.files.push(page);
    const isIndex = directory.path === folder && isIndexName(nameOfPath(page.path));
    if (page.path === tree.readme) directory.index = page;
    else if (isIndex) directory.index ??= page;
  }
  return [[...directories.values()], root];
}

async function readCategory(tree: MarkdownTree, folder: string): Promise<Category> {
  const path = ["json", "yml", "yaml"]
    .map((extension) => `${folder}_category_.${extension}`)
    .find((candidate) => tree.has(candidate));
  const fields = path === undefined ? undefined : await readYamlFile(tree.folder, path, maxCategoryBytes);
  const [label, position] = [textIn(fields, "label")?.trim(), numberIn(fields, "position")];
  return { ...(label && { label }), ...(position !== undefined && { position }) };
}
