import type { Collection, Space } from "./api-types.ts";

export type LibraryItem = Space | Collection;

/** The spaces and collections of an organization as a tree. */
export interface Library {
  readonly byId: ReadonlyMap<string, LibraryItem>;
  /** The items in each collection, in their order. The top level is `topLevel`. */
  readonly children: ReadonlyMap<string, readonly LibraryItem[]>;
}

/** The id of the top level, where other levels have the id of their collection. */
export const topLevel = "";

/** A visible row of the tree. */
export interface LibraryRow {
  readonly item: LibraryItem;
  readonly parent: string;
  /** 1 at the top level. */
  readonly level: number;
  /** The place among its siblings, from 1. */
  readonly index: number;
  readonly siblings: number;
  /** Set for collections. */
  readonly isOpen?: boolean;
}

/** Where an item is moved to: beside a sibling, or to the end of a level. */
export interface Destination {
  readonly parent: string;
  readonly before?: string;
  readonly after?: string;
}

export function buildLibrary(items: readonly LibraryItem[]): Library {
  const byId = new Map(items.map((item) => [item.id, item]));
  const children = new Map<string, LibraryItem[]>();
  for (const item of items) {
    // Guests may see a space without the collection that contains it.
    const parent = item.parent !== undefined && byId.has(item.parent) ? item.parent : topLevel;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [item]);
    else siblings.push(item);
  }
  for (const siblings of children.values()) siblings.sort(byPosition);
  return { byId, children };
}

function byPosition(a: LibraryItem, b: LibraryItem): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

export function childrenOf(library: Library, parent: string): readonly LibraryItem[] {
  return library.children.get(parent) ?? [];
}

/** The id of the collection that contains an item, or `topLevel`. */
export function parentOf({ byId }: Library, { parent }: LibraryItem): string {
  return parent !== undefined && byId.has(parent) ? parent : topLevel;
}

/** The collections that contain an item, from the outermost. */
export function ancestorsOf(library: Library, id: string): LibraryItem[] {
  const ancestors: LibraryItem[] = [];
  let item = library.byId.get(id);
  while (item?.parent !== undefined) {
    item = library.byId.get(item.parent);
    if (item === undefined || ancestors.includes(item)) break;
    ancestors.unshift(item);
  }
  return ancestors;
}

/**
 * The row that is active when that of an item may be gone: its collection if that was closed, or the next row, or
 * the one before, as they were when the item was shown.
 */
export function remainingRow(
  library: Library,
  rows: readonly LibraryRow[],
  before: readonly LibraryRow[],
  id: string,
): string | undefined {
  const shown = new Set(rows.map(({ item }) => item.id));
  if (shown.has(id)) return id;
  const closed = ancestorsOf(library, id).findLast((ancestor) => shown.has(ancestor.id));
  if (closed !== undefined) return closed.id;
  const index = before.findIndex(({ item }) => item.id === id);
  if (index < 0) return undefined;
  const nearest = [...before.slice(index + 1), ...before.slice(0, index).reverse()];
  return nearest.find(({ item }) => shown.has(item.id))?.item.id;
}

/** The rows of the items whose collections are open. */
export function rowsOf(library: Library, isOpen: (id: string) => boolean): LibraryRow[] {
  const rows: LibraryRow[] = [];
  const pending: LibraryRow[] = rowsIn(library, topLevel, 1, isOpen).reverse();
  for (let row = pending.pop(); row !== undefined; row = pending.pop()) {
    rows.push(row);
    if (row.isOpen) pending.push(...rowsIn(library, row.item.id, row.level + 1, isOpen).reverse());
  }
  return rows;
}

function rowsIn(library: Library, parent: string, level: number, isOpen: (id: string) => boolean) {
  const items = childrenOf(library, parent);
  return items.map(
    (item, i): LibraryRow => ({
      ...{ item, parent, level, index: i + 1, siblings: items.length },
      ...(item.object === "collection" && { isOpen: isOpen(item.id) }),
    }),
  );
}

export type Step = "up" | "down" | "in" | "out";

/** Where one step moves an item: past a sibling, into the collection before it, or out of its collection. */
export function stepDestination(library: Library, id: string, step: Step): Destination | undefined {
  const item = library.byId.get(id);
  if (item === undefined) return undefined;
  const parent = parentOf(library, item);
  const siblings = childrenOf(library, parent);
  const index = siblings.indexOf(item);
  if (step === "out") {
    const container = library.byId.get(parent);
    return container && { parent: parentOf(library, container), after: parent };
  }
  if (step === "in") {
    const collection = siblings.slice(0, index).findLast(({ object }) => object === "collection");
    return collection && { parent: collection.id };
  }
  const sibling = siblings[step === "up" ? index - 1 : index + 1];
  if (sibling === undefined) return undefined;
  return { parent, [step === "up" ? "before" : "after"]: sibling.id };
}

/** Where an item is now, as a destination, so that a move can be undone. */
export function currentDestination(library: Library, item: LibraryItem): Destination {
  const parent = parentOf(library, item);
  const siblings = childrenOf(library, parent);
  const index = siblings.indexOf(item);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  if (previous !== undefined) return { parent, after: previous.id };
  return next === undefined ? { parent } : { parent, before: next.id };
}

/** Whether a move would change something and not put a collection into itself. */
export function isPossibleMove(library: Library, id: string, destination: Destination): boolean {
  const { parent, before, after } = destination;
  if (parent === id || before === id || after === id) return false;
  if (ancestorsOf(library, parent).some((ancestor) => ancestor.id === id)) return false;
  const item = library.byId.get(id);
  if (item === undefined || parentOf(library, item) !== parent) return item !== undefined;
  const siblings = childrenOf(library, parent);
  const index = siblings.indexOf(item);
  if (before !== undefined) return siblings[index + 1]?.id !== before;
  if (after !== undefined) return siblings[index - 1]?.id !== after;
  return index < siblings.length - 1;
}

/** The tree after a move, before the server has confirmed it. */
export function withMove(library: Library, id: string, destination: Destination): Library {
  const item = library.byId.get(id);
  if (item === undefined || !isPossibleMove(library, id, destination)) return library;
  const { parent, before, after } = destination;
  const { parent: _, ...rest } = item;
  const moved = (parent === topLevel ? rest : { ...rest, parent }) as LibraryItem;
  const children = new Map(library.children);
  const from = parentOf(library, item);
  children.set(
    from,
    childrenOf(library, from).filter((sibling) => sibling.id !== id),
  );
  const siblings = [...(children.get(parent) ?? [])];
  const anchor = siblings.findIndex((sibling) => sibling.id === (before ?? after));
  const index = anchor === -1 ? siblings.length : before === undefined ? anchor + 1 : anchor;
  children.set(parent, siblings.toSpliced(index, 0, moved));
  return { byId: new Map(library.byId).set(id, moved), children };
}
