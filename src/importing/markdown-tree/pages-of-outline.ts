import { limits, maxPageDepth, type PageAttributes } from "../../content/index.ts";
import {
  folderOfPath,
  nameOfPath,
  type SourcePage,
  slugOfAddress,
  withoutExtension,
} from "../source/index.ts";
import { isIndexName, readableName, withoutOrder } from "./file-names.ts";
import { mapAnchors } from "./heading-anchors.ts";
import { type PageFile, withoutTitle } from "./read-pages.ts";
import type { MarkdownTree } from "./tree.ts";

export interface OutlineItem {
  /** The path of the file or folder, or a unique key. */
  readonly address: string;
  readonly kind: "page" | "link" | "group" | "generated";
  readonly title?: string;
  readonly href?: string;
  readonly slug?: string;
  readonly generator?: SourcePage["generator"];
  /** The attributes of an entry. Groups and links have no front matter. */
  readonly attributes?: Pick<
    PageAttributes,
    "linkTitle" | "emoji" | "icon" | "hidden" | "noIndex" | "noRobotsIndex" | "condition"
  >;
  readonly aliases?: readonly string[];
  readonly children: OutlineItem[];
}

type TreeFacts = Pick<MarkdownTree, "root" | "isNative" | "summary">;

export function pagesOfOutline(
  items: readonly OutlineItem[],
  files: ReadonlyMap<string, PageFile>,
  tree: TreeFacts,
): SourcePage[] {
  const pages: SourcePage[] = [];
  const usedPaths = new Set(files.keys());
  const add = (item: OutlineItem, ancestors: readonly string[]): void => {
    const parent = ancestors.at(-1);
    const page = pageOf(item, files.get(item.address), tree.isNative, parent);
    // An unreadable page is skipped, or becomes a group if it has children.
    if (page === undefined && item.children.length === 0) return;
    const aliases = aliasesOf(item, tree).filter((alias) => !usedPaths.has(alias));
    for (const alias of aliases) usedPaths.add(alias);
    pages.push({
      ...slugOf(item, tree),
      ...(page ?? groupOf(item, parent)),
      ...(aliases.length > 0 && { aliases }),
    });
    // Pages that would be too deep become siblings of their parents.
    const childAncestors = ancestors.length + 1 < maxPageDepth ? [...ancestors, item.address] : ancestors;
    for (const child of item.children) add(child, childAncestors);
  };
  for (const item of items) add(item, []);
  return pages;
}

/** The page of an item; undefined if its file could not be read. */
function pageOf(
  item: OutlineItem,
  file: PageFile | undefined,
  isNative: boolean,
  parent?: string,
): SourcePage | undefined {
  const { kind, address, attributes } = item;
  if (kind === "group") return groupOf(item, parent);
  const position = { address, ...(parent !== undefined && { parent }) };
  if (kind === "link")
    return {
      ...position,
      type: "link",
      title: fitTitle(item.title ?? ""),
      href: item.href ?? "",
      ...(attributes && { attributes }),
    };
  if (item.generator !== undefined) return { ...position, type: "generated", generator: item.generator };
  if (file === undefined) return undefined;
  const title = fitTitle(file.title ?? item.title ?? file.heading ?? titleOfPath(file.path));
  const page = documentOf(file, title, isNative);
  return { ...position, ...page, ...(attributes && { attributes: { ...page.attributes, ...attributes } }) };
}

/** The document of a file, without a heading that repeats its title. */
export function documentOf(file: PageFile, title: string, isNative: boolean): Omit<SourcePage, "address"> {
  const { slug, attributes } = file;
  const body = file.keepsHeading ? file.markdown : withoutTitle(file.markdown, title);
  const { markdown, anchors } = isNative
    ? { markdown: body, anchors: undefined }
    : mapAnchors(body, body === file.markdown ? undefined : title);
  return {
    type: "document",
    title,
    markdown,
    ...(slug !== undefined && { slug }),
    ...(attributes && { attributes }),
    ...(anchors && anchors.size > 0 && { anchors }),
  };
}

/** Groups exist only at the top level; below it they become empty documents. */
function groupOf({ address, title, slug, attributes }: OutlineItem, parent?: string): SourcePage {
  const page = {
    address,
    title: fitTitle(title ?? titleOfPath(address)),
    ...(slug !== undefined && { slug }),
    ...(attributes && { attributes }),
  };
  if (parent === undefined) return { ...page, type: "group" };
  return { ...page, parent, type: "document", markdown: "" };
}

/** Derives a title from a path. An index page is named by its folder. */
function titleOfPath(path: string): string {
  const name = nameOfPath(path);
  const folder = folderOfPath(path).slice(0, -1);
  return readableName(isIndexName(name) && folder !== "" ? nameOfPath(folder) : name);
}

function fitTitle(title: string): string {
  const line = title.replace(/\p{Cc}/gu, " ").trim();
  return [...line.slice(0, 2 * limits.pageTitle)].slice(0, limits.pageTitle).join("").trim() || "Untitled";
}

/** Removes the order number from the slug, unless a table of contents determines the order. */
function slugOf({ kind, address }: OutlineItem, { summary }: TreeFacts): { slug?: string } {
  if (summary !== undefined || kind === "link") return {};
  const slug = withoutOrder(address) === address ? undefined : slugOfAddress(withoutOrder(address));
  return slug === undefined ? {} : { slug };
}

/** Matches folders in which other tools keep pages, and which are not part of URLs. */
const contentFolder = /^(?:docs|content|src\/content\/docs|src|pages)\//;

/** Further paths by which links may refer to a page: without extension or order numbers, and relative to other roots. */
function aliasesOf({ kind, address, aliases = [] }: OutlineItem, { root, isNative }: TreeFacts): string[] {
  if (kind !== "page") return [...aliases];
  const short = [withoutExtension(address)];
  const folder = folderOfPath(address).slice(0, -1);
  if (isIndexName(nameOfPath(address)) && folder !== "") short.push(folder);
  const paths = [address, ...short];
  // Links between siblings keep the order numbers of their folders.
  const siblingPaths = paths.map((path) => folderOfPath(path) + withoutOrder(nameOfPath(path)));
  const foreign = isNative ? [] : [...paths, ...siblingPaths, ...paths.map(withoutOrder)];
  const fromRoot = root === "" ? [] : paths.map((path) => path.slice(root.length));
  const all = [...short, ...fromRoot, ...foreign, ...foreign.map((path) => path.replace(contentFolder, ""))];
  return [...new Set(all)].filter((path) => path !== "" && path !== address);
}
