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
import { visiblePaths } from "./paths.ts";
import { type PageContent, TreeBuilder } from "./tree-builder.ts";
import { normalizeWikiLinks } from "./wiki-links.ts";
import { markdownExtensions, otherMarkupLanguages, titleOf, WikiNames } from "./wiki-names.ts";
import { readSidebar, type SidebarEntry } from "./wiki-sidebar.ts";

/** Imports a clone of the wiki of a GitHub repository, `owner/name` if it is known. */
export async function importGithubWiki(
  folder: Folder,
  context: ImportContext,
  { repository }: { readonly repository?: string } = {},
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

/** The home page, the entries of the sidebar, and the remaining pages. */
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
  const known = new Set([home, ...listed.map(({ address }) => address)]);
  const others = pages.filter((path) => !known.has(path));
  return [...(home === undefined ? [] : [pageEntry(home)]), ...listed, ...others.map(pageEntry)];
}

function pageEntry(path: string): SidebarEntry {
  return { address: path, type: "page", title: titleOf(path), parent: undefined };
}

function highest(paths: readonly string[]): string | undefined {
  return paths.toSorted((a, b) => a.split("/").length - b.split("/").length)[0];
}

/** Text as a code block. Its fence is longer than those in the text. */
function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}
