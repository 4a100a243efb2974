import type { ListedPage } from "../../data/api-types.ts";
import { topLevel } from "../../data/library-tree.ts";
import type { DropEntry } from "../../parts/tree/drag.ts";
import type { PageList } from "./page-list.ts";

/** A visible row of the page tree. */
export interface TreeRow extends DropEntry {
  readonly page: ListedPage;
  /** The place among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

/** The rows of a tree: those below an open page, or all that match a text with their ancestors. */
export function rowsOf(pages: PageList, opened: ReadonlySet<string>, filter: string): TreeRow[] {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? openRows(pages, opened) : matchingRows(pages, words);
}

/** The number of pages directly below each page and at the top level. */
function countChildren(pages: PageList): Map<string, number> {
  const counts = new Map<string, number>();
  const path: string[] = [];
  for (const { id, depth } of pages) {
    const parent = depth === 0 ? topLevel : (path[depth - 1] ?? topLevel);
    path[depth] = id;
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return counts;
}

/** Makes rows of the pages, which are given in the order of the tree. */
function rowMaker(pages: PageList) {
  const counts = countChildren(pages);
  const positions = new Map<string, number>();
  const path: string[] = [];
  return (page: ListedPage, isOpen: boolean): TreeRow => {
    const { id, title, depth, type } = page;
    const parent = depth === 0 ? topLevel : (path[depth - 1] ?? topLevel);
    path[depth] = id;
    const position = (positions.get(parent) ?? 0) + 1;
    positions.set(parent, position);
    return {
      ...{
        id,
        title,
        parent,
        page,
        position,
        siblings: counts.get(parent) ?? 1,
        canContain: type !== "link",
      },
      ...(counts.has(id) && { isOpen }),
    };
  };
}

function openRows(pages: PageList, opened: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const rowOf = rowMaker(pages);
  /** Pages that are deeper are below a closed page. */
  let visibleDepth = 0;
  for (const page of pages) {
    if (page.depth > visibleDepth) continue;
    const row = rowOf(page, opened.has(page.id));
    rows.push(row);
    visibleDepth = row.isOpen ? page.depth + 1 : page.depth;
  }
  return rows;
}

function matchingRows(pages: PageList, words: readonly string[]): TreeRow[] {
  const rows: TreeRow[] = [];
  const rowOf = rowMaker(pages);
  let path: { readonly row: TreeRow; isShown: boolean }[] = [];
  for (const page of pages) {
    path = path.slice(0, page.depth);
    path.push({ row: rowOf(page, true), isShown: false });
    const title = page.title.toLocaleLowerCase();
    if (!words.every((word) => title.includes(word))) continue;
    for (const step of path) {
      if (!step.isShown) rows.push(step.row);
      step.isShown = true;
    }
  }
  return rows;
}

/** The ids of the pages above a page. */
export function ancestorsIn(pages: PageList, id: string): string[] {
  const ids: string[] = [];
  let index = pages.findIndex((page) => page.id === id);
  for (let depth = pages[index]?.depth ?? 0; depth > 0 && index > 0; index--) {
    const page = pages[index - 1];
    if (page === undefined || page.depth >= depth) continue;
    ids.push(page.id);
    depth = page.depth;
  }
  return ids.reverse();
}

/** The documents before and after a page in the order of the tree. */
export function neighboursIn(pages: PageList, id: string) {
  const documents = pages.filter(({ type }) => type === "document");
  const index = documents.findIndex((page) => page.id === id);
  if (index < 0) return {};
  return { previous: documents[index - 1], next: documents[index + 1] };
}
