import { extensionOf, folderOfPath, nameOfPath, withoutExtension } from "../source/index.ts";

export interface NotionNode {
  readonly path: string;
  readonly kind: "markdown" | "html" | "table";
  readonly title: string;
  readonly parent: string | undefined;
  /** Other files of the same page. For a database, the first may have more rows than the view that was exported. */
  readonly aliases: readonly string[];
}

export type NotionTree = ReturnType<typeof notionTree>;

export function splitName(name: string): { readonly title: string; readonly id?: string } {
  const [, separator, id] = /(%20|[ _-])([0-9a-f]{32})$/i.exec(name.slice(-35)) ?? [];
  if (id === undefined || separator === undefined) return { title: name };
  return { title: name.slice(0, -id.length - separator.length), id: id.toLowerCase() };
}

const kinds = new Map<string, NotionNode["kind"]>(
  Object.entries({ md: "markdown", html: "html", csv: "table" } as const),
);
const kindOf = (path: string): NotionNode["kind"] | undefined => kinds.get(extensionOf(path));

/** Builds the tree of pages. The subpages of a page are in a folder with its name, with or without the id. */
export function notionTree(paths: readonly string[]) {
  const existing = new Set(paths);
  const pages = paths.filter((path) => isPage(path, existing));
  const parents = foldersOfPages(pages);
  const below = new Map<string, NotionNode[]>();
  const top: NotionNode[] = [];
  const byId = new Map<string, string>();
  for (const path of pages) {
    const node = nodeOf(path, parents, existing);
    const { id } = splitName(nameOfPath(withoutExtension(path)));
    if (id !== undefined) byId.set(id, path);
    if (node.parent === undefined) top.push(node);
    else below.getOrInsertComputed(node.parent, () => []).push(node);
  }
  const isFile = (path: string): boolean => kindOf(path) === undefined || isAttachedTable(path);
  return { top, below, byId, files: paths.filter(isFile), size: pages.length };
}

function nodeOf(
  path: string,
  parents: ReadonlyMap<string, string>,
  existing: ReadonlySet<string>,
): NotionNode {
  const candidates = [`${withoutExtension(path)}_all.csv`, `${withoutExtension(path)}.csv`];
  return {
    path,
    kind: kindOf(path) ?? "markdown",
    title: splitName(nameOfPath(withoutExtension(path))).title,
    parent: parentOf(path, parents),
    aliases: candidates.filter((other) => other !== path && existing.has(other)),
  };
}

/** A table is a page unless it has a page file, or contains all rows of a table of which only a view was exported. */
function isPage(path: string, existing: ReadonlySet<string>): boolean {
  const kind = kindOf(path);
  // The export has an index, which is not a page.
  if (kind !== "table") return kind !== undefined && nameOfPath(path) !== "index.html";
  if (isAttachedTable(path)) return false;
  const stem = withoutExtension(path);
  const isFullTable = stem.endsWith("_all") && existing.has(`${stem.slice(0, -4)}.csv`);
  return !isFullTable && !existing.has(`${stem}.md`) && !existing.has(`${stem}.html`);
}

/** A table without an id is an attachment. */
function isAttachedTable(path: string): boolean {
  const stem = nameOfPath(withoutExtension(path));
  return kindOf(path) === "table" && splitName(stem.replace(/_all$/, "")).id === undefined;
}

function foldersOfPages(pages: readonly string[]): Map<string, string> {
  const folders = new Map<string, string>();
  for (const path of pages) folders.set(withoutExtension(path), path);
  for (const path of pages) {
    const { title } = splitName(nameOfPath(withoutExtension(path)));
    folders.getOrInsert(folderOfPath(path) + title, path);
  }
  return folders;
}

const maxDepth = 64;

function parentOf(path: string, folders: ReadonlyMap<string, string>): string | undefined {
  const names = path.split("/");
  for (let end = names.length - 1; end > 0 && end >= names.length - maxDepth; end--) {
    const page = folders.get(names.slice(0, end).join("/"));
    if (page !== undefined && page !== path) return page;
  }
  return undefined;
}

export function zipPartsOf(paths: readonly string[]): string[] {
  return paths.filter((path) =>
    /^(?:Export(?:Block)?-[^/]{1,200}|[^/]{1,200}-Part-\d{1,4})\.zip$/i.test(path),
  );
}
