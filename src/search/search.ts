import { EventLoopYielder } from "../platform/index.ts";
import type { FullText, TextQuery } from "../storage/database/dialects/index.ts";
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

/** The matches of a query, grouped by page or by space. A group's number is its sections' numbers shifted right. */
export interface SearchResult {
  readonly terms: readonly Term[];
  /** The best sections in order. Their groups come first. */
  readonly best: readonly Hit[];
  readonly shift: number;
  readonly count: number;
  /** The first section of each group, in order of section number, from a section number on. */
  firstSections(from: number, limit: number): Promise<number[]>;
  sectionsIn(space: number, limit: number): Promise<number[]>;
}

/** Removes the sections that the caller may not see. */
type VisibilityFilter = (sections: readonly number[]) => Promise<number[]>;

/** The maximum number of matches that the database ranks. If there are more, only matches in titles are ranked. */
const maxRanked = 5000;
/** The numbers of best-ranked matches and of matches with the shortest titles that `scoreOf` scores. */
const [bestScored, titledScored] = [60, 30];
/** The size and number of the batches that a visibility filter is applied to. */
const [filterBatch, maxFilterBatches] = [5000, 20];

/** Finds sections that match all terms of a query, or else any term. They are grouped by page or by space. */
export async function search(
  context: SearchContext,
  spaces: readonly SearchedSpace[],
  query: string,
  options: { readonly shift: typeof pageShift | typeof spaceShift; readonly filter?: VisibilityFilter },
): Promise<SearchResult> {
  const { shift, filter } = options;
  const codes = spaces.flatMap(({ languages }) => (languages === "" ? [] : languages.split(",")));
  const terms = parseQuery(query, await loadLanguages(codes));
  const noSections = async () => [];
  const empty = { terms, best: [], shift, count: 0, firstSections: noSections, sectionsIn: noSections };
  if (terms.length === 0 || spaces.length === 0) return empty;
  const numbers = spaces.map(({ number }) => number);
  for (const [mode, modeTerms] of [["all", terms] as const, ["any", loosen(terms)] as const]) {
    if (mode === "any" && requiredTerms(modeTerms).length === 1) break;
    const request = { query: toTextQuery(modeTerms, mode), spaces: numbers, shift };
    const candidates = filter
      ? await findVisible(context.database, request, filter)
      : await findAll(context.database, request);
    if (candidates.count > 0) {
      const best = await scoreAll(context, modeTerms, candidates.best);
      return { ...candidates, terms: modeTerms, shift, best };
    }
  }
  return empty;
}

interface SearchRequest {
  readonly query: TextQuery;
  readonly spaces: readonly number[];
  readonly shift: number;
}

type Groups = Pick<SearchResult, "count" | "firstSections" | "sectionsIn">;
type Candidates = Groups & { readonly best: readonly number[] };

async function findAll({ fullText }: Database, request: SearchRequest): Promise<Candidates> {
  const { query, spaces, shift } = request;
  const { ids, isAll } = await findBest(fullText, request, bestScored);
  if (isAll) return { best: ids, ...groupSections(ids, shift) };
  return {
    best: ids,
    count: await fullText.count(query, { spaces }, shift),
    firstSections: (from, limit) => fullText.findFrom(query, { spaces }, from, { limit, shift }),
    sectionsIn: (space, limit) => fullText.findFrom(query, { spaces: [space] }, 0, { limit }),
  };
}

/** Finds visible sections. Other sections are not counted, and do not affect whether terms are loosened. */
async function findVisible(
  { fullText }: Database,
  request: SearchRequest,
  filter: VisibilityFilter,
): Promise<Candidates> {
  const { query, spaces, shift } = request;
  const { ids, isAll } = await findBest(fullText, request, filterBatch);
  const visible = new Set(await filter(ids));
  const best = [...visible].slice(0, bestScored + titledScored);
  for (let from = 0, batches = 0; !isAll && batches < maxFilterBatches; batches++) {
    const batch = await fullText.findFrom(query, { spaces }, from, { limit: filterBatch });
    const visibleInBatch = await filter(batch);
    for (const id of visibleInBatch) visible.add(id);
    const last = batch.at(-1);
    if (last === undefined || batch.length < filterBatch) break;
    // Skips the rest of a space that has a visible section.
    const space = spaceNumberOf(last);
    const isVisible = visibleInBatch.some((id) => spaceNumberOf(id) === space);
    from = isVisible ? sectionNumber(space + 1, 0, 0) : last + 1;
  }
  return { best, ...groupSections([...visible], shift) };
}

/** The matches with the shortest titles and the best-ranked matches, and whether these are all matches. */
async function findBest(
  fullText: FullText,
  { query, spaces }: SearchRequest,
  limit: number,
): Promise<{ ids: number[]; isAll: boolean }> {
  const titled = await fullText.findTitled(query, spaces, titledScored);
  const exceedsLimit = await fullText.hasMoreThan(query, { spaces }, maxRanked);
  const scope = { spaces, ...(exceedsLimit && { only: "titles" as const }) };
  const best =
    exceedsLimit && (await fullText.hasMoreThan(query, scope, maxRanked))
      ? await fullText.findFrom(query, scope, 0, { limit })
      : await fullText.findBest(query, scope, limit);
  return { ids: [...new Set([...titled, ...best])], isAll: !exceedsLimit && best.length < limit };
}

/** Groups sections in memory. */
function groupSections(ids: readonly number[], shift: number): Groups {
  const sorted = ids.toSorted((a, b) => a - b);
  const firstByGroup = new Map<number, number>();
  for (const id of sorted) firstByGroup.getOrInsert(groupOf(id, shift), id);
  const first = [...firstByGroup.values()];
  return {
    count: first.length,
    firstSections: async (from, limit) => first.filter((id) => id >= from).slice(0, limit),
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
