import type { NavigationEntry } from "../html/index.ts";
import { resolveUrl } from "./crawl-urls.ts";

export interface Menu {
  /** The URL of the page, which links are relative to. */
  readonly base: string;
  readonly entries: readonly NavigationEntry[];
}

/** A menu that links to fewer pages is ignored. */
const minPages = 2;
const maxMenus = 20;
/** The maximum number of entries in all submenus. */
const maxEntries = 50_000;

/** All entries of a navigation, in depth-first order. */
export function* entriesOf(entries: readonly NavigationEntry[]): Generator<NavigationEntry> {
  const pending = entries.toReversed();
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    yield entry;
    // Not spread into one call: the number of arguments is limited.
    for (const child of entry.children.toReversed()) pending.push(child);
  }
}

/** Resolves the link of an entry; undefined for fragments of the same page, as in a table of contents. */
export function resolveEntry(
  { href }: NavigationEntry,
  { base }: Menu,
): { url: URL; hasFragment: boolean } | undefined {
  const url = href === undefined ? undefined : resolveUrl(href, base);
  if (url === undefined) return undefined;
  const hasFragment = /#./.test(href ?? "");
  return hasFragment && url.href === base ? undefined : { url, hasFragment };
}

interface PageMenu {
  readonly menu: Menu;
  readonly page: string;
  readonly keys: ReadonlySet<string>;
  /** The titles of the first level, which do not depend on the expanded submenu. */
  readonly titles: string;
}

export class Menus {
  /** The submenus of pages by their keys: many sites expand only the submenu of the current page. */
  readonly submenus = new Map<string, Menu>();
  #start: PageMenu | undefined;
  readonly #others: PageMenu[] = [];
  #entriesLeft = maxEntries;
  readonly #keyOf: (url: URL) => string | undefined;

  /** `keyOf` returns the key of the page at a URL, after redirects. */
  constructor(keyOf: (url: URL) => string | undefined) {
    this.#keyOf = keyOf;
  }

  /** The menu of the start page. If it links to few pages, the menus of the sections, in the order of its links to them. */
  get main(): readonly Menu[] {
    const start = this.#start;
    if (start === undefined) return [];
    const largest = Math.max(0, ...this.#others.map(({ keys }) => keys.size));
    const threshold = start.keys.size < minPages ? start.keys.size : 2 * start.keys.size;
    if (largest <= threshold) return [start.menu];
    const order = [...start.keys];
    const positionOf = ({ page, keys }: PageMenu) => {
      const index = order.findIndex((key) => key === page || keys.has(key));
      return index < 0 ? order.length : index;
    };
    // The result must not depend on the order in which pages were fetched.
    const compare = (a: PageMenu, b: PageMenu) => positionOf(a) - positionOf(b) || (a.page < b.page ? -1 : 1);
    return this.#others.toSorted(compare).map(({ menu }) => menu);
  }

  /** Adds the menu of a page. The start page must be added first. */
  add(key: string, menu: Menu): void {
    const keys = new Set<string>();
    let ownEntry: NavigationEntry | undefined;
    for (const entry of entriesOf(menu.entries)) {
      const url = resolveEntry(entry, menu)?.url;
      const target = url && this.#keyOf(url);
      if (target !== undefined) keys.add(target);
      if (target === key && entry.children.length > 0) ownEntry ??= entry;
    }
    const added = { menu, page: key, keys, titles: menu.entries.map(({ title }) => title).join("\n") };
    if (this.#start === undefined) {
      // A link to the page itself does not count.
      keys.delete(key);
      this.#start = added;
      return;
    }
    this.#addOther(added);
    if (ownEntry === undefined) return;
    for (const _ of entriesOf(ownEntry.children)) this.#entriesLeft--;
    if (this.#entriesLeft >= 0) this.submenus.set(key, { ...menu, entries: ownEntry.children });
  }

  /** Adds the menu of another page. Of similar menus, only the largest is kept. */
  #addOther(added: PageMenu): void {
    if (added.titles === this.#start?.titles && this.#start.keys.size >= minPages) return;
    const index = this.#others.findIndex((other) => isSimilar(added, other));
    const similar = this.#others[index];
    if (similar !== undefined) {
      if (added.keys.size > similar.keys.size) this.#others[index] = added;
    } else if (added.keys.size >= minPages && this.#others.length < maxMenus) this.#others.push(added);
  }
}

function isSimilar({ keys, titles }: PageMenu, other: PageMenu): boolean {
  if (titles === other.titles) return true;
  return keys.intersection(other.keys).size * 2 > Math.min(keys.size, other.keys.size);
}
