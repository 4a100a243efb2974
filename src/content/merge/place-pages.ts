import type { Difference } from "../map/index.ts";
import { type Content, getRecord, type PageRecord } from "../model/index.ts";
import { findPage, numberedSlug, slugKey } from "../pages/index.ts";
import type { PageSides } from "./merge-pages.ts";
import { isSame } from "./three-way.ts";

/**
 * Makes a tree of pages that were merged one by one: moves orphans, breaks cycles, and makes slugs unique. Unchanged
 * pages are read from their content.
 */
export class PagePlacement {
  readonly #theirs: Content;
  readonly #sides: ReadonlyMap<string, PageSides>;
  readonly #pages: Map<string, PageRecord | undefined>;
  readonly #undone = new Set<string>();

  constructor(
    theirs: Content,
    sides: ReadonlyMap<string, PageSides>,
    merged: ReadonlyMap<string, PageRecord | undefined>,
  ) {
    this.#theirs = theirs;
    this.#sides = sides;
    this.#pages = new Map(merged);
  }

  /** The differences from their content. */
  differences(): Difference<PageRecord>[] {
    return [...this.#pages].flatMap(([key, after]) => {
      const before = this.#sides.get(key)?.theirs;
      return isSame(before, after) ? [] : { key, ...(before && { before }), ...(after && { after }) };
    });
  }

  /** Returns the pages whose moves would have made a cycle. They keep our position. */
  async place(): Promise<string[]> {
    for (const id of this.#pages.keys()) await this.#adopt(id);
    const cyclic: string[] = [];
    // Breaking one cycle may create another.
    for (let isSettled = false; !isSettled; ) {
      isSettled = true;
      /** Pages whose ancestors lead to the top. */
      const safe = new Set<string>();
      for (const id of this.#pages.keys()) {
        const cycle = await this.#findCycle(id, safe);
        if (cycle.length === 0) continue;
        cyclic.push(...(await this.#breakCycle(cycle)));
        safe.clear();
        isSettled = false;
      }
    }
    await this.#makeSlugsUnique();
    return cyclic;
  }

  async #find(id: string): Promise<PageRecord | undefined> {
    return this.#pages.has(id) ? this.#pages.get(id) : findPage(this.#theirs, id);
  }

  /** A page whose parent was deleted takes the position of its topmost deleted ancestor. */
  async #adopt(id: string): Promise<void> {
    const page = this.#pages.get(id);
    if (page === undefined) return;
    let { parent, order } = page;
    const seen = new Set<string>();
    while (parent !== "" && (await this.#find(parent)) === undefined) {
      const { base, ours, theirs } = this.#sides.get(parent) ?? {};
      const deleted = base ?? ours ?? theirs;
      if (deleted === undefined || seen.has(parent)) [parent, order] = ["", page.order];
      else {
        seen.add(parent);
        ({ parent, order } = deleted);
      }
    }
    if (parent !== page.parent) this.#pages.set(id, { ...page, parent, order });
  }

  /** The cycle that contains this page, if there is one. */
  async #findCycle(id: string, safe: Set<string>): Promise<string[]> {
    const above = new Set<string>();
    for (let at = id; at !== "" && !safe.has(at); at = (await this.#find(at))?.parent ?? "") {
      if (above.has(at)) return at === id ? [...above] : [];
      above.add(at);
    }
    for (const one of above) safe.add(one);
    return [];
  }

  /** Undoes the moves of the other side. If there are none, moves one page to the top. */
  async #breakCycle(cycle: readonly string[]): Promise<string[]> {
    const moved = cycle.filter((id) => this.#isMovedByThem(id));
    for (const id of moved) {
      await this.#setPosition(id, this.#sides.get(id)?.ours);
      this.#undone.add(id);
    }
    if (moved.length > 0) return moved;
    await this.#setPosition(cycle[0] ?? "", undefined);
    return cycle.slice(0, 1);
  }

  /** A page that only they have is not moved. */
  #isMovedByThem(id: string): boolean {
    const { base, ours, theirs } = this.#sides.get(id) ?? {};
    if (ours === undefined || theirs === undefined || this.#undone.has(id)) return false;
    return base?.parent !== theirs.parent && this.#pages.get(id)?.parent === theirs.parent;
  }

  async #setPosition(id: string, position: Pick<PageRecord, "parent" | "order"> | undefined): Promise<void> {
    const page = this.#pages.get(id);
    if (page === undefined) return;
    const { parent, order } = position ?? { parent: "", order: page.order };
    this.#pages.set(id, { ...page, parent, order });
    await this.#adopt(id);
  }

  /** Of several pages with the same path, the one with the lowest id keeps its slug; the others are numbered. */
  async #makeSlugsUnique(): Promise<void> {
    const taken = new Map<string, string>();
    const ids = [...this.#pages.keys()].sort();
    const duplicates: [string, PageRecord][] = [];
    for (const id of ids) {
      const page = this.#pages.get(id);
      if (page === undefined || page.slug === "") continue;
      if (taken.has(slugKey(page)) || (await this.#isTaken(page))) duplicates.push([id, page]);
      else taken.set(slugKey(page), id);
    }
    // Counting goes on where it ended for the same slug, so that a thousand equal slugs take linear time.
    const counts = new Map<string, number>();
    for (const [id, page] of duplicates) {
      for (let number = counts.get(slugKey(page)) ?? 1; ; number++) {
        const numbered = { ...page, slug: numberedSlug(page.slug, number) };
        if (taken.has(slugKey(numbered)) || (await this.#isTaken(numbered))) continue;
        taken.set(slugKey(numbered), id);
        counts.set(slugKey(page), number + 1);
        this.#pages.set(id, numbered);
        break;
      }
    }
  }

  /** Whether an unchanged page has this path. */
  async #isTaken(page: PageRecord): Promise<boolean> {
    const holder = await getRecord(this.#theirs, "slugs", slugKey(page));
    return holder !== undefined && !this.#pages.has(holder);
  }
}
