import { EventLoopYielder } from "../../platform/index.ts";
import type { Difference } from "../map/index.ts";
import { type Content, getRecord, type PageRecord } from "../model/index.ts";
import { findPage, numberedSlug, slugKey } from "../pages/index.ts";
import type { PageSides } from "./merge-pages.ts";
import { isSame } from "./three-way.ts";

/**
 * Makes merged pages a valid tree: moves orphans, breaks cycles, and makes slugs unique. Unchanged pages are read from
 * `theirs`.
 */
export class PagePlacement {
  readonly #theirs: Content;
  readonly #sides: ReadonlyMap<string, PageSides>;
  readonly #pages: Map<string, PageRecord | undefined>;
  readonly #revertedMoves = new Set<string>();
  readonly #yielder = new EventLoopYielder();

  constructor(
    theirs: Content,
    sides: ReadonlyMap<string, PageSides>,
    merged: ReadonlyMap<string, PageRecord | undefined>,
  ) {
    this.#theirs = theirs;
    this.#sides = sides;
    this.#pages = new Map(merged);
  }

  /** The differences from `theirs`. */
  differences(): Difference<PageRecord>[] {
    return [...this.#pages].flatMap(([key, after]) => {
      const before = this.#sides.get(key)?.theirs;
      return isSame(before, after) ? [] : { key, ...(before && { before }), ...(after && { after }) };
    });
  }

  /** Returns the pages whose moves would have formed a cycle. They keep our position. */
  async place(): Promise<string[]> {
    for (const id of this.#pages.keys()) await this.#moveOrphan(id);
    const cyclic: string[] = [];
    // Breaking one cycle may create another.
    for (let isAcyclic = false; !isAcyclic; ) {
      isAcyclic = true;
      /** Pages that are known not to be part of a cycle. */
      const acyclic = new Set<string>();
      for (const id of this.#pages.keys()) {
        const cycle = await this.#findCycle(id, acyclic);
        if (cycle.length === 0) continue;
        cyclic.push(...(await this.#breakCycle(cycle)));
        acyclic.clear();
        isAcyclic = false;
      }
    }
    await this.#makeSlugsUnique();
    return cyclic;
  }

  async #find(id: string): Promise<PageRecord | undefined> {
    await this.#yielder.yieldIfDue();
    return this.#pages.has(id) ? this.#pages.get(id) : findPage(this.#theirs, id);
  }

  /** A page whose parent was deleted takes the position of its topmost deleted ancestor. */
  async #moveOrphan(id: string): Promise<void> {
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
  async #findCycle(id: string, acyclic: Set<string>): Promise<string[]> {
    const path = new Set<string>();
    for (let page = id; page !== "" && !acyclic.has(page); page = (await this.#find(page))?.parent ?? "") {
      if (path.has(page)) return page === id ? [...path] : [];
      path.add(page);
    }
    for (const page of path) acyclic.add(page);
    return [];
  }

  /** Reverts their moves of the pages in a cycle. If there are none, moves one page to the top level. */
  async #breakCycle(cycle: readonly string[]): Promise<string[]> {
    const moved = cycle.filter((id) => this.#isMovedByThem(id));
    for (const id of moved) {
      await this.#setPosition(id, this.#sides.get(id)?.ours);
      this.#revertedMoves.add(id);
    }
    if (moved.length > 0) return moved;
    await this.#setPosition(cycle[0] ?? "", undefined);
    return cycle.slice(0, 1);
  }

  /** Whether they moved the page. A page that only they have was not moved. */
  #isMovedByThem(id: string): boolean {
    const { base, ours, theirs } = this.#sides.get(id) ?? {};
    if (ours === undefined || theirs === undefined || this.#revertedMoves.has(id)) return false;
    return base?.parent !== theirs.parent && this.#pages.get(id)?.parent === theirs.parent;
  }

  async #setPosition(id: string, position: Pick<PageRecord, "parent" | "order"> | undefined): Promise<void> {
    const page = this.#pages.get(id);
    if (page === undefined) return;
    const { parent, order } = position ?? { parent: "", order: page.order };
    this.#pages.set(id, { ...page, parent, order });
    await this.#moveOrphan(id);
  }

  /** Of several pages with the same path, the one with the lowest id keeps its slug; the others are numbered. */
  async #makeSlugsUnique(): Promise<void> {
    const slugOwners = new Map<string, string>();
    const ids = [...this.#pages.keys()].sort();
    const duplicates: [string, PageRecord][] = [];
    for (const id of ids) {
      const page = this.#pages.get(id);
      if (page === undefined || page.slug === "") continue;
      if (slugOwners.has(slugKey(page)) || (await this.#isTaken(page))) duplicates.push([id, page]);
      else slugOwners.set(slugKey(page), id);
    }
    // Numbering continues where it ended for the same slug, so that many equal slugs take linear time.
    const counts = new Map<string, number>();
    for (const [id, page] of duplicates) {
      for (let number = counts.get(slugKey(page)) ?? 1; ; number++) {
        const numbered = { ...page, slug: numberedSlug(page.slug, number) };
        if (slugOwners.has(slugKey(numbered)) || (await this.#isTaken(numbered))) continue;
        slugOwners.set(slugKey(numbered), id);
        counts.set(slugKey(page), number + 1);
        this.#pages.set(id, numbered);
        break;
      }
    }
  }

  /** Whether an unchanged page has the same path. */
  async #isTaken(page: PageRecord): Promise<boolean> {
    await this.#yielder.yieldIfDue();
    const holder = await getRecord(this.#theirs, "slugs", slugKey(page));
    return holder !== undefined && !this.#pages.has(holder);
  }
}
