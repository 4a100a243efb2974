import { EventLoopYielder } from "../platform/index.ts";
import type { TextQuery } from "../storage/database/dialects/index.ts";
import {
  type Database,
  padded,
  type pageShift,
  type SearchSectionTable,
  sectionNumber,
  spaceNumberOf,
  type spaceShift,
} from "../storage/database/index.ts";
import { loadLanguages } from "./languages.ts";
import { loosen, parseQuery, requiredTerms, type Term, toTextQuery } from "./query.ts";
import { scoreOf } from "./score.ts";
import type { SearchContext } from "./store.ts";

/** A space that is searched. */
export interface SearchedSpace {
  readonly id: string;
  readonly number: number;
  readonly languages: string;
}

/** A section that was found, and how well it fits: the more the better. */
export interface Hit {
  readonly id: number;
  readonly score: number;
}

/** What a query finds: pages of one space, or spaces. Each is known by the number that its sections have in common. */
export interface Found {
  readonly terms: readonly Term[];
  /** The sections that fit best, in their order. What they belong to comes first. */
  readonly best: readonly Hit[];
  /** How far the number of a section is shifted for that of what it belongs to. */
  readonly shift: number;
  /** How many there are in all. */
  readonly count: number;
  /** The first section of each, in the order of their numbers, from this section on. */
  others(from: number, most: number): Promise<number[]>;
  /** The first sections of one of the spaces. */
  within(space: number, most: number): Promise<number[]>;
}

/** Leaves out those that whoever searches may not see. */
export type Hide = (sections: readonly number[]) => Promise<number[]>;

/** Up to so many sections are weighed by the database against each other; of more, only those with the words in a title. */
const mostWeighed = 5000;
/** How many of the best, and of those with the shortest titles, are weighed again by rules that no database has a part in. */
const [bestWeighed, titledWeighed] = [60, 30];
/** Where some are left out, so many are looked at, and so often. */
const [mostLookedAt, mostLooks] = [5000, 20];

/** Finds sections with all the words of a query, or else with some: the pages of one space, or all spaces of several. */
export async function search(
  context: SearchContext,
  spaces: readonly SearchedSpace[],
  query: string,
  { shift, hide }: { readonly shift: typeof pageShift | typeof spaceShift; readonly hide?: Hide },
): Promise<Found> {
  const codes = spaces.flatMap(({ languages }) => (languages === "" ? [] : languages.split(",")));
  const terms = parseQuery(query, await loadLanguages(codes));
  const nothing = { terms, best: [], shift, count: 0, others: async () => [], within: async () => [] };
  if (terms.length === 0 || spaces.length === 0) return nothing;
  const numbers = spaces.map(({ number }) => number);
  for (const [mode, wanted] of [["all", terms] as const, ["any", loosen(terms)] as const]) {
    if (mode === "any" && requiredTerms(wanted).length === 1) break;
    const asked = { query: toTextQuery(wanted, mode), spaces: numbers, shift };
    const found = hide
      ? await findVisible(context.database, asked, hide)
      : await findAll(context.database, asked);
    if (found.count > 0)
      return { ...found, terms: wanted, shift, best: await weigh(context, wanted, found.best) };
  }
  return nothing;
}

interface Asked {
  readonly query: TextQuery;
  readonly spaces: readonly number[];
  readonly shift: number;
}

type Others = Pick<Found, "count" | "others" | "within">;
type Candidates = Others & { readonly best: readonly number[] };

async function findAll({ read, fullText }: Database, asked: Asked): Promise<Candidates> {
  const { query, spaces, shift } = asked;
  const { ids, isAll } = await findBest({ read, fullText }, asked, bestWeighed);
  if (isAll) return { best: ids, ...othersAmong(ids, shift) };
  return {
    best: ids,
    count: await fullText.count(read, query, { spaces }, shift),
    others: (from, most) => fullText.findFrom(read, query, { spaces }, from, { limit: most, shift }),
    within: (space, most) => fullText.findFrom(read, query, { spaces: [space] }, 0, { limit: most }),
  };
}

/** What somebody may not see does not count, nor does it change what else is looked for. */
async function findVisible({ read, fullText }: Database, asked: Asked, hide: Hide): Promise<Candidates> {
  const { query, spaces, shift } = asked;
  const { ids, isAll } = await findBest({ read, fullText }, asked, mostLookedAt);
  const visible = new Set(await hide(ids));
  const best = [...visible].slice(0, bestWeighed + titledWeighed);
  for (let from = 0, looks = 0; !isAll && looks < mostLooks; looks++) {
    const some = await fullText.findFrom(read, query, { spaces }, from, { limit: mostLookedAt });
    const shown = await hide(some);
    for (const id of shown) visible.add(id);
    const last = some.at(-1);
    if (last === undefined || some.length < mostLookedAt) break;
    // Of a space that has something to be seen, enough is known.
    const space = spaceNumberOf(last);
    const isKnown = shown.some((id) => spaceNumberOf(id) === space);
    from = isKnown ? sectionNumber(space + 1, 0, 0) : last + 1;
  }
  return { best, ...othersAmong([...visible], shift) };
}

/** The best by the database's own rules, after those with the shortest titles; and whether that is all there is. */
async function findBest(
  { read, fullText }: Pick<Database, "read" | "fullText">,
  { query, spaces }: Asked,
  most: number,
): Promise<{ ids: number[]; isAll: boolean }> {
  const titled = await fullText.findTitled(read, query, spaces, titledWeighed);
  const isMany = await fullText.hasMoreThan(read, query, { spaces }, mostWeighed);
  const scope = { spaces, ...(isMany && { only: "titles" as const }) };
  const best =
    isMany && (await fullText.hasMoreThan(read, query, scope, mostWeighed))
      ? await fullText.findFrom(read, query, scope, 0, { limit: most })
      : await fullText.findBest(read, query, scope, most);
  return { ids: [...new Set([...titled, ...best])], isAll: !isMany && best.length < most };
}

/** The same for sections that are all at hand. */
function othersAmong(ids: readonly number[], shift: number): Others {
  const sorted = ids.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  for (const id of sorted) first.getOrInsert(groupOf(id, shift), id);
  const all = [...first.values()];
  return {
    count: all.length,
    others: async (from, most) => all.filter((id) => id >= from).slice(0, most),
    within: async (space, most) => sorted.filter((id) => spaceNumberOf(id) === space).slice(0, most),
  };
}

/** The number of what a section belongs to. */
export function groupOf(section: number, shift: number): number {
  return Math.floor(section / 2 ** shift);
}

async function weigh(context: SearchContext, terms: readonly Term[], ids: readonly number[]): Promise<Hit[]> {
  const rows = await readSections(context, ids);
  const hits: Hit[] = [];
  const pace = new EventLoopYielder();
  for (const row of rows.values()) {
    await pace.yieldIfDue();
    // What is as good as the same keeps the order of the numbers.
    hits.push({ id: row.id, score: Math.round(1000 * scoreOf(terms, row)) });
  }
  return hits.sort((a, b) => b.score - a.score || a.id - b.id);
}

export async function readSections(
  { database }: SearchContext,
  ids: readonly number[],
): Promise<Map<number, SearchSectionTable>> {
  if (ids.length === 0) return new Map();
  const rows = await database.read
    .selectFrom("search_sections")
    .where("id", "in", padded(ids))
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
