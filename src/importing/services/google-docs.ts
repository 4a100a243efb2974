import type { Folder } from "../folders/index.ts";
import { readDocument } from "../html/index.ts";
import {
  type ImportContext,
  ImportError,
  type ImportedTree,
  nameOfPath,
  type SourcePage,
} from "../source/index.ts";
import { readGoogleDocument } from "./google-docs-html.ts";
import { extensionOf, isClutter, stemOf } from "./paths.ts";
import { splitDocument } from "./split-document.ts";
import { Gathering } from "./tree-builder.ts";

/** What Google Docs exports as a web page: the document, and the images in it, if it came with them. */
export async function importGoogleDocs(folder: Folder, context: ImportContext): Promise<ImportedTree> {
  const paths = folder.entries.map(({ path }) => path).filter((path) => !isClutter(path));
  // A page that was published has no name of a file.
  const isDocument = (path: string): boolean => paths.length === 1 || /^html?$/.test(extensionOf(path));
  if (!paths.some(isDocument)) throw new ImportError("The export of Google Docs has no web page in it");
  const gathering = new Gathering(folder, context, paths.length);
  for (const path of paths) {
    if (isDocument(path)) await gathering.takePages(path, () => readPages(path, gathering));
    else await gathering.takeFile(path);
  }
  return gathering.finish();
}

async function readPages(path: string, gathering: Gathering): Promise<readonly SourcePage[]> {
  const document = readGoogleDocument(await gathering.readText(path));
  const { title = stemOf(nameOfPath(path)), markdown, anchors, inlined = [] } = readDocument(document, "all");
  await gathering.inlined.take(inlined, path);
  return splitDocument({ address: path, title, markdown, anchors });
}
