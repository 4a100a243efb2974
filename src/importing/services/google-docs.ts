import type { Folder } from "../folders/index.ts";
import { readDocument } from "../html/index.ts";
import {
  extensionOf,
  type ImportContext,
  ImportError,
  type ImportedTree,
  nameOfPath,
  type SourcePage,
  withoutExtension,
} from "../source/index.ts";
import { readGoogleDocument } from "./google-docs-html.ts";
import { visiblePaths } from "./paths.ts";
import { splitDocument } from "./split-document.ts";
import { TreeBuilder } from "./tree-builder.ts";

/** Imports what Google Docs exports as HTML: a document and its images. */
export async function importGoogleDocs(folder: Folder, context: ImportContext): Promise<ImportedTree> {
  const paths = visiblePaths(folder);
  // A document that is published on the web has no file name.
  const isDocument = (path: string): boolean => paths.length === 1 || /^html?$/.test(extensionOf(path));
  if (!paths.some(isDocument)) throw new ImportError("The export of Google Docs has no HTML file");
  const builder = new TreeBuilder(folder, context, paths.length);
  for (const path of paths) {
    if (isDocument(path)) await builder.addPages(path, () => readPages(path, builder));
    else await builder.addFile(path);
  }
  return builder.finish();
}

async function readPages(path: string, builder: TreeBuilder): Promise<readonly SourcePage[]> {
  const document = readGoogleDocument(await builder.readText(path));
  const {
    title = withoutExtension(nameOfPath(path)),
    markdown,
    anchors,
    inlined = [],
  } = readDocument(document, "all");
  await builder.inlined.take(inlined, path);
  return splitDocument({ address: path, title, markdown, anchors });
}
