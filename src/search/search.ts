import { EventLoopYielder } from "../platform/index.ts";
import type { TextQuery } from "../storage/database/dialects/index.ts";
import {
  type Database,
  padToPowerOfTwo,
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

/** A space with its number and languages in the index. */
export interface SearchedSpace {
  readonly id: string;
  readonly number: number;
  readonly languages: string;
}

interface Hit {
  readonly id: number;
  readonly score: number;
}

/** The matches of a query, grouped by page or by space. The number of a group is that of its sections, shifted right. */
export interface SearchResult {
  readonly terms: readonly Term[];
  /** The best sections in order. Their groups come first. */
  readonly best: readonly Hit[];
  readonly shift: number;
  readonly count: number;
  /** The first section of each group, in order of number, starting at a section. */
  firstSections(from: number, limit: number): Promise<number[]>;
  sectionsIn(space: number, limit: number): Promise<number[]>;
}

/** Removes the sections that the caller may not see. */
type VisibilityFilter = (sections: readonly number[]) => Promise<number[]>;

/** The database ranks up to this number of matches. If there are more, only matches in titles are ranked. */
const maxRanked = 5000;
/** The number of matches, of those ranked best and those with the shortest titles, that are scored by `scoreOf`. */
const [bestScored, titledScored] = [60, 30];
/** The size and number of the batches that a visibility filter is applied to. */
const [filterBatch, maxFilterBatches] = [5000, 20];

/** Finds sections that match all terms of a query, or else any. They are grouped by page in one space, or by space. */
export async function search(
  context: SearchContext,
  spaces: readonly SearchedSpace[],
  query: string,
  options: { readonly shift: typeof pageShift | typeof spaceShift; readonly filter?: VisibilityFilter },
): Promise<SearchResult> {
  const { shift, filter } = options;
  const codes = spaces.flatMap(({ languages }) => (languages === "" ? [] : languages.split(",")));
  const terms = parseQuery(query, await loadLanguages(codes));
  const none = async () => [];
  const nothing = { terms, best: [], shift, count: 0, firstSections: none, sectionsIn: none };
  if (terms.length === 0 || spaces.length === 0) return nothing;
  const numbers = spaces.map(({ number }) => number);
  for (const [mode, wanted] of [["all", terms] as const, ["any", loosen(terms)] as const]) {
    if (mode === "any" && requiredTerms(wanted).length === 1) break;
    const request = { query: toTextQuery(wanted, mode), spaces: numbers, shift };
    const found = filter
      ? await findVisible(context.database, request, filter)
      : await findAll(context.database, request);
    if (found.count > 0)
      return { ...found, terms: wanted, shift, best: await scoreAll(context, wanted, found.best) };
  }
  return nothing;
}

interface SearchRequest {
  readonly query: TextQuery;
  readonly spaces: readonly number[];
  readonly shift: number;
}

type Groups = Pick<SearchResult, "count" | "firstSections" | "sectionsIn">;
type Candidates = Groups & { readonly best: readonly number[] };

async function findAll({ read, fullText }: Database, request: SearchRequest): Promise<Candidates> {
  const { query, spaces, shift } = request;
  const { ids, isAll } = await findBest({ read, fullText }, request, bestScored);
  if (isAll) return { best: ids, ...groupSections(ids, shift) };
  return {
    best: ids,
    count: await fullText.count(read, query, { spaces }, shift),
    firstSections: (from, limit) => fullText.findFrom(read, query, { spaces }, from, { limit, shift }),
    sectionsIn: (space, limit) => fullText.findFrom(read, query, { spaces: [space] }, 0, { limit }),
  };
}

/** Invisible sections are not counted, and do not affect whether terms are loosened. */
async function findVisible(
  { read, fullText }: Database,
  request: SearchRequest,
  filter: VisibilityFilter,
): Promise<Candidates> {
  const { query, spaces, shift } = request;
  const { ids, isAll } = await findBest({ read, fullText }, request, filterBatch);
  const visible = new Set(await filter(ids));
  const best = [...visible].slice(0, bestScored + titledScored);
  for (let from = 0, batches = 0; !isAll && batches < maxFilterBatches; batches++) {
    const some = await fullText.findFrom(read, query, { spaces }, from, { limit: filterBatch });
    const passed = await filter(some);
    for (const id of passed) visible.add(id);
    const last = some.at(-1);
    if (last === undefined || some.length < filterBatch) break;
    // Skips the rest of a space that has a visible section.
    const space = spaceNumberOf(last);
    const isVisible = passed.some((id) => spaceNumberOf(id) === space);
    from = isVisible ? sectionNumber(space + 1, 0, 0) : last + 1;
  }
  return { best, ...groupSections([...visible], shift) };
}

/** The matches with the shortest titles and those that the database ranks best; and whether these are all matches. */
async function findBest(
  { read, fullText }: Pick<Database, "read" | "fullText">,
  { query, spaces }: SearchRequest,
  limit: number,
): Promise<{ ids: number[]; isAll: boolean }> {
  const titled = await fullText.findTitled(read, query, spaces, titledScored);
  const isMany = await fullText.hasMoreThan(read, query, { spaces }, maxRanked);
  const scope = { spaces, ...(isMany && { only: "titles" as const }) };
  const best =
    isMany && (await fullText.hasMoreThan(read, query, scope, maxRanked))
      ? await fullText.findFrom(read, query, scope, 0, { limit })
      : await fullText.findBest(read, query, scope, limit);
  return { ids: [...new Set([...titled, ...best])], isAll: !isMany && best.length < limit };
}

/** Groups sections in memory. */
function groupSections(ids: readonly number[], shift: number): Groups {
  const sorted = ids.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  for (const id of sorted) first.getOrInsert(groupOf(id, shift), id);
  const all = [...first.values()];
  return {
    count: all.length,
    firstSections: async (from, limit) => all.filter((id) => id >= from).slice(0, limit),
    sectionsIn: async (space, limit) => sorted.filter((id) => spaceNumberOf(id) === space).slice(0, limit),
  };
}

/** The number of the group that a section belongs to. */
export function groupOf(section: number, shift: number): number {
  return Math.floor(section / 2 ** shift);
}

async function scoreAll(
  context: SearchContext,
  terms: readonly Term[],
  ids: readonly number[],
): Promise<Hit[]> {
  const rows = await readSections(context, ids);
  const hits: Hit[] = [];
  const yielder = new EventLoopYielder();
  for (const row of rows.values()) {
    await yielder.yieldIfDue();
    // Rounded, so that nearly equal scores are sorted by number.
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
    .where("id", "in", padToPowerOfTwo(ids))
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
