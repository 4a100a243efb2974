import type { NavigationEntry } from "../html/index.ts";
import { resolveAddress } from "./crawl-urls.ts";

/** A navigation, and the page on which it stands. */
export interface Menu {
  readonly base: string;
  readonly entries: readonly NavigationEntry[];
}

/** With fewer pages in it, a navigation is none. */
const fewest = 2;
/** More parts than any site has, each with a navigation of its own. */
const mostMenus = 20;
/** All entries together that are kept. */
const mostEntries = 50_000;

/** All entries, each before those below it. */
export function* entriesOf(entries: readonly NavigationEntry[]): Generator<NavigationEntry> {
  const open = entries.toReversed();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    yield entry;
    // One by one: a call takes only so many arguments.
    for (const child of entry.children.toReversed()) open.push(child);
  }
}

/**
 * Where an entry leads, and whether only to a part of the page there. Undefined for places on its own page, of which a
 * table of contents is made; a mere # is that page.
 */
export function leadsTo(
  { href }: NavigationEntry,
  { base }: Menu,
): { url: URL; isPart: boolean } | undefined {
  const url = href === undefined ? undefined : resolveAddress(href, base);
  if (url === undefined) return undefined;
  const isPart = /#./.test(href ?? "");
  return isPart && url.href === base ? undefined : { url, isPart };
}

interface Named {
  readonly menu: Menu;
  /** Of the page on which it stands. */
  readonly own: string;
  /** Of the pages that it names. */
  readonly keys: ReadonlySet<string>;
  /** What its first level says, which stays the same whatever is open below. */
  readonly titles: string;
}

/** The navigation of a site, as far as its pages show it. */
export class Menus {
  /** What a page shows below itself: many sites open only that part of their navigation in which one is. */
  readonly opened = new Map<string, Menu>();
  #start: Named | undefined;
  /** Those of other pages, each that is like others only once. */
  readonly #others: Named[] = [];
  #left = mostEntries;
  readonly #keyOf: (url: URL) => string | undefined;

  /** Servers redirect, so that menus and pages seldom spell an address alike: it is asked what the page there is known by. */
  constructor(keyOf: (url: URL) => string | undefined) {
    this.#keyOf = keyOf;
  }

  /**
   * That of the start page, if it names enough. A page that only leads to the parts of a site does not: then those of the
   * parts, in the order in which it leads there.
   */
  get main(): readonly Menu[] {
    const start = this.#start;
    if (start === undefined) return [];
    const largest = Math.max(0, ...this.#others.map(({ keys }) => keys.size));
    const enough = start.keys.size < fewest ? start.keys.size : 2 * start.keys.size;
    if (largest <= enough) return [start.menu];
    const order = [...start.keys];
    const placeOf = ({ own, keys }: Named) => {
      const at = order.findIndex((key) => key === own || keys.has(key));
      return at < 0 ? order.length : at;
    };
    // In whichever order the pages came.
    const compare = (a: Named, b: Named) => placeOf(a) - placeOf(b) || (a.own < b.own ? -1 : 1);
    return this.#others.toSorted(compare).map(({ menu }) => menu);
  }

  /** Pages are shown one after the other, the start page first. */
  add(key: string, menu: Menu): void {
    const keys = this.#keysIn(menu);
    const named = { menu, own: key, keys, titles: menu.entries.map(({ title }) => title).join("\n") };
    if (this.#start === undefined) {
      // What names only itself leads nowhere.
      keys.delete(key);
      this.#start = named;
      return;
    }
    this.#addOther(named);
    const own = this.#entryFor(key, menu);
    if (own === undefined) return;
    for (const _ of entriesOf(own.children)) this.#left--;
    if (this.#left >= 0) this.opened.set(key, { ...menu, entries: own.children });
  }

  /** Of those that are the same in other states, the largest is kept. */
  #addOther(named: Named): void {
    if (named.titles === this.#start?.titles && this.#start.keys.size >= fewest) return;
    const at = this.#others.findIndex((other) => isLike(named, other));
    const like = this.#others[at];
    if (like !== undefined) {
      if (named.keys.size > like.keys.size) this.#others[at] = named;
    } else if (named.keys.size >= fewest && this.#others.length < mostMenus) this.#others.push(named);
  }

  #keysIn(menu: Menu): Set<string> {
    const keys = new Set<string>();
    for (const entry of entriesOf(menu.entries)) {
      const key = this.#keyOfEntry(entry, menu);
      if (key !== undefined) keys.add(key);
    }
    return keys;
  }

  /** The entry that names the page on which the navigation stands, if there is something below it. */
  #entryFor(key: string, menu: Menu): NavigationEntry | undefined {
    for (const entry of entriesOf(menu.entries))
      if (entry.children.length > 0 && this.#keyOfEntry(entry, menu) === key) return entry;
    return undefined;
  }

  #keyOfEntry(entry: NavigationEntry, menu: Menu): string | undefined {
    const url = leadsTo(entry, menu)?.url;
    return url && this.#keyOf(url);
  }
}

function isLike({ keys, titles }: Named, other: Named): boolean {
  if (titles === other.titles) return true;
  let common = 0;
  for (const key of keys) if (other.keys.has(key)) common++;
  return common * 2 > Math.min(keys.size, other.keys.size);
}
