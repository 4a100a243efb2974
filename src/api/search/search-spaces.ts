import { type SelectQueryBuilder, sql } from "kysely";
import { emptyRoot } from "../../content/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import type { Claims } from "../../publishing/index.ts";
import {
  groupOf,
  indexIfSmall,
  readFoundSections,
  readSections,
  type SearchedSpace,
  type SearchResult,
  search,
} from "../../search/index.ts";
import {
  type Flag,
  inBatches,
  padToPowerOfTwo,
  pageNumberOf,
  pageShift,
  spaceShift,
  type Tables,
} from "../../storage/database/index.ts";
import {
  type Call,
  type Context,
  cursorScope,
  decodeCursor,
  encodeCursor,
  listReply,
  type Page,
} from "../http/index.ts";
import { findSpaces, matchSpaces, type OnSpace, type SpaceRow } from "../spaces/index.ts";
import { maxPageSections, presentPages, rankPages, type UnrankedPage } from "./present.ts";
import type { FoundPage, FoundSpace } from "./routes.ts";
import { readVisibleSections } from "./visible-sections.ts";

type SearchCall = Pick<
  Call<unknown, { page?: string; limit: number }>,
  "context" | "operationId" | "params" | "query"
>;

export async function searchSpace(call: SearchCall & { query: { query: string } } & Pick<OnSpace, "space">) {
  const { context, space, query } = call;
  const searched = await findSearchedItems(context, space.organization_id, [space.id]);
  const found = await search(context, searched, query.query, { shift: pageShift });
  const page = await paginateResults(call, query.query, found);
  const pages = page.rows.map(({ sections }) => sections.slice(0, maxPageSections));
  const rows = await readFoundSections(context, found, pages.flat());
  const presented = await presentPages(context, space, found, pages, rows);
  const ranks = rankPages(presented, page.pagesBefore);
  return listReply(page.after(presented.length), presented.map(withRank(ranks)));
}

export async function searchOrganization(
  call: SearchCall & { query: { query: string } },
  member: Membership,
) {
  const { context, query } = call;
  const searched = await findSearchedSpaces(context, matchSpaces(context.database.read, member));
  return searchIn(call, member.organizationId, searched, query.query);
}

/** Searches spaces of a site. Visitors find only the content that their claims allow. */
export async function searchSiteSpaces(
  call: SearchCall,
  organizationId: string,
  ids: readonly string[],
  query: string,
  claims: Claims | undefined,
) {
  const { context } = call;
  const searched = await findSearchedItems(context, organizationId, ids);
  return searchIn(call, organizationId, searched, query, claims);
}

async function searchIn(
  call: SearchCall,
  organizationId: string,
  searched: readonly SearchedSpace[],
  query: string,
  claims?: Claims,
) {
  const { context } = call;
  const read = (ids: readonly string[]) => findSpaces(context.database.read, organizationId, ids);
  const visitorSpaces = claims && (await read(searched.map(({ id }) => id)));
  const found = await search(context, searched, query, {
    shift: spaceShift,
    ...(claims &&
      visitorSpaces && { filter: (sections) => filterVisible(context, visitorSpaces, claims, sections) }),
  });
  const page = await paginateResults(call, query, found);
  const ids = new Map(searched.map(({ id, number }) => [number, id]));
  const spaces = await read(page.rows.flatMap(({ number }) => ids.get(number) ?? []));
  const sectionsByPage = await Promise.all(page.rows.map((row, i) => groupByPage(found, row, i < maxFilled)));
  const sections = sectionsByPage.flat(2);
  const rows = claims
    ? await readVisible(context, spaces, claims, sections)
    : await readFoundSections(context, found, sections);
  // At the same time, so that PostgreSQL gets lookups in all spaces as one statement.
  const presented = await Promise.all(
    page.rows.map(async ({ number }, i) => {
      const space = spaces.get(ids.get(number) ?? "");
      const pages = space && (await presentPages(context, space, found, sectionsByPage[i] ?? [], rows));
      return space && pages?.length ? [presentSpace(space, pages)] : [];
    }),
  );
  const items = presented.flat();
  const pages = items.flatMap((item) => item.pages);
  const ranks = rankPages(pages, page.pagesBefore);
  return listReply(
    page.after(pages.length),
    items.map((item): FoundSpace => ({ ...item, pages: item.pages.map(withRank(ranks)) })),
  );
}

function presentSpace({ id, title }: SpaceRow, pages: readonly UnrankedPage[]) {
  return { type: "space" as const, id, title, score: Math.max(...pages.map(({ score }) => score)), pages };
}

function withRank(ranks: ReadonlyMap<UnrankedPage, number>) {
  return (page: UnrankedPage): FoundPage => ({ ...page, rank: ranks.get(page) ?? 0 });
}

/** The first `maxFilled` spaces on a page of results have at least `minPages` pages, if as many match. */
const [minPages, maxFilled] = [5, 20];

/** The matching sections of a space by page, the best page first. */
async function groupByPage(result: SearchResult, { number, sections }: ResultGroup, isFilled: boolean) {
  const best = Map.groupBy(sections, pageNumberOf);
  const additional =
    isFilled && best.size < minPages ? await result.sectionsIn(number, maxPageSections * minPages) : [];
  const all = Map.groupBy(new Set([...sections, ...additional]), pageNumberOf);
  const limit = Math.max(minPages, best.size);
  return Array.from(all.values(), (ids) => ids.slice(0, maxPageSections)).slice(0, limit);
}

/** Reads the sections that a visitor may see: they may have changed since they were filtered. */
export async function readVisible(
  context: Context,
  spaces: ReadonlyMap<string, SpaceRow>,
  claims: Claims,
  sections: readonly number[],
) {
  const rows = await readVisibleSections(context, spaces, claims, async () => [
    ...(await readSections(context, sections)).values(),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function filterVisible(
  context: Context,
  spaces: ReadonlyMap<string, SpaceRow>,
  claims: Claims,
  sections: readonly number[],
): Promise<number[]> {
  const visible = await readVisibleSections(context, spaces, claims, () =>
    inBatches(sections, (batch) =>
      context.database.read
        .selectFrom("search_sections")
        .where("id", "in", batch)
        .select(["id", "page_id", "conditions"])
        .execute(),
    ),
  );
  const ids = new Set(visible.map(({ id }) => id));
  return sections.filter((id) => ids.has(id));
}

/** Finds the indexed ones among spaces of an organization. */
export async function findSearchedItems(context: Context, organizationId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const items = context.database.read
    .selectFrom("contents")
    .where("contents.organization_id", "=", organizationId)
    .where("contents.id", "in", padToPowerOfTwo(ids));
  return findSearchedSpaces(context, items);
}

/** The number of outdated spaces that are indexed before a search, so that recent changes are found. */
const maxOutdated = 5;

/** Finds the indexed spaces. Outdated ones are indexed first if that is fast. */
async function findSearchedSpaces(context: Context, spaces: SelectQueryBuilder<Tables, "contents", object>) {
  const found = await readIndexed(spaces);
  const outdated = found.filter(({ is_outdated }) => is_outdated === 1);
  if (outdated.length === 0 || outdated.length > maxOutdated) return found.flatMap(toSearchedSpace);
  await Promise.all(
    outdated.map(({ id }) =>
      // The search continues without the space; the indexing job will report the error.
      indexIfSmall(context, id).catch((error) =>
        context.log.warn({ err: error, space: id }, "a space could not be indexed for a search"),
      ),
    ),
  );
  return (await readIndexed(spaces)).flatMap(toSearchedSpace);
}

function readIndexed(spaces: SelectQueryBuilder<Tables, "contents", object>) {
  return spaces
    .innerJoin("spaces", "spaces.id", "contents.id")
    .leftJoin("search_spaces", "search_spaces.space_id", "contents.id")
    .select([
      "contents.id",
      "search_spaces.number",
      "search_spaces.languages",
      sql<Flag>`case when coalesce(search_spaces.root, ${emptyRoot}) = spaces.root then 0 else 1 end`.as(
        "is_outdated",
      ),
    ])
    .execute();
}

function toSearchedSpace({ id, number, languages }: Awaited<ReturnType<typeof readIndexed>>[number]) {
  return number === null ? [] : [{ id, number, languages: languages ?? "" }];
}

/** A page or a space among the results, with its best matching sections in order. */
interface ResultGroup {
  readonly number: number;
  readonly sections: readonly number[];
}

interface CursorPosition {
  /** The ranking of the first page, which later pages keep. */
  readonly ranked: readonly number[];
  /** The number of ranked groups before the position. */
  readonly seen: number;
  /** The first section after the position, among the groups that are not ranked. */
  readonly from: number;
  /** The number of pages that earlier replies presented. */
  readonly pagesBefore: number;
}

interface ResultList extends Pick<Page<ResultGroup>, "rows" | "count"> {
  readonly pagesBefore: number;
  /** The count and the cursor, after this reply has presented as many pages. */
  after(pages: number): Omit<Page<unknown>, "rows">;
}

/** One page of results: first the ranked groups, then the others by number. Concurrent edits do not shift pages. */
async function paginateResults(call: SearchCall, query: string, result: SearchResult): Promise<ResultList> {
  const { secrets } = call.context;
  const { page, limit } = call.query;
  const scope = cursorScope(call, "asc", ["rank", query]);
  const best = groupBest(result);
  const start = { ranked: [...best.keys()], seen: 0, from: 0, pagesBefore: 0 };
  const position = page === undefined ? start : decodePosition(decodeCursor(secrets.cursors, scope, page));
  const rows: { group: ResultGroup; next: CursorPosition }[] = [];
  for (let { seen } = position; seen < position.ranked.length && rows.length <= limit; seen++) {
    const number = position.ranked[seen] ?? 0;
    const group = best.get(number) ?? (await findGroup(result, number));
    if (group !== undefined) rows.push({ group, next: { ...position, seen: seen + 1 } });
  }
  const areAllRanked = page === undefined && best.size >= result.count;
  if (rows.length <= limit && !areAllRanked) {
    const ranked = new Set(position.ranked);
    for (const id of await result.firstSections(position.from, limit + 1 + ranked.size)) {
      const number = groupOf(id, result.shift);
      const next = { ...position, seen: ranked.size, from: (number + 1) * 2 ** result.shift };
      if (!ranked.has(number)) rows.push({ group: { number, sections: [id] }, next });
    }
  }
  const next = rows.length > limit ? rows[limit - 1]?.next : undefined;
  const { count } = result;
  const { pagesBefore } = position;
  const cursorAfter = (pages: number, next: CursorPosition) =>
    encodeCursor(secrets.cursors, scope, encodePosition({ ...next, pagesBefore: pagesBefore + pages }));
  return {
    rows: rows.slice(0, limit).map(({ group }) => group),
    count,
    pagesBefore,
    after: (pages) => ({ count, ...(next && { next: { page: cursorAfter(pages, next) } }) }),
  };
}

/** Groups the best sections. A group ranks by its best section. */
export function groupBest({ best, shift }: SearchResult): Map<number, ResultGroup> {
  const groups = Map.groupBy(best, ({ id }) => groupOf(id, shift));
  return new Map(
    Array.from(groups, ([number, hits]) => [number, { number, sections: hits.map(({ id }) => id) }]),
  );
}

/** Finds a group that is no longer among the best; undefined if it no longer matches. */
async function findGroup({ firstSections, shift }: SearchResult, number: number) {
  const [first] = await firstSections(number * 2 ** shift, 1);
  return first !== undefined && groupOf(first, shift) === number ? { number, sections: [first] } : undefined;
}

function encodePosition({ ranked, seen, from, pagesBefore }: CursorPosition): string[] {
  return [seen, from, pagesBefore, ...ranked].map((number) => number.toString(36));
}

function decodePosition(keys: readonly string[]): CursorPosition {
  const [seen = 0, from = 0, pagesBefore = 0, ...ranked] = keys.map((key) => Number.parseInt(key, 36));
  return { ranked, seen, from, pagesBefore };
}
