import type { Folder } from "../folders/index.ts";
import type { ReadHtml } from "../html/index.ts";
import { type ImportContext, ImportError, type ImportedTree, nameOfPath } from "../source/index.ts";
import { Gathering } from "./gathering.ts";
import { plainDocument } from "./google-docs-html.ts";
import { writeMarks } from "./marks.ts";
import { extensionOf, isClutter, stemOf } from "./paths.ts";
import { splitDocument, type WholeDocument } from "./split-document.ts";

/** What Google Docs exports as a web page: the document, and the images in it, if it came with them. */
export async function importGoogleDocs(
  folder: Folder,
  context: ImportContext,
  readHtml: ReadHtml,
): Promise<ImportedTree> {
  const paths = folder.entries.map(({ path }) => path).filter((path) => !isClutter(path));
  // A page that was published has no name of a file.
  const isDocument = (path: string): boolean => paths.length === 1 || /^html?$/.test(extensionOf(path));
  if (!paths.some(isDocument)) throw new ImportError("The export of Google Docs has no web page in it");
  const gathering = new Gathering(folder, context, paths.length);
  for (const path of paths) {
    if (isDocument(path)) await takeDocument(path, gathering, readHtml);
    else await gathering.takeFile(path);
  }
  return gathering.finish();
}

async function takeDocument(path: string, gathering: Gathering, readHtml: ReadHtml): Promise<void> {
  await gathering.takePages(path, async () => splitDocument(await wholeOf(path, gathering, readHtml)));
}

async function wholeOf(path: string, gathering: Gathering, readHtml: ReadHtml): Promise<WholeDocument> {
  const { title, html, notes } = plainDocument(await gathering.readText(path));
  const { markdown, anchors, inlined = [] } = readHtml(html, "all");
  await gathering.inlined.take(inlined, path);
  return {
    address: path,
    title: title || stemOf(nameOfPath(path)),
    markdown: writeMarks(markdown),
    anchors,
    notes: new Map(Array.from(notes, ([label, note]) => [label, readHtml(note, "all").markdown])),
  };
}
