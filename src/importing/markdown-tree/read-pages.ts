import { importLimits, pathFrom } from "../source/index.ts";
import { addressesIn, type PageFile, readPage, withoutTitle } from "./read-page.ts";
import { setFrontMatter } from "./set-front-matter.ts";
import { withTreePaths } from "./site-paths.ts";
import { isInclude, type MarkdownTree, readText } from "./tree.ts";

/** The most bytes that a text of the longest kind takes up. */
export const mostBytes = 3 * importLimits.document;
/** A heading that is taken away may be in it beside the text. */
const headingLength = 4096;

/** The pages of a tree that could be read, and what was found on the way. */
export interface ReadPages {
  readonly pages: Map<string, PageFile>;
  /** The files that pages link to or show. */
  readonly files: Set<string>;
  /** How many pages there are that could not be read, or were too many. */
  readonly lost: number;
}

/**
 * Reads pages one after the other: first those that are listed, then what they lead to, and so on, and then all others.
 * A page that is not listed, and that others lead to, is hidden.
 */
export async function readPages(
  tree: MarkdownTree,
  listed: readonly string[],
  others: readonly string[],
  afterEach: () => void,
): Promise<ReadPages> {
  const pages = new Map<string, PageFile>();
  const files = new Set<string>();
  const seen = new Set(listed);
  const unlisted = new Set(others);
  let left: number = importLimits.text;
  let tried = 0;

  const take = async (path: string, isHidden: boolean): Promise<string[]> => {
    tried++;
    const page = await readOne(tree, path, isHidden);
    if (page === undefined || page.markdown.length > left) return [];
    left -= page.markdown.length;
    pages.set(path, page);
    const targets = targetsOf(tree, page);
    for (const file of targets.files) files.add(file);
    return targets.pages;
  };
  const takeAll = async (paths: Iterable<string>, isHidden: boolean): Promise<string[]> => {
    const found: string[] = [];
    for (const path of paths) {
      if (tried >= importLimits.pages) break;
      for (const next of await take(path, isHidden)) {
        if (seen.has(next) || !unlisted.has(next)) continue;
        seen.add(next);
        found.push(next);
      }
      afterEach();
    }
    return found;
  };
  let next = await takeAll(listed, false);
  while (next.length > 0) next = await takeAll(next, true);
  await takeAll(
    others.filter((path) => !seen.has(path)),
    false,
  );
  return { pages, files, lost: listed.length + others.length - pages.size };
}

async function readOne(tree: MarkdownTree, path: string, isHidden: boolean): Promise<PageFile | undefined> {
  const text = await readText(tree.folder, path, mostBytes);
  if (text === undefined || text.length > importLimits.document + headingLength) return undefined;
  const read = await readPage(path, text, tree);
  const page = tree.isOurs ? read : { ...read, markdown: withTreePaths(read.markdown, path, tree) };
  const { length } = withoutTitle(page.markdown, page.heading ?? "");
  if (length > importLimits.document) return undefined;
  if (!isHidden || page.isShown) return page;
  return { ...page, markdown: await setFrontMatter(page.markdown, { hidden: true }) };
}

/** What is in the tree of all that a page leads to: other pages, and files. */
export function targetsOf(
  tree: MarkdownTree,
  page: Pick<PageFile, "path" | "markdown" | "covers">,
): { readonly pages: string[]; readonly files: string[] } {
  const pages = new Set<string>();
  const files = new Set<string>();
  for (const address of addressesIn(page)) {
    const path = pathFrom(page.path, address, tree.top);
    if (path === undefined) continue;
    const target = tree.findPage(path);
    if (target !== undefined) pages.add(target);
    else if (tree.has(path) && path !== tree.summary && !isInclude(tree, path)) files.add(path);
  }
  return { pages: [...pages], files: [...files] };
}
