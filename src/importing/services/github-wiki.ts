import { leadingHeading, scanLines, withoutClosingHashes } from "../../content/markdown/index.ts";
import type { Folder } from "../folders/index.ts";
import { documentOf, readPage } from "../markdown-tree/index.ts";
import {
  extensionOf,
  type ImportContext,
  ImportError,
  type ImportedTree,
  nameOfPath,
  pathFrom,
  withoutExtension,
} from "../source/index.ts";
import { type PageContent, TreeBuilder, visiblePaths } from "./tree-builder.ts";
import {
  markdownExtensions,
  normalizeWikiLinks,
  otherMarkupLanguages,
  titleOf,
  WikiNames,
} from "./wiki-links.ts";

/** Imports a clone of the wiki of a GitHub repository: `owner/name`, if it is known. */
export async function importGithubWiki(
  folder: Folder,
  context: ImportContext,
  repository?: string,
): Promise<ImportedTree> {
  const paths = visiblePaths(folder);
  const pages = paths.filter((path) => isPage(path) && !nameOfPath(path).startsWith("_"));
  const files = paths.filter((path) => !isPage(path));
  if (pages.length === 0) throw new ImportError("This is not a wiki: it has no pages");
  const builder = new TreeBuilder(folder, context, pages.length + files.length);
  const names = new WikiNames(pages, files, repository);
  const read = async (path: string): Promise<PageContent> => {
    const text = await builder.readText(path);
    const title = titleOf(path);
    const language = otherMarkupLanguages.get(extensionOf(path));
    if (language !== undefined) return { type: "document", title, markdown: writeCodeBlock(text, language) };
    return documentOf(await readPage(path, normalizeWikiLinks(text, path, names)), title, false);
  };
  for (const entry of await listEntries(paths, pages, names, builder)) {
    const { address, type, title, href, parent } = entry;
    await builder.addPage({ address, parent }, async () =>
      type === "page" ? read(address) : { type, title, ...(href !== undefined && { href }) },
    );
  }
  for (const path of files) await builder.addFile(path);
  return builder.finish();
}

function isPage(path: string): boolean {
  const extension = extensionOf(path);
  return markdownExtensions.has(extension) || otherMarkupLanguages.has(extension);
}

/** The home page, the entries of the sidebar, and the remaining pages. */
async function listEntries(
  paths: readonly string[],
  pages: readonly string[],
  names: WikiNames,
  builder: TreeBuilder,
): Promise<SidebarEntry[]> {
  const sidebar = findNearestToRoot(paths.filter(isPage), /^_sidebar$/i);
  const home = findNearestToRoot(pages, /^home$/i);
  const readEntries = async (path: string): Promise<SidebarEntry[]> => {
    try {
      const markdown = normalizeWikiLinks(await builder.readText(path), path, names);
      return readSidebar(markdown, path, new Set(pages), home);
    } catch (error) {
      // Without a sidebar, the pages are in the order of their files.
      if (error instanceof ImportError) return [];
      throw error;
    }
  };
  const listed = sidebar === undefined ? [] : await readEntries(sidebar);
  const listedPaths = new Set([home, ...listed.map(({ address }) => address)]);
  const others = pages.filter((path) => !listedPaths.has(path));
  return [...(home === undefined ? [] : [pageEntry(home)]), ...listed, ...others.map(pageEntry)];
}

function pageEntry(path: string): SidebarEntry {
  return { address: path, type: "page", title: titleOf(path), parent: undefined };
}

/** Finds the page nearest to the root whose name matches. */
function findNearestToRoot(paths: readonly string[], name: RegExp): string | undefined {
  const matching = paths.filter((path) => name.test(withoutExtension(nameOfPath(path))));
  return matching.sort((a, b) => a.split("/").length - b.split("/").length)[0];
}

/** Writes text as a code block, with a fence longer than all fences in the text. */
function writeCodeBlock(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}

interface SidebarEntry {
  readonly address: string;
  readonly type: "page" | "group" | "link";
  readonly title: string;
  readonly href?: string;
  readonly parent: string | undefined;
}

const item = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/s;
const heading = /^ {0,3}#{1,6}[ \t]+(.*)$/s;
const strong = /^(?:\*\*([^*]{1,500})\*\*|__([^_]{1,500})__):?[ \t]*$/;
const link = /(?<!!)\[((?:[^[\]\\]|\\.){0,500})\]\(<?([^()<>\s]{1,2048})>?(?: "[^"]{0,500}")?\)/g;

/** Reads the nested lists of a sidebar without the home page. Headings become groups. */
function readSidebar(
  markdown: string,
  path: string,
  pages: ReadonlySet<string>,
  home?: string,
): SidebarEntry[] {
  const entries = new Map<string, SidebarEntry>();
  const openItems: { readonly indent: number; readonly address: string }[] = [];
  let group: string | undefined;
  const add = (text: string, parent: string | undefined): string => {
    const [, label = "", href = ""] = text.matchAll(link).next().value ?? [];
    const target = pathFrom(path, href);
    const title = leadingHeading(`# ${href === "" ? text : label}`) ?? "";
    if (target !== undefined && pages.has(target)) {
      // The first entry of a page counts.
      if (target !== home) entries.getOrInsert(target, { address: target, type: "page", title, parent });
      return target;
    }
    const address = `${path}/${entries.size + 1}`;
    const isExternal = /^https?:\/\//i.test(href) && title !== "";
    if (isExternal) entries.set(address, { address, type: "link", title, href, parent });
    else entries.set(address, { address, type: "group", title: title || "…", parent });
    return address;
  };
  const addItem = (indent: number, text: string): void => {
    while ((openItems.at(-1)?.indent ?? -1) >= indent) openItems.pop();
    openItems.push({ indent, address: add(text, openItems.at(-1)?.address ?? group) });
  };
  for (const { text: line, isCode } of scanLines(markdown, { indentedCode: false })) {
    if (isCode) continue;
    const text = line.trimEnd();
    const [, indent = "", itemText] = item.exec(text) ?? [];
    const [, first, second] = strong.exec(text) ?? [];
    const [, headingText = first ?? second] = heading.exec(text) ?? [];
    if (itemText !== undefined) addItem(indent.replaceAll("\t", "    ").length, itemText);
    else if (headingText !== undefined) {
      openItems.length = 0;
      group = add(withoutClosingHashes(headingText), undefined);
    } else for (const [match] of text.matchAll(link)) addItem(0, match);
  }
  return withoutEmptyGroups([...entries.values()]);
}

function withoutEmptyGroups(entries: readonly SidebarEntry[]): SidebarEntry[] {
  const needed = new Set<string>();
  const kept = entries.toReversed().filter(({ type, address, parent }) => {
    const isKept = type !== "group" || needed.has(address);
    if (isKept && parent !== undefined) needed.add(parent);
    return isKept;
  });
  return kept.reverse();
}
