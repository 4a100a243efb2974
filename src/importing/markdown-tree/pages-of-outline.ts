import { limits } from "../../content/index.ts";
import { maxPageDepth } from "../../content/pages/index.ts";
import {
  folderOfPath,
  nameOfPath,
  type SourcePage,
  slugOfAddress,
  withoutExtension,
} from "../source/index.ts";
import { isFolderPageName } from "./conventions.ts";
import { findPlaces } from "./heading-anchors.ts";
import { readableName, withoutOrder } from "./names.ts";
import type { OutlineItem } from "./outline.ts";
import { type PageFile, withoutTitle } from "./read-page.ts";
import type { MarkdownTree } from "./tree.ts";

/** All pages of an outline, each behind the one that it is below. */
export function pagesOfOutline(
  items: readonly OutlineItem[],
  files: ReadonlyMap<string, PageFile>,
  tree: Pick<MarkdownTree, "top" | "isOurs" | "summary">,
): SourcePage[] {
  const pages: SourcePage[] = [];
  const taken = new Set(files.keys());
  const add = (item: OutlineItem, above: readonly string[]): void => {
    const parent = above.at(-1);
    const page = pageOf(item, files.get(item.address), tree.isOurs, parent);
    // What could not be read is left out, unless something is to be held by it.
    if (page === undefined && item.children.length === 0) return;
    const aliases = aliasesOf(item, tree).filter((alias) => !taken.has(alias));
    for (const alias of aliases) taken.add(alias);
    const named = { ...slugOf(item, tree), ...(page ?? holderOf(item, parent)) };
    pages.push({ ...named, ...(aliases.length > 0 && { aliases }) });
    // Where it would be too deep, it stands beside what it was below.
    const below = above.length + 1 < maxPageDepth ? [...above, item.address] : above;
    for (const child of item.children) add(child, below);
  };
  for (const item of items) add(item, []);
  return pages;
}

/** Undefined for a page whose file could not be read. */
function pageOf(
  item: OutlineItem,
  file: PageFile | undefined,
  isOurs: boolean,
  parent?: string,
): SourcePage | undefined {
  if (item.kind === "holder") return holderOf(item, parent);
  const place = { address: item.address, ...(parent !== undefined && { parent }) };
  const own = item.attributes && { attributes: item.attributes };
  if (item.kind === "link")
    return { ...place, type: "link", title: titleOf(item.title ?? ""), href: item.href ?? "", ...own };
  if (file === undefined) return undefined;
  const title = titleOf(file.title ?? item.title ?? file.heading ?? nameOf(file.path));
  return { ...place, ...documentOf(file, title, isOurs) };
}

/** A page under its title, as its file has it. */
export function documentOf(file: PageFile, title: string, isOurs: boolean): Omit<SourcePage, "address"> {
  const { slug, attributes } = file;
  const own = withoutTitle(file.markdown, title);
  const { markdown, anchors } = isOurs
    ? { markdown: own, anchors: undefined }
    : findPlaces(own, own === file.markdown ? undefined : title);
  return {
    type: "document",
    title,
    markdown,
    ...(slug !== undefined && { slug }),
    ...(attributes && { attributes }),
    ...(anchors && anchors.size > 0 && { anchors }),
  };
}

/** What only holds others: a group, but such stand at the top alone; further in it is a page without text. */
function holderOf({ address, title, slug, attributes }: OutlineItem, parent?: string): SourcePage {
  const shown = titleOf(title ?? nameOf(address));
  const page = {
    address,
    title: shown,
    ...(slug !== undefined && { slug }),
    ...(attributes && { attributes }),
  };
  if (parent === undefined) return { ...page, type: "group" };
  return { ...page, parent, type: "document", markdown: "" };
}

/** The name of a file, or of the folder that it stands for. */
function nameOf(path: string): string {
  const name = nameOfPath(path);
  const folder = folderOfPath(path).slice(0, -1);
  return readableName(isFolderPageName(name) && folder !== "" ? nameOfPath(folder) : name);
}

function titleOf(title: string): string {
  const plain = title.replace(/\p{Cc}/gu, " ").trim();
  return [...plain.slice(0, 2 * limits.pageTitle)].slice(0, limits.pageTitle).join("").trim() || "Untitled";
}

/** A number that only sorts is no part of the address, where the order is that of the names. */
function slugOf({ kind, address }: OutlineItem, tree: Pick<MarkdownTree, "summary">): { slug?: string } {
  if (tree.summary !== undefined || kind === "link") return {};
  const slug = withoutOrder(address) === address ? undefined : slugOfAddress(withoutOrder(address));
  return slug === undefined ? {} : { slug };
}

/** Folders that others keep their pages in, and that are no part of their addresses. */
const contentFolder = /^(?:docs|content|src\/content\/docs|src|pages)\//;

/**
 * How else a page may be linked to: without its extension, by its folder, without numbers that only sort, and from the
 * top of the content.
 */
function aliasesOf(
  { kind, address, aliases = [] }: OutlineItem,
  { top, isOurs }: Pick<MarkdownTree, "top" | "isOurs">,
): string[] {
  if (kind !== "page") return [...aliases];
  const plain = [withoutExtension(address)];
  const folder = folderOfPath(address).slice(0, -1);
  if (isFolderPageName(nameOfPath(address)) && folder !== "") plain.push(folder);
  const written = [address, ...plain];
  // A link from beside it names their folder as it is.
  const beside = written.map((path) => folderOfPath(path) + withoutOrder(nameOfPath(path)));
  const others = isOurs ? [] : [...written, ...beside, ...written.map(withoutOrder)];
  const fromTop = top === "" ? [] : written.map((path) => path.slice(top.length));
  const all = [...plain, ...fromTop, ...others, ...others.map((path) => path.replace(contentFolder, ""))];
  return [...new Set(all)].filter((path) => path !== "" && path !== address);
}
