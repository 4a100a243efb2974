import { encodeXML } from "entities";
import type { Folder } from "../folders/index.ts";
import type { ReadHtml } from "../html/index.ts";
import { type ImportContext, ImportError, type ImportedTree, nameOfPath } from "../source/index.ts";
import { plainBody } from "./confluence-body.ts";
import { readIndex } from "./confluence-index.ts";
import { isAttachment, readConfluencePage } from "./confluence-page.ts";
import { confluenceTargets } from "./confluence-targets.ts";
import { Gathering, type PageText } from "./gathering.ts";
import { writeMarks } from "./marks.ts";
import { extensionOf, folderOf, isClutter } from "./paths.ts";

/** What Confluence exports as HTML: the pages of a space, an index with their order, and what is attached to them. */
export async function importConfluence(
  folder: Folder,
  context: ImportContext,
  readHtml: ReadHtml,
): Promise<ImportedTree> {
  const paths = folder.entries.map(({ path }) => path).filter((path) => !isClutter(path));
  const index = findIndex(paths);
  const pages = paths.filter((path) => isPage(path) && folderOf(path) === folderOf(index) && path !== index);
  const files = paths.filter(isAttachment);
  const gathering = new Gathering(folder, context, pages.length + files.length);
  const targets = confluenceTargets(pages, files);
  const names = new Map<string, string>();
  const seen = new Set<string>();
  const read = async (path: string, listed?: string): Promise<PageText> => {
    const exported = await gathering.readText(path);
    const page = readConfluencePage(exported, path);
    for (const [file, name] of page.attachments) names.set(file, name);
    const lead = (href: string): string => targets.lead(path, href);
    const title = listed ?? page.title;
    // With its title before it, no heading in the text is taken for that.
    const heading = title === undefined ? "" : `<h1>${encodeXML(title)}</h1>`;
    const {
      markdown,
      anchors,
      inlined = [],
    } = page.body === undefined
      ? readHtml(exported, "main")
      : readHtml(heading + plainBody(page.body, lead), "all");
    await gathering.inlined.take(inlined, path);
    return {
      type: "document",
      title,
      markdown: writeMarks(markdown),
      ...(anchors && { anchors }),
      ...(page.parent !== undefined && seen.has(page.parent) && { parent: page.parent }),
    };
  };
  for (const { path, title, parent } of listPages(await gathering.readText(index), index, pages)) {
    await gathering.takePage({ address: path, parent }, async () => {
      const page = await read(path, title);
      return title === undefined ? page : { ...page, parent };
    });
    seen.add(path);
  }
  for (const path of files) await gathering.takeFile(path, names.get(path)?.replace(/[\\/]/g, "-"));
  return gathering.finish();
}

const isPage = (path: string): boolean => extensionOf(path) === "html";

interface ListedPage {
  readonly path: string;
  readonly title?: string;
  readonly parent?: string | undefined;
}

/** The pages of the index in its order, then those that it has left out. */
function listPages(html: string, index: string, pages: readonly string[]): ListedPage[] {
  const existing = new Set(pages);
  const listed = readIndex(html, index).filter(({ path }) => existing.has(path));
  const known = new Set(listed.map(({ path }) => path));
  const others = pages.filter((path) => !known.has(path));
  return [
    ...listed.map(({ path, title, parent }) => ({
      path,
      ...(title !== "" && { title }),
      ...(parent !== undefined && existing.has(parent) && { parent }),
    })),
    ...others.map((path) => ({ path })),
  ];
}

/** The index is the highest file of that name. */
function findIndex(paths: readonly string[]): string {
  const depth = (path: string): number => path.split("/").length;
  const [index] = paths
    .filter((path) => nameOfPath(path) === "index.html")
    .sort((a, b) => depth(a) - depth(b));
  if (index === undefined)
    throw new ImportError("This is no HTML export of a Confluence space: it has no index.html");
  return index;
}
