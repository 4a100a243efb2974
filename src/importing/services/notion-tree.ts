import { extensionOf, nameOfPath, withoutExtension } from "../source/index.ts";
import { folderOf, isHiddenFile } from "./paths.ts";

/** A page, or a database, of a Notion export. */
export interface NotionNode {
  readonly path: string;
  readonly kind: "markdown" | "html" | "table";
  /** As its file is called, without the id. */
  readonly title: string;
  readonly parent: string | undefined;
  /** Other files of the same page. Of a database, one of them may have more rows than its first view shows. */
  readonly aliases: readonly string[];
}

export interface NotionTree {
  readonly top: readonly NotionNode[];
  readonly below: ReadonlyMap<string, readonly NotionNode[]>;
  readonly byId: ReadonlyMap<string, string>;
  readonly files: readonly string[];
  readonly size: number;
}

/** The title and the id in a name that Notion has given. */
export function splitName(name: string): { readonly title: string; readonly id?: string } {
  const [, separator, id] = /(%20|[ _-])([0-9a-f]{32})$/i.exec(name.slice(-35)) ?? [];
  if (id === undefined || separator === undefined) return { title: name };
  return { title: name.slice(0, -id.length - separator.length), id: id.toLowerCase() };
}

const kinds: Readonly<Record<string, NotionNode["kind"]>> = { md: "markdown", html: "html", csv: "table" };
const kindOf = (path: string): NotionNode["kind"] | undefined => {
  const extension = extensionOf(path);
  return Object.hasOwn(kinds, extension) ? kinds[extension] : undefined;
};

/** Finds what is below what: the pages below another are in a folder that is called as that is, with or without its id. */
export function notionTree(paths: readonly string[]): NotionTree {
  const kept = paths.filter((path) => !isHiddenFile(path));
  const existing = new Set(kept);
  const pages = kept.filter((path) => isPage(path, existing));
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
  const isFile = (path: string): boolean => kindOf(path) === undefined || isLoneTable(path);
  return { top, below, byId, files: kept.filter(isFile), size: pages.length };
}

function nodeOf(
  path: string,
  parents: ReadonlyMap<string, string>,
  existing: ReadonlySet<string>,
): NotionNode {
  const others = [`${withoutExtension(path)}_all.csv`, `${withoutExtension(path)}.csv`];
  return {
    path,
    kind: kindOf(path) ?? "markdown",
    title: splitName(nameOfPath(withoutExtension(path))).title,
    parent: parentOf(path, parents),
    aliases: others.filter((other) => other !== path && existing.has(other)),
  };
}

/** A table is a page unless there is a page for it already, or it has only more rows of another. */
function isPage(path: string, existing: ReadonlySet<string>): boolean {
  const kind = kindOf(path);
  if (kind !== "table") return kind !== undefined && !isOverview(path);
  if (isLoneTable(path)) return false;
  const stem = withoutExtension(path);
  const isMore = stem.endsWith("_all") && existing.has(`${stem.slice(0, -4)}.csv`);
  return !isMore && !existing.has(`${stem}.md`) && !existing.has(`${stem}.html`);
}

/** A table without an id is something that was attached. */
function isLoneTable(path: string): boolean {
  const stem = nameOfPath(withoutExtension(path));
  return kindOf(path) === "table" && splitName(stem.replace(/_all$/, "")).id === undefined;
}

/** A list of all that was exported, which is no page of its own. */
function isOverview(path: string): boolean {
  return nameOfPath(path) === "index.html";
}

function foldersOfPages(pages: readonly string[]): Map<string, string> {
  const folders = new Map<string, string>();
  for (const path of pages) folders.set(withoutExtension(path), path);
  for (const path of pages) {
    const folder = folderOf(path);
    const { title } = splitName(nameOfPath(withoutExtension(path)));
    const named = folder === "" ? title : `${folder}/${title}`;
    if (!folders.has(named)) folders.set(named, path);
  }
  return folders;
}

/** How far up a page is looked for. */
const maxDepth = 64;

/** The page whose folder it is in, or the nearest one above that. */
function parentOf(path: string, folders: ReadonlyMap<string, string>): string | undefined {
  let folder = folderOf(path);
  for (let steps = 0; folder !== "" && steps < maxDepth; steps++, folder = folderOf(folder)) {
    const page = folders.get(folder);
    if (page !== undefined && page !== path) return page;
  }
  return undefined;
}

/** The archives in an export that came in parts, as all large ones do: the pages are in these. */
export function zipPartsOf(paths: readonly string[]): string[] {
  return paths.filter((path) =>
    /^(?:Export(?:Block)?-[^/]{1,200}|[^/]{1,200}-Part-\d{1,4})\.zip$/i.test(path),
  );
}
