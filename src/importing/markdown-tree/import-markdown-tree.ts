import type { Folder } from "../folders/index.ts";
import {
  type ImportContext,
  ImportError,
  type ImportedTree,
  importLimits,
  nameOfPath,
} from "../source/index.ts";
import { assetsFolder } from "./conventions.ts";
import { isIndexName } from "./file-names.ts";
import { addByFolder } from "./outline-of-folders.ts";
import { type OutlineItem, pagesOfOutline } from "./pages-of-outline.ts";
import {
  describeTags,
  inManifestOrder,
  readFiles,
  readManifest,
  readReusableContents,
  readVariables,
} from "./read-files.ts";
import { linkedPaths, maxDocumentBytes, readPages } from "./read-pages.ts";
import { insertionPoints, outlineOfSummary, readSummary, type SummaryOutline } from "./summary.ts";
import { type MarkdownTree, openTree, readText } from "./tree.ts";

const maxSummaryEntries = 2 * importLimits.pages;

/** Imports a folder of Markdown files, in the order of its SUMMARY.md, or else of its folders. */
export async function importMarkdownTree(
  folder: Folder,
  context: ImportContext,
): Promise<Required<ImportedTree>> {
  const tree = await openTree(folder);
  if (tree.pages.size === 0 && tree.summary === undefined)
    throw new ImportError("contains no Markdown pages");
  const manifest = await readManifest(tree);
  const entryPaths = folder.entries.map(({ path }) => path);
  const assets = inManifestOrder(
    entryPaths.filter((path) => path.startsWith(tree.root + assetsFolder)),
    manifest,
  );
  const expectedTotal = tree.pages.size + assets.length;
  const counts = { done: 0, pages: 0, files: 0 };
  const reporter = (kind: "pages" | "files") => (isRead: boolean) => {
    counts.done++;
    if (isRead) counts[kind]++;
    context.report({ ...counts, total: Math.max(counts.done, expectedTotal) });
  };

  const summary = await readOutline(tree);
  const unlisted = [...tree.pages.difference(new Set(summary.listed))];
  const read = await readPages(tree, summary.listed, unlisted, reporter("pages"), context.skip);
  await addByFolder(
    tree,
    unlisted.flatMap((path) => read.pages.get(path) ?? []),
    insertionPoints(summary.items, tree.root, (path) => isIndexName(nameOfPath(path))),
  );
  const pages = pagesOfOutline(summary.items, read.pages, tree);

  const { reusableContents, lost } = await readReusableContents(tree, manifest);
  for (const { address: path, markdown } of reusableContents)
    for (const file of linkedPaths(tree, { path, markdown, covers: [] }).files) read.files.add(file);
  const paths = [...new Set([...assets, ...summary.files, ...read.files])];
  const files = await readFiles(tree, paths, manifest, context, reporter("files"));
  const allLost = summary.lost + read.lost + lost + folder.skipped;
  return {
    pages,
    files,
    reusableContents,
    variables: await readVariables(tree),
    total: pages.length + reusableContents.length + paths.length + allLost,
    warnings: await describeTags(tree),
  };
}

async function readOutline(tree: MarkdownTree): Promise<SummaryOutline> {
  const { summary, readme } = tree;
  const text = summary === undefined ? undefined : await readText(tree.folder, summary, maxDocumentBytes);
  const emptyOutline = { items: [], listed: [], files: [], lost: 0 };
  if (summary === undefined || text === undefined) return emptyOutline;
  const { entries, count } = readSummary(text, maxSummaryEntries);
  const outline = outlineOfSummary({ ...tree, summary }, entries);
  // A file of this name that lists none of the pages is not a table of contents.
  if (outline.listed.length === 0 && tree.pages.size > 0) return emptyOutline;
  const lost = outline.lost + Math.max(0, count - maxSummaryEntries);
  if (readme === undefined || outline.listed.includes(readme) || !tree.pages.has(readme))
    return { ...outline, lost };
  // The README comes first if it is not listed.
  const readmeItem: OutlineItem = { kind: "page", address: readme, children: [] };
  return { ...outline, lost, items: [readmeItem, ...outline.items], listed: [readme, ...outline.listed] };
}
