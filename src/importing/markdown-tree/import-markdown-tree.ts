import type { Folder } from "../folders/index.ts";
import {
  type ImportContext,
  ImportError,
  type ImportedTree,
  importLimits,
  nameOfPath,
} from "../source/index.ts";
import { assetsFolder, isFolderPageName } from "./conventions.ts";
import { inKeptOrder, readKeptFiles } from "./kept-files.ts";
import type { OutlineItem } from "./outline.ts";
import { addFolders } from "./outline-of-folders.ts";
import { homesIn, outlineOfSummary, type SummaryOutline } from "./outline-of-summary.ts";
import { pagesOfOutline } from "./pages-of-outline.ts";
import { readFiles } from "./read-files.ts";
import { mostBytes, type ReadPages, readPages, targetsOf } from "./read-pages.ts";
import { readReusableContents, readVariables } from "./read-reusable-contents.ts";
import { readSummary } from "./summary.ts";
import { type MarkdownTree, openTree, readText } from "./tree.ts";

/** Reads a folder whose pages are files of Markdown, in the order of its SUMMARY.md, or else of its folders. */
export async function importMarkdownTree(
  folder: Folder,
  context: ImportContext,
): Promise<Required<ImportedTree>> {
  const tree = await openTree(folder);
  if (tree.pages.size === 0 && tree.summary === undefined)
    throw new ImportError("contains no Markdown pages");
  const kept = await readKeptFiles(tree);
  const all = folder.entries.map(({ path }) => path);
  const assets = inKeptOrder(
    all.filter((path) => path.startsWith(tree.top + assetsFolder)),
    kept,
  );
  let done = 0;
  const expected = tree.pages.size + assets.length;
  const afterEach = () => context.report({ done: ++done, total: Math.max(done, expected) });

  const summary = await readOutline(tree);
  const read = await readPages(tree, summary.listed, unlistedIn(tree, summary.listed), afterEach);
  await placeOthers(tree, summary.items, summary.listed, read);
  const pages = pagesOfOutline(summary.items, read.pages, tree);

  const { reusableContents, lost } = await readReusableContents(tree, kept);
  for (const { address: path, markdown } of reusableContents)
    for (const file of targetsOf(tree, { path, markdown, covers: [] }).files) read.files.add(file);
  const paths = [...new Set([...assets, ...summary.files, ...read.files])];
  const files = await readFiles(tree, paths, kept, context, afterEach);
  const allLost = summary.lost + read.lost + lost + folder.skipped;
  return {
    pages,
    files,
    reusableContents,
    variables: await readVariables(tree),
    total: pages.length + reusableContents.length + paths.length + allLost,
  };
}

/** What the table of contents says; nothing where there is none. */
async function readOutline(tree: MarkdownTree): Promise<SummaryOutline> {
  const { summary, readme } = tree;
  const text = summary === undefined ? undefined : await readText(tree.folder, summary, mostBytes);
  const none = { items: [], listed: [], files: [], lost: 0 };
  if (summary === undefined || text === undefined) return none;
  const { entries, count } = readSummary(text, 2 * importLimits.pages);
  const outline = outlineOfSummary({ ...tree, summary }, entries);
  // What is called so may be something else, where there are pages and it leads to none.
  if (outline.listed.length === 0 && tree.pages.size > 0) return none;
  const lost = outline.lost + Math.max(0, count - 2 * importLimits.pages);
  if (readme === undefined || outline.listed.includes(readme) || !tree.pages.has(readme))
    return { ...outline, lost };
  // The first page needs not to be listed.
  const first: OutlineItem = { kind: "page", address: readme, children: [] };
  return { ...outline, lost, items: [first, ...outline.items], listed: [readme, ...outline.listed] };
}

function unlistedIn(tree: MarkdownTree, listed: readonly string[]): string[] {
  return [...tree.pages.difference(new Set(listed))];
}

/** Pages that are not listed come behind the others, in the place that their folder has. */
async function placeOthers(
  tree: MarkdownTree,
  items: OutlineItem[],
  listed: readonly string[],
  { pages }: ReadPages,
): Promise<void> {
  const known = new Set(listed);
  const others = [...tree.pages].flatMap((path) => (known.has(path) ? [] : (pages.get(path) ?? [])));
  await addFolders(
    tree,
    others,
    homesIn(items, tree.top, (path) => isFolderPageName(nameOfPath(path))),
  );
}
