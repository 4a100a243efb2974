import { type Folder, HostileFolderError } from "../folders/index.ts";
import { decodeText, folderOfPath, ImportError, normalizePath } from "../source/index.ts";
import { defaultReadme, defaultSummary, includesFolder, settingsFile } from "./conventions.ts";
import { compareText, isPageName, sortKey } from "./file-names.ts";
import { type Fields, isFields, readFields, textIn } from "./front-matter.ts";

export interface MarkdownTree {
  readonly folder: Folder;
  /** The folder of the content, with a trailing slash; empty for the whole folder. */
  readonly root: string;
  readonly readme?: string;
  readonly summary?: string;
  /** Whether the tree has a settings file, and so its documents need no conversion from other dialects. */
  readonly isNative: boolean;
  /** The paths of all pages, sorted by folder and name. */
  readonly pages: ReadonlySet<string>;
  has(path: string): boolean;
  /** Finds the page at a path, which may lack the extension, or be that of a folder. */
  findPage(path: string): string | undefined;
}

const maxSettingsBytes = 64 * 1024;

export async function openTree(folder: Folder): Promise<MarkdownTree> {
  const paths = new Set(folder.entries.map(({ path }) => path));
  const byLowerCase = new Map(folder.entries.map(({ path }) => [path.toLowerCase(), path]));
  const settings = await readYamlFile(folder, settingsFile, maxSettingsBytes);
  const rootPath = normalizePath(textIn(settings, "root") ?? "") ?? "";
  const root = rootPath === "" ? "" : `${rootPath}/`;
  const structure = isFields(settings?.structure) ? settings.structure : {};
  const fileAt = (name: string) => byLowerCase.get(`${root}${normalizePath(name) ?? ""}`.toLowerCase());
  const readme = fileAt(textIn(structure, "readme") ?? defaultReadme);
  const summary = fileAt(textIn(structure, "summary") ?? defaultSummary);
  const pages = new Set(pagePaths([...paths], root).filter((path) => path !== summary));
  return {
    folder,
    root,
    ...(readme !== undefined && { readme }),
    ...(summary !== undefined && { summary }),
    isNative: settings !== undefined,
    pages,
    has: (path) => paths.has(path),
    findPage: (path) => pageCandidates(path).find((candidate) => pages.has(candidate)),
  };
}

/** Reads a YAML or JSON file; undefined if it does not exist or is invalid. */
export async function readYamlFile(
  folder: Folder,
  path: string,
  maxBytes: number,
  options?: { readonly asStrings: boolean },
): Promise<Fields | undefined> {
  const text = await readText(folder, path, maxBytes);
  return text === undefined ? undefined : readFields(text, options);
}

/** Reads a text file; undefined if it does not exist, is too large, damaged or binary. */
export async function readText(folder: Folder, path: string, maxBytes: number): Promise<string | undefined> {
  try {
    return decodeText(await folder.read(path, maxBytes));
  } catch (error) {
    if (error instanceof ImportError && !(error instanceof HostileFolderError)) return undefined;
    throw error;
  }
}

/** Hidden folders contain the settings of tools, not pages. */
function pagePaths(paths: readonly string[], root: string): string[] {
  return paths
    .filter((path) => path.startsWith(root) && isPageName(path))
    .filter((path) => !/(?:^|\/)\./.test(path.slice(root.length)))
    .map((path) => ({ path, folder: sortKey(folderOfPath(path)), key: sortKey(path) }))
    .sort((a, b) => compareText(a.folder, b.folder) || compareText(a.key, b.key))
    .map(({ path }) => path);
}

const indexNames = ["README.md", "index.md", "readme.md", "_index.md", "index.mdx", "README.mdx"];

/** The paths that a link may refer to, by precedence. */
function* pageCandidates(path: string): Generator<string> {
  yield path;
  if (isPageName(path)) return;
  yield `${path}.md`;
  yield `${path}.mdx`;
  for (const name of indexNames) yield path === "" ? name : `${path}/${name}`;
}

export function isInclude(tree: MarkdownTree, path: string): boolean {
  return path.startsWith(tree.root + includesFolder) && isPageName(path);
}
