import type { Folder } from "../folders/index.ts";
import { readDocument } from "../html/index.ts";
import { parseHtml } from "../html/tree/index.ts";
import {
  extensionOf,
  folderOfPath,
  type ImportContext,
  ImportError,
  type ImportedTree,
  nameOfPath,
  pathFrom,
} from "../source/index.ts";
import {
  contentDocument,
  type IndexEntry,
  isAttachment,
  readConfluencePage,
  readIndex,
} from "./confluence-html.ts";
import { type PageContent, relativeUrl, TreeBuilder, visiblePaths } from "./tree-builder.ts";

/** Imports the HTML export of a Confluence space: its pages, an index with their order, and attachments. */
export async function importConfluence(folder: Folder, context: ImportContext): Promise<ImportedTree> {
  const paths = visiblePaths(folder);
  const index = findIndex(paths);
  const pages = paths.filter(
    (path) => extensionOf(path) === "html" && folderOfPath(path) === folderOfPath(index) && path !== index,
  );
  const files = paths.filter(isAttachment);
  const builder = new TreeBuilder(folder, context, pages.length + files.length);
  const resolve = linkResolver(pages, files);
  const names = new Map<string, string>();
  const seen = new Set<string>();
  const read = async (path: string, indexTitle?: string): Promise<PageContent> => {
    const document = parseHtml(await builder.readText(path));
    const page = readConfluencePage(document, path);
    for (const [file, name] of page.attachments) names.set(file, name);
    const title = indexTitle ?? page.title;
    const content = page.main && contentDocument(page.main, title, (href) => resolve(path, href));
    const { markdown, anchors, inlined = [] } = readDocument(content ?? document, content ? "all" : "main");
    await builder.inlined.add(inlined, path);
    return {
      type: "document",
      title,
      markdown,
      ...(anchors && { anchors }),
      ...(page.parent !== undefined && seen.has(page.parent) && { parent: page.parent }),
    };
  };
  for (const { path, title, parent } of listPages(await entriesOf(index, builder), pages)) {
    await builder.addPage({ address: path, parent }, async () => {
      const page = await read(path, title);
      return title === undefined ? page : { ...page, parent };
    });
    seen.add(path);
  }
  for (const path of files) await builder.addFile(path, names.get(path)?.replace(/[\\/]/g, "-"));
  return builder.finish();
}

/** The entries of the index; empty if it is too large to be parsed. */
async function entriesOf(index: string, builder: TreeBuilder): Promise<readonly IndexEntry[]> {
  const html = await builder.readText(index);
  try {
    return readIndex(parseHtml(html), index);
  } catch (error) {
    if (error instanceof ImportError) return [];
    throw error;
  }
}

/** The pages of the index in its order, then all others. */
function listPages(
  entries: readonly IndexEntry[],
  pages: readonly string[],
): (Pick<IndexEntry, "path"> & Partial<IndexEntry>)[] {
  const existing = new Set(pages);
  const listed = entries.filter(({ path }) => existing.has(path));
  const listedPaths = new Set(listed.map(({ path }) => path));
  const others = pages.filter((path) => !listedPaths.has(path));
  return [
    ...listed.map(({ path, title, parent }) => ({
      path,
      ...(title !== "" && { title }),
      ...(parent !== undefined && existing.has(parent) && { parent }),
    })),
    ...others.map((path) => ({ path })),
  ];
}

/** The index is the `index.html` nearest to the root. */
function findIndex(paths: readonly string[]): string {
  const depth = (path: string): number => path.split("/").length;
  const [index] = paths
    .filter((path) => nameOfPath(path) === "index.html")
    .sort((a, b) => depth(a) - depth(b));
  if (index === undefined)
    throw new ImportError("This is not an HTML export of a Confluence space: it has no index.html");
  return index;
}

/** Resolves links by the paths of pages and attachments, and by their ids in Confluence. */
function linkResolver(
  pages: readonly string[],
  files: readonly string[],
): (from: string, href: string) => string {
  const existing = new Set([...pages, ...files]);
  const pagesById = new Map(pages.map((path) => [/(?<!\d)(\d+)\.html$/.exec(path)?.[1], path]));
  const filesById = new Map(files.map((path) => [idOf(path), path]));
  return (from, href) => {
    const path = pathFrom(from, href);
    const id = pageIdIn(href);
    const page = path !== undefined && existing.has(path) ? path : id && pagesById.get(id);
    if (page) return relativeUrl(from, page) + (/#.*$/s.exec(href)?.[0] ?? "");
    const isThumbnail = path !== undefined && /(?:^|\/)attachments\/thumbnails\//.test(path);
    const file = isThumbnail ? filesById.get(idOf(path)) : undefined;
    return file === undefined ? href : relativeUrl(from, file);
  };
}

/** An attachment is named by its id, in a folder that is named by the id of its page. */
function idOf(path: string): string {
  const [page = "", name = ""] = path.split("/").slice(-2);
  return `${page}/${name.split(".", 1)[0]}`;
}

function pageIdIn(href: string): string | undefined {
  const [, id] =
    /\/viewpage\.action\?(?:[^#]{0,200}&)?pageId=(\d{1,20})/.exec(href) ??
    /\/spaces\/[^/?#]{1,255}\/pages\/(\d{1,20})(?:[/?#]|$)/.exec(href) ??
    [];
  return id;
}
