import { EventLoopYielder } from "../platform/index.ts";
import type { FullText, TextQuery } from "../storage/database/dialects/index.ts";
import {
  type Database,
  padToPowerOfTwo,
  type pageShift,
  type SearchSectionTable,
  sectionNumber,
  spaceNumberOf,
  spaceShift,
} from "../storage/database/index.ts";
import { correctedWords, correctTerms, findSimilarWords } from "./corrections.ts";
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
  /** The words that were found instead of mistyped ones. */
  readonly corrected: readonly string[];
  /** The best sections in order. Their groups come first. */
  readonly best: readonly Hit[];
  /** The best sections by number, as they were read to rank them. */
  readonly rows: ReadonlyMap<number, SearchSectionTable>;
  readonly shift: number;
  readonly count: number;
  /** The first section of each group, in order of section number, from a section number on. */
  firstSections(from: number, limit: number): Promise<number[]>;
  sectionsIn(space: number, limit: number): Promise<number[]>;
}

/** Removes the sections that the caller may not see. */
type VisibilityFilter = (sections: readonly number[]) => Promise<number[]>;

/** The numbers of best-ranked matches and of matches with the shortest titles that `scoreOf` scores. */
const [bestScored, titledScored] = [60, 30];
/** The best results, which show how mistyped words were corrected. */
const maxForCorrections = 3;
/** Up to this number, matches are all read and grouped in memory, which takes less time than counting and listing groups by further queries. */
const maxGrouped = 1000;
/** The size and number of the batches that a visibility filter is applied to. */
const [filterBatch, maxFilterBatches] = [5000, 20];

interface SearchOptions {
  readonly shift: typeof pageShift | typeof spaceShift;
  readonly filter?: VisibilityFilter;
  /** Finds only the best groups. The others are neither counted nor filtered, which takes long for frequent words. */
  readonly onlyBest?: boolean;
}

/**
 * Finds sections that match all terms of a query, or else any term. They are grouped by page or by space. Words that
 * nothing matches are replaced by those of which they are mistyped.
 */
export async function search(
  context: SearchContext,
  spaces: readonly SearchedSpace[],
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  const { shift } = options;
  const codes = spaces.flatMap(({ languages }) => (languages === "" ? [] : languages.split(",")));
  const terms = parseQuery(query, await loadLanguages(codes));
  const noSections = async () => [];
  const empty = { terms, corrected: [], best: [], rows: new Map(), shift, count: 0 };
  if (terms.length === 0 || spaces.length === 0)
    return { ...empty, firstSections: noSections, sectionsIn: noSections };
  const find = (searched: readonly Term[], mode: TextQuery["mode"]) =>
    findSections(context, spaces, searched, mode, options);
  const all = await find(terms, "all");
  if (all.count > 0) return all;
  const isSingle = terms.length === 1;
  const corrected = await correctTerms(context.database.read, terms, async (term) =>
    isSingle ? false : (await findSome(context, spaces, term, options)).length > 0,
  );
  const allCorrected = corrected && (await find(corrected, "all"));
  if (allCorrected && allCorrected.count > 0) return allCorrected;
  const any = loosen(corrected ?? terms);
  return requiredTerms(any).length === 1 ? all : find(any, "any");
}

async function findSections(
  context: SearchContext,
  spaces: readonly SearchedSpace[],
  terms: readonly Term[],
  mode: TextQuery["mode"],
  options: SearchOptions,
): Promise<SearchResult> {
  const { shift } = options;
  const numbers = spaces.map(({ number }) => number);
  const request = { query: toTextQuery(terms, mode), spaces: numbers, shift };
  const candidates = await findCandidates(context.database, request, options);
  return { ...candidates, ...(await scoreAll(context, terms, candidates.best)), terms, shift };
}

/** Some sections that the caller may see and that match a term. */
async function findSome(
  { database }: SearchContext,
  spaces: readonly SearchedSpace[],
  term: Term,
  options: SearchOptions,
): Promise<readonly number[]> {
  const numbers = spaces.map(({ number }) => number);
  const query = toTextQuery([term], "all");
  const first = await database.fullText.findBestOfFirst(query, { spaces: numbers }, bestScored);
  const visible = options.filter ? await options.filter(first) : first;
  if (visible.length > 0 || first.length < bestScored) return visible;
  const request = { query, spaces: numbers, shift: options.shift };
  return (await findCandidates(database, request, { ...options, onlyBest: true })).best;
}

/** Words with results that are similar to those of a query that has none. */
export async function searchSimilarWords(
  context: SearchContext,
  spaces: readonly SearchedSpace[],
  { terms }: Pick<SearchResult, "terms">,
  options: SearchOptions,
): Promise<string[]> {
  if (spaces.length === 0) return [];
  return findSimilarWords(context.database.read, terms, async (term) => {
    const ids = await findSome(context, spaces, term, options);
    return [...(await readSections(context, ids.slice(0, maxForCorrections))).values()];
  });
}

interface SearchRequest {
  readonly query: TextQuery;
  readonly spaces: readonly number[];
  readonly shift: number;
}

type Groups = Pick<SearchResult, "count" | "firstSections" | "sectionsIn">;
type Candidates = Groups & { readonly best: readonly number[] };

async function findCandidates(
  database: Database,
  request: SearchRequest,
  { filter, onlyBest }: SearchOptions,
): Promise<Candidates> {
  if (onlyBest) {
    const ids = await findBestOfFirst(database.fullText, request);
    const best = filter ? await filter(ids) : ids;
    // If none of the best is visible, all matches are looked at.
    if (best.length > 0 || ids.length === 0) return { best, ...groupSections(best, request.shift) };
  }
  return filter ? findVisible(database, request, filter) : findAll(database, request);
}

async function findAll({ fullText }: Database, request: SearchRequest): Promise<Candidates> {
  const { query, spaces, shift } = request;
  const { ids, isAll } = await findBest(fullText, request, maxGrouped);
  const best = ids.slice(0, bestScored + titledScored);
  if (isAll) return { best, ...groupSections(ids, shift) };
  return {
    best,
    count: await countGroups(fullText, request, ids),
    firstSections: (from, limit) => fullText.findFrom(query, { spaces }, from, { limit, shift }),
    sectionsIn: (space, limit) => fullText.findFrom(query, { spaces: [space] }, 0, { limit }),
  };
}

/** Counts the groups of all matches. The database need not read the matches in spaces of which some are known. */
async function countGroups(
  fullText: FullText,
  { query, spaces, shift }: SearchRequest,
  known: readonly number[],
): Promise<number> {
  if (shift !== spaceShift) return fullText.count(query, { spaces }, shift);
  const found = new Set(known.map(spaceNumberOf));
  const others = spaces.filter((number) => !found.has(number));
  return found.size + (others.length === 0 ? 0 : await fullText.count(query, { spaces: others }, shift));
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

/**
 * The matches with the shortest titles and the best-ranked matches, and whether these are all matches. If there are too many to rank them,
 * only matches in titles are ranked.
 */
async function findBest(
  fullText: FullText,
  { query, spaces }: SearchRequest,
  limit: number,
): Promise<{ ids: number[]; isAll: boolean }> {
  const [titled, ranked] = await Promise.all([
    fullText.findTitled(query, spaces, titledScored),
    fullText.findBest(query, { spaces }, limit),
  ]);
  const inTitles = { spaces, only: "titles" } as const;
  const best =
    ranked ??
    (await fullText.findBest(query, inTitles, limit)) ??
    (await fullText.findFrom(query, inTitles, 0, { limit }));
  return { ids: [...new Set([...titled, ...best])], isAll: ranked !== undefined && ranked.length < limit };
}

/** Matches that are found fast also for frequent words: with the shortest titles, the best in titles, and the best in any text. */
async function findBestOfFirst(fullText: FullText, { query, spaces }: SearchRequest): Promise<number[]> {
  const found = await Promise.all([
    fullText.findTitled(query, spaces, titledScored),
    fullText.findBestOfFirst(query, { spaces, only: "titles" }, titledScored),
    fullText.findBestOfFirst(query, { spaces }, bestScored),
  ]);
  return [...new Set(found.flat())];
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
): Promise<Pick<SearchResult, "best" | "rows" | "corrected">> {
  const rows = await readSections(context, ids);
  const hits: Hit[] = [];
  const yielder = new EventLoopYielder();
  for (const row of rows.values()) {
    if (yielder.isDue) await yielder.yieldIfDue();
    // Rounded, so that nearly equal scores are sorted by number.
    hits.push({ id: row.id, score: Math.round(1000 * scoreOf(terms, row)) });
  }
  hits.sort((a, b) => b.score - a.score || a.id - b.id);
  const best = hits.slice(0, maxForCorrections).flatMap(({ id }) => rows.get(id) ?? []);
  return { best: hits, rows, corrected: correctedWords(terms, best) };
}

/** Reads found sections, except those that were read to rank them. */
export async function readFoundSections(
  context: SearchContext,
  { rows }: Pick<SearchResult, "rows">,
  ids: readonly number[],
): Promise<Map<number, SearchSectionTable>> {
  const others = await readSections(
    context,
    ids.filter((id) => !rows.has(id)),
  );
  return new Map([...rows, ...others]);
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
