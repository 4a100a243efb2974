import type { ListedPage } from "../../data/api-types.ts";
import { type Destination, type Step, topLevel } from "../../data/library-tree.ts";

/** The pages of a content in the order of its tree. The depth of each says what is below what. */
export type PageList = readonly ListedPage[];

/** The deepest level of a tree, as the server has it. */
const maxDepth = 50;

function indexOf(pages: PageList, id: string): number {
  return pages.findIndex((page) => page.id === id);
}

/** The index after the last page below a page. */
function endOf(pages: PageList, index: number): number {
  const depth = pages[index]?.depth ?? 0;
  let end = index + 1;
  while (end < pages.length && (pages[end]?.depth ?? 0) > depth) end++;
  return end;
}

function parentIndex(pages: PageList, index: number): number {
  const depth = pages[index]?.depth ?? 0;
  let parent = index - 1;
  while (parent >= 0 && (pages[parent]?.depth ?? 0) >= depth) parent--;
  return depth === 0 ? -1 : parent;
}

/** The id of the page that contains a page, or `topLevel`. */
export function parentIn(pages: PageList, id: string): string {
  return pages[parentIndex(pages, indexOf(pages, id))]?.id ?? topLevel;
}

/** A page with all pages below it. */
export function branchIn(pages: PageList, id: string): PageList {
  const index = indexOf(pages, id);
  return index < 0 ? [] : pages.slice(index, endOf(pages, index));
}

/** The ids of the pages directly below a page, in their order. */
export function childrenIn(pages: PageList, parent: string): string[] {
  const start = parent === topLevel ? -1 : indexOf(pages, parent);
  if (parent !== topLevel && start < 0) return [];
  const depth = parent === topLevel ? 0 : (pages[start]?.depth ?? 0) + 1;
  const end = parent === topLevel ? pages.length : endOf(pages, start);
  return pages.slice(start + 1, end).flatMap((page) => (page.depth === depth ? [page.id] : []));
}

/** Where a page is now, as a destination, so that a move can be undone. */
export function destinationOf(pages: PageList, id: string): Destination {
  const parent = parentIn(pages, id);
  const siblings = childrenIn(pages, parent);
  const index = siblings.indexOf(id);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  if (previous !== undefined) return { parent, after: previous };
  return next === undefined ? { parent } : { parent, before: next };
}

/** A destination as the API has it: the index among the other pages there. */
export function positionOf(pages: PageList, { parent, before, after }: Destination, moved?: string) {
  const siblings = childrenIn(pages, parent).filter((id) => id !== moved);
  const anchor = siblings.indexOf(before ?? after ?? "");
  const at = anchor < 0 ? siblings.length : before === undefined ? anchor + 1 : anchor;
  return { into: parent === topLevel ? null : parent, at };
}

/** Whether a page may be there: below no link, groups only at the top, nothing in itself, no deeper than the server allows. */
export function isAllowedIn(pages: PageList, type: ListedPage["type"], parent: string, height = 1): boolean {
  if (parent === topLevel) return true;
  const container = pages[indexOf(pages, parent)];
  if (container === undefined || container.type === "link") return false;
  return type !== "group" && container.depth + 1 + height <= maxDepth;
}

/** Whether a move would change something and is allowed. */
export function isPossibleMove(pages: PageList, id: string, destination: Destination): boolean {
  const { parent, before, after } = destination;
  const branch = branchIn(pages, id);
  const [page] = branch;
  if (page === undefined || before === id || after === id) return false;
  if (branch.some((other) => other.id === parent)) return false;
  const height = Math.max(...branch.map(({ depth }) => depth)) - page.depth + 1;
  if (!isAllowedIn(pages, page.type, parent, height)) return false;
  if (parentIn(pages, id) !== parent) return true;
  return positionOf(pages, destination, id).at !== childrenIn(pages, parent).indexOf(id);
}

/** Where one step moves a page: past a sibling, into the page before it, or out of the page that contains it. */
export function stepDestination(pages: PageList, id: string, step: Step): Destination | undefined {
  const parent = parentIn(pages, id);
  const siblings = childrenIn(pages, parent);
  const index = siblings.indexOf(id);
  if (index < 0) return undefined;
  if (step === "out")
    return parent === topLevel ? undefined : { parent: parentIn(pages, parent), after: parent };
  const previous = siblings[index - 1];
  if (step === "in") return previous === undefined ? undefined : { parent: previous };
  const sibling = step === "up" ? previous : siblings[index + 1];
  return sibling === undefined ? undefined : { parent, [step === "up" ? "before" : "after"]: sibling };
}

export function withoutBranch(pages: PageList, id: string): PageList {
  const index = indexOf(pages, id);
  return index < 0 ? pages : pages.toSpliced(index, endOf(pages, index) - index);
}

/** The list with a branch at a destination. The first page of the branch is its root. */
export function withBranch(
  pages: PageList,
  branch: PageList,
  { parent, before, after }: Destination,
): PageList {
  const [root] = branch;
  const container = parent === topLevel ? -1 : indexOf(pages, parent);
  if (root === undefined || (container < 0 && parent !== topLevel)) return pages;
  const shift = (parent === topLevel ? 0 : (pages[container]?.depth ?? 0) + 1) - root.depth;
  const anchor = indexOf(pages, before ?? after ?? "");
  const end = parent === topLevel ? pages.length : endOf(pages, container);
  const index = anchor < 0 ? end : before === undefined ? endOf(pages, anchor) : anchor;
  return pages.toSpliced(index, 0, ...branch.map((page) => ({ ...page, depth: page.depth + shift })));
}

export function withMove(pages: PageList, id: string, destination: Destination): PageList {
  if (!isPossibleMove(pages, id, destination)) return pages;
  return withBranch(withoutBranch(pages, id), branchIn(pages, id), destination);
}

/** The list with other fields of a page. Undefined fields are removed. */
export function withFields(pages: PageList, id: string, fields: Partial<ListedPage>): PageList {
  const index = indexOf(pages, id);
  const page = pages[index];
  if (page === undefined) return pages;
  const merged = Object.fromEntries(
    Object.entries({ ...page, ...fields }).filter(([, value]) => value !== undefined),
  );
  return pages.with(index, merged as ListedPage);
}
