import type { ListedPage } from "../../data/api-types.ts";

/** A visible row of the page tree. */
export interface TreeRow {
  readonly page: ListedPage;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** Its position in the list of all pages. */
  readonly index: number;
}

function hasChildrenAt(pages: readonly ListedPage[], index: number): boolean {
  return (pages[index + 1]?.depth ?? 0) > (pages[index]?.depth ?? 0);
}

/** The rows of a tree whose pages are in its order: those below an open page, or all that match a text with their ancestors. */
export function rowsOf(pages: readonly ListedPage[], opened: ReadonlySet<string>, filter: string): TreeRow[] {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? openRows(pages, opened) : matchingRows(pages, words);
}

function openRows(pages: readonly ListedPage[], opened: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  /** Pages that are deeper are below a closed page. */
  let visibleDepth = 0;
  for (const [index, page] of pages.entries()) {
    if (page.depth > visibleDepth) continue;
    const hasChildren = hasChildrenAt(pages, index);
    const isOpen = hasChildren && opened.has(page.id);
    rows.push({ page, hasChildren, isOpen, index });
    visibleDepth = isOpen ? page.depth + 1 : page.depth;
  }
  return rows;
}

function matchingRows(pages: readonly ListedPage[], words: readonly string[]): TreeRow[] {
  const rows: TreeRow[] = [];
  let path: { readonly row: TreeRow; isShown: boolean }[] = [];
  for (const [index, page] of pages.entries()) {
    path = path.slice(0, page.depth);
    const hasChildren = hasChildrenAt(pages, index);
    path.push({ row: { page, hasChildren, isOpen: hasChildren, index }, isShown: false });
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
export function ancestorsIn(pages: readonly ListedPage[], id: string): string[] {
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

/** What a key does in the tree: another row becomes the active one, or the active row is opened or closed. */
export type TreeMove = { readonly active: number } | { readonly toggle: number };

export function moveInTree(rows: readonly TreeRow[], active: number, key: string): TreeMove | undefined {
  const row = rows[active];
  const to = (index: number) => ({ active: Math.max(0, Math.min(rows.length - 1, index)) });
  const pageSize = 10;
  switch (key) {
    case "ArrowDown":
      return to(active + 1);
    case "ArrowUp":
      return to(active - 1);
    case "PageDown":
      return to(active + pageSize);
    case "PageUp":
      return to(active - pageSize);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "ArrowRight":
      if (row === undefined || !row.hasChildren) return undefined;
      return row.isOpen ? to(active + 1) : { toggle: active };
    case "ArrowLeft": {
      if (row === undefined) return undefined;
      if (row.isOpen) return { toggle: active };
      const parent = rows.slice(0, active).findLastIndex(({ page }) => page.depth < row.page.depth);
      return parent < 0 ? undefined : to(parent);
    }
    default:
      return undefined;
  }
}

/** The documents before and after a page in the order of the tree. */
export function neighboursIn(pages: readonly ListedPage[], id: string) {
  const documents = pages.filter(({ type }) => type === "document");
  const index = documents.findIndex((page) => page.id === id);
  if (index < 0) return {};
  return { previous: documents[index - 1], next: documents[index + 1] };
}
