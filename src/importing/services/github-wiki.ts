import type { Folder } from "../folders/index.ts";
import { documentOf, readPage } from "../markdown-tree/index.ts";
import {
  extensionOf,
  type ImportContext,
  ImportError,
  type ImportedTree,
  nameOfPath,
  withoutExtension,
} from "../source/index.ts";
import { isHiddenFile } from "./paths.ts";
import { type PageContent, TreeBuilder } from "./tree-builder.ts";
import { normalizeWikiLinks } from "./wiki-links.ts";
import { markdownExtensions, otherMarkupLanguages, titleOf, WikiNames } from "./wiki-names.ts";
import { readSidebar, type SidebarEntry } from "./wiki-sidebar.ts";

export interface WikiOptions {
  /** The repository of the wiki as `owner/name`, where that is known. */
  readonly repository?: string;
}

/** The wiki of a GitHub repository: a clone of it, or an archive of that. */
export async function importGithubWiki(
  folder: Folder,
  context: ImportContext,
  { repository }: WikiOptions = {},
): Promise<ImportedTree> {
  const paths = folder.entries.map(({ path }) => path).filter((path) => !isHiddenFile(path));
  const pages = paths.filter((path) => isPage(path) && !nameOfPath(path).startsWith("_"));
  const files = paths.filter((path) => !isPage(path));
  if (pages.length === 0) throw new ImportError("This is no wiki: it has no pages in it");
  const builder = new TreeBuilder(folder, context, pages.length + files.length);
  const names = new WikiNames(pages, files, repository);
  const read = async (path: string): Promise<PageContent> => {
    const text = await builder.readText(path);
    const title = titleOf(path);
    const language = otherMarkupLanguages.get(extensionOf(path));
    if (language !== undefined) return { type: "document", title, markdown: fenced(text, language) };
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

/** Home, what the sidebar lists, and then all that it does not. */
async function listEntries(
  paths: readonly string[],
  pages: readonly string[],
  names: WikiNames,
  builder: TreeBuilder,
): Promise<SidebarEntry[]> {
  const sidebar = highest(
    paths.filter((path) => /^_sidebar$/i.test(withoutExtension(nameOfPath(path))) && isPage(path)),
  );
  const home = highest(pages.filter((path) => /^home$/i.test(withoutExtension(nameOfPath(path)))));
  const listed = sidebar === undefined ? [] : await readListed(sidebar, { pages, home, names, builder });
  const known = new Set([home, ...listed.map(({ address }) => address)]);
  const others = pages.filter((path) => !known.has(path));
  return [...(home === undefined ? [] : [pageEntry(home)]), ...listed, ...others.map(pageEntry)];
}

interface Wiki {
  readonly pages: readonly string[];
  readonly home: string | undefined;
  readonly names: WikiNames;
  readonly builder: TreeBuilder;
}

async function readListed(path: string, { pages, home, names, builder }: Wiki): Promise<SidebarEntry[]> {
  try {
    const markdown = normalizeWikiLinks(await builder.readText(path), path, names);
    return readSidebar(markdown, path, new Set(pages), home);
  } catch (error) {
    // Without one, pages stand as they come.
    if (error instanceof ImportError) return [];
    throw error;
  }
}

function pageEntry(path: string): SidebarEntry {
  return { address: path, type: "page", title: titleOf(path), parent: undefined };
}

function highest(paths: readonly string[]): string | undefined {
  return paths.toSorted((a, b) => a.split("/").length - b.split("/").length)[0];
}

/** Text as code, between fences that it does not hold itself. */
function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}
