import { type Difference, getValue } from "../map/index.ts";
import type { Content, PageRecord } from "../model/index.ts";
import { findPage, numberedSlug, slugKey } from "../pages/index.ts";
import type { PageSides } from "./merge-pages.ts";
import { isSame } from "./three-way.ts";

/**
 * Pages that were merged one by one, seen as a tree: finds each a place where that of one side does not go together
 * with what the other did. Pages that nobody changed are read from the content of their side.
 */
export class Placement {
  readonly #theirs: Content;
  readonly #sides: ReadonlyMap<string, PageSides>;
  readonly #pages: Map<string, PageRecord | undefined>;
  readonly #takenBack = new Set<string>();

  constructor(
    theirs: Content,
    sides: ReadonlyMap<string, PageSides>,
    merged: ReadonlyMap<string, PageRecord | undefined>,
  ) {
    this.#theirs = theirs;
    this.#sides = sides;
    this.#pages = new Map(merged);
  }

  /** What must be changed of their side, in the end. */
  differences(): Difference<PageRecord>[] {
    return [...this.#pages].flatMap(([key, after]) => {
      const before = this.#sides.get(key)?.theirs;
      return isSame(before, after) ? [] : { key, ...(before && { before }), ...(after && { after }) };
    });
  }

  /** The pages whose two moves would have made a circle: these stay where our side has them. */
  async place(): Promise<string[]> {
    for (const id of this.#pages.keys()) await this.#rescue(id);
    const circular: string[] = [];
    // What leads out of one circle may lead into another.
    for (let isSettled = false; !isSettled; ) {
      isSettled = true;
      /** Those from which the way leads to the top. */
      const safe = new Set<string>();
      for (const id of this.#pages.keys()) {
        const circle = await this.#circleAt(id, safe);
        if (circle.length === 0) continue;
        circular.push(...(await this.#breakUp(circle)));
        safe.clear();
        isSettled = false;
      }
    }
    await this.#separateSlugs();
    return circular;
  }

  async #find(id: string): Promise<PageRecord | undefined> {
    return this.#pages.has(id) ? this.#pages.get(id) : findPage(this.#theirs, id);
  }

  /** A page whose parent is gone takes the place of the highest of those above it that are. */
  async #rescue(id: string): Promise<void> {
    const page = this.#pages.get(id);
    if (page === undefined) return;
    let { parent, order } = page;
    const seen = new Set<string>();
    while (parent !== "" && (await this.#find(parent)) === undefined) {
      const { base, ours, theirs } = this.#sides.get(parent) ?? {};
      const gone = base ?? ours ?? theirs;
      if (gone === undefined || seen.has(parent)) [parent, order] = ["", page.order];
      else {
        seen.add(parent);
        ({ parent, order } = gone);
      }
    }
    if (parent !== page.parent) this.#pages.set(id, { ...page, parent, order });
  }

  /** The pages above this one, up to itself, if that is where the way leads. */
  async #circleAt(id: string, safe: Set<string>): Promise<string[]> {
    const above = new Set<string>();
    for (let at = id; at !== "" && !safe.has(at); at = (await this.#find(at))?.parent ?? "") {
      if (above.has(at)) return at === id ? [...above] : [];
      above.add(at);
    }
    for (const one of above) safe.add(one);
    return [];
  }

  /** Takes back the moves of the other side; where that is not enough, the page goes to the top. */
  async #breakUp(circle: readonly string[]): Promise<string[]> {
    const moved = circle.filter((id) => this.#isMovedByThem(id));
    for (const id of moved) {
      await this.#put(id, this.#sides.get(id)?.ours);
      this.#takenBack.add(id);
    }
    if (moved.length > 0) return moved;
    await this.#put(circle[0] ?? "", undefined);
    return circle.slice(0, 1);
  }

  /** A page that only they have was not moved: it stays with the pages around it. */
  #isMovedByThem(id: string): boolean {
    const { base, ours, theirs } = this.#sides.get(id) ?? {};
    if (ours === undefined || theirs === undefined || this.#takenBack.has(id)) return false;
    return base?.parent !== theirs.parent && this.#pages.get(id)?.parent === theirs.parent;
  }

  async #put(id: string, place: Pick<PageRecord, "parent" | "order"> | undefined): Promise<void> {
    const page = this.#pages.get(id);
    if (page === undefined) return;
    const { parent, order } = place ?? { parent: "", order: page.order };
    this.#pages.set(id, { ...page, parent, order });
    await this.#rescue(id);
  }

  /** Of pages that come to have one path, the one that was made first keeps it; the others are numbered. */
  async #separateSlugs(): Promise<void> {
    const taken = new Map<string, string>();
    const ids = [...this.#pages.keys()].sort();
    const late: [string, PageRecord][] = [];
    for (const id of ids) {
      const page = this.#pages.get(id);
      if (page === undefined || page.slug === "") continue;
      if (taken.has(slugKey(page)) || (await this.#isHeld(page))) late.push([id, page]);
      else taken.set(slugKey(page), id);
    }
    // A thousand pages of one name are not counted from the beginning each.
    const counts = new Map<string, number>();
    for (const [id, page] of late) {
      for (let number = counts.get(slugKey(page)) ?? 1; ; number++) {
        const numbered = { ...page, slug: numberedSlug(page.slug, number) };
        if (taken.has(slugKey(numbered)) || (await this.#isHeld(numbered))) continue;
        taken.set(slugKey(numbered), id);
        counts.set(slugKey(page), number + 1);
        this.#pages.set(id, numbered);
        break;
      }
    }
  }

  /** Whether a page that nobody changed has this path. */
  async #isHeld(page: PageRecord): Promise<boolean> {
    const { nodes, roots } = this.#theirs;
    const holder = await getValue<string>(nodes, roots.slugs, slugKey(page));
    return holder !== undefined && !this.#pages.has(holder);
  }
}
