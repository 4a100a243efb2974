import { groupOf, type SearchResult } from "../../search/index.ts";
import { type Call, cursorScope, decodeCursor, encodeCursor, type Page } from "../http/index.ts";

/** A page or a space among the results, with its best matching sections in order. */
export interface ResultGroup {
  readonly number: number;
  readonly sections: readonly number[];
}

/** The position of a cursor. */
interface Position {
  /** The ranking of the first page, which later pages keep. */
  readonly ranked: readonly number[];
  /** The number of ranked groups before the position. */
  readonly seen: number;
  /** The first section after the position, among the groups that are not ranked. */
  readonly from: number;
}

/** One page of results: first the ranked groups, then the others by number. Concurrent edits do not shift pages. */
export async function pageOfResults(
  call: Call<unknown, { page?: string; limit: number }>,
  query: string,
  result: SearchResult,
): Promise<Page<ResultGroup>> {
  const { secrets } = call.context;
  const { page, limit } = call.query;
  const scope = cursorScope(call, "asc", ["place", query]);
  const best = groupBest(result);
  const start = { ranked: [...best.keys()], seen: 0, from: 0 };
  const position = page === undefined ? start : decodePosition(decodeCursor(secrets.cursors, scope, page));
  const rows: { group: ResultGroup; next: Position }[] = [];
  for (let { seen } = position; seen < position.ranked.length && rows.length <= limit; seen++) {
    const number = position.ranked[seen] ?? 0;
    const group = best.get(number) ?? (await findGroup(result, number));
    if (group !== undefined) rows.push({ group, next: { ...position, seen: seen + 1 } });
  }
  if (rows.length <= limit) {
    const known = new Set(position.ranked);
    for (const id of await result.firstSections(position.from, limit + 1 + known.size)) {
      const number = groupOf(id, result.shift);
      const next = { ...position, seen: known.size, from: (number + 1) * 2 ** result.shift };
      if (!known.has(number)) rows.push({ group: { number, sections: [id] }, next });
    }
  }
  const next = rows.length > limit ? rows[limit - 1]?.next : undefined;
  return {
    rows: rows.slice(0, limit).map(({ group }) => group),
    count: result.count,
    ...(next && { next: { page: encodeCursor(secrets.cursors, scope, encodePosition(next)) } }),
  };
}

/** Groups the best sections. A group ranks by its best section. */
function groupBest({ best, shift }: SearchResult): Map<number, ResultGroup> {
  const groups = Map.groupBy(best, ({ id }) => groupOf(id, shift));
  return new Map(
    Array.from(groups, ([number, hits]) => [number, { number, sections: hits.map(({ id }) => id) }]),
  );
}

/** Finds a group that is no longer among the best; undefined if it no longer matches. */
async function findGroup(
  { firstSections, shift }: SearchResult,
  number: number,
): Promise<ResultGroup | undefined> {
  const [first] = await firstSections(number * 2 ** shift, 1);
  return first !== undefined && groupOf(first, shift) === number ? { number, sections: [first] } : undefined;
}

function encodePosition({ ranked, seen, from }: Position): string[] {
  return [seen, from, ...ranked].map((number) => number.toString(36));
}

function decodePosition(keys: readonly string[]): Position {
  const [seen = 0, from = 0, ...ranked] = keys.map((key) => Number.parseInt(key, 36));
  return { ranked, seen, from };
}
