import { type Folder, HostileFolderError } from "../folders/index.ts";
import { decodeText, folderOfPath, ImportError, normalizePath } from "../source/index.ts";
import { includesFolder, isPageName, settingsFile, usualReadme, usualSummary } from "./conventions.ts";
import { compareText, sortingKey } from "./names.ts";
import { type Fields, isFields, readFields, textIn } from "./read-yaml.ts";

/** A folder whose pages are files of Markdown. */
export interface MarkdownTree {
  readonly folder: Folder;
  /** The folder that the content is in, with its slash; empty for all of it. */
  readonly top: string;
  /** The page that stands for the whole, and the table of contents; undefined where there are none. */
  readonly readme?: string;
  readonly summary?: string;
  /** Whether it says that its texts are written as ours are, so that there is nothing in them to be put in other words. */
  readonly isOurs: boolean;
  /** The files that are pages, folder by folder in the order of their names. */
  readonly pages: ReadonlySet<string>;
  has(path: string): boolean;
  /** The page at a path, which may be without its extension, or that of a folder. */
  findPage(path: string): string | undefined;
}

const largestSettings = 64 * 1024;

export async function openTree(folder: Folder): Promise<MarkdownTree> {
  const paths = new Set(folder.entries.map(({ path }) => path));
  const lowerCase = new Map(folder.entries.map(({ path }) => [path.toLowerCase(), path]));
  const settings = await readSmallFields(folder, settingsFile, largestSettings);
  const root = normalizePath(textIn(settings, "root") ?? "") ?? "";
  const top = root === "" ? "" : `${root}/`;
  const structure = isFields(settings?.structure) ? settings.structure : {};
  const fileAt = (name: string) => lowerCase.get(`${top}${normalizePath(name) ?? ""}`.toLowerCase());
  const readme = fileAt(textIn(structure, "readme") ?? usualReadme);
  const summary = fileAt(textIn(structure, "summary") ?? usualSummary);
  const pages = new Set(pagesAmong([...paths], top).filter((path) => path !== summary));
  return {
    folder,
    top,
    ...(readme !== undefined && { readme }),
    ...(summary !== undefined && { summary }),
    isOurs: settings !== undefined,
    pages,
    has: (path) => paths.has(path),
    findPage: (path) => candidates(path).find((candidate) => pages.has(candidate)),
  };
}

/** What a small file says in YAML or JSON; undefined where it is not there or cannot be read. */
export async function readSmallFields(
  folder: Folder,
  path: string,
  most: number,
  options?: { readonly asWritten: boolean },
): Promise<Fields | undefined> {
  const text = await readText(folder, path, most);
  return text === undefined ? undefined : readFields(text, options);
}

/** The text of a file; undefined where it is not there, too large, damaged or no text. */
export async function readText(folder: Folder, path: string, most: number): Promise<string | undefined> {
  try {
    return decodeText(await folder.read(path, most));
  } catch (error) {
    if (error instanceof ImportError && !(error instanceof HostileFolderError)) return undefined;
    throw error;
  }
}

/** All but what is in folders that begin with a dot: these hold the settings of tools. */
function pagesAmong(paths: readonly string[], top: string): string[] {
  const own = paths.filter((path) => path.startsWith(top) && isPageName(path));
  return own
    .filter((path) => !/(?:^|\/)\./.test(path.slice(top.length)))
    .map((path) => ({ path, folder: sortingKey(folderOfPath(path)), key: sortingKey(path) }))
    .sort((a, b) => compareText(a.folder, b.folder) || compareText(a.key, b.key))
    .map(({ path }) => path);
}

const folderPages = ["README.md", "index.md", "readme.md", "_index.md", "index.mdx", "README.mdx"];

/** What a path may stand for, the nearest first. */
function* candidates(path: string): Generator<string> {
  yield path;
  if (isPageName(path)) return;
  yield `${path}.md`;
  yield `${path}.mdx`;
  for (const name of folderPages) yield path === "" ? name : `${path}/${name}`;
}

/** Whether this is the text of a reusable content. */
export function isInclude(tree: MarkdownTree, path: string): boolean {
  return path.startsWith(tree.top + includesFolder) && isPageName(path);
}
