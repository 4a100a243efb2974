import type { NavigationEntry } from "../html/html-page.ts";
import { resolveAddress } from "./addresses.ts";

/** A navigation, and the page on which it stands. */
export interface Menu {
  readonly base: string;
  readonly entries: readonly NavigationEntry[];
}

/** With fewer pages in it, a navigation is none. */
const fewest = 2;
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

/** The navigation of a site, as far as its pages show it. */
export class Menus {
  /** What a page shows below itself: many sites open only that part of their navigation in which one is. */
  readonly opened = new Map<string, Menu>();
  #main: Menu | undefined;
  #size = 0;
  /** Whether the start page has none. */
  #isSubstitute = false;
  #left = mostEntries;
  readonly #keyOf: (url: URL) => string | undefined;

  /** Servers redirect, so that menus and pages seldom spell an address alike: it is asked what the page there is known by. */
  constructor(keyOf: (url: URL) => string | undefined) {
    this.#keyOf = keyOf;
  }

  /** That of the start page, or else the largest. */
  get main(): Menu {
    return this.#main ?? { base: "", entries: [] };
  }

  /** Pages are shown one after the other, the start page first. */
  add(key: string, menu: Menu): void {
    if (this.#main === undefined) {
      [this.#main, this.#size] = [menu, this.#sizeOf(menu)];
      this.#isSubstitute = this.#size < fewest;
      return;
    }
    if (this.#isSubstitute) {
      const size = this.#sizeOf(menu);
      if (size > this.#size) [this.#main, this.#size] = [menu, size];
    }
    const own = this.#entryFor(key, menu);
    if (own === undefined) return;
    for (const _ of entriesOf(own.children)) this.#left--;
    if (this.#left >= 0) this.opened.set(key, { ...menu, entries: own.children });
  }

  #sizeOf(menu: Menu): number {
    const named = new Set<string>();
    for (const entry of entriesOf(menu.entries)) {
      const key = this.#keyOfEntry(entry, menu);
      if (key !== undefined) named.add(key);
    }
    return named.size;
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
