import { type Found, groupOf } from "../../search/index.ts";
import { type Call, cursorScope, decodeCursor, encodeCursor, type Page } from "../http/index.ts";

/** A page or a space that was found, by its number, with the sections that tell of it, the best first. */
export interface Group {
  readonly number: number;
  readonly sections: readonly number[];
}

/** How far somebody has come who walks through what was found. */
interface Place {
  /** What fitted best when they began, in that order: so it does not matter what fits better by now. */
  readonly ranked: readonly number[];
  /** How many of these they have seen. */
  readonly seen: number;
  /** The number of the first section that they have not seen yet, of all others. */
  readonly from: number;
}

/**
 * One page of what was found: first what fits best, in the order of how well, then all else in the order of its numbers. So
 * it goes on behind the last one that was shown, whatever there is beside it by now.
 */
export async function pageOfResults(
  call: Call<unknown, { page?: string; limit: number }>,
  query: string,
  found: Found,
): Promise<Page<Group>> {
  const { secrets } = call.context;
  const { page, limit } = call.query;
  const scope = cursorScope(call, "asc", ["place", query]);
  const best = groupBest(found);
  const beginning = { ranked: [...best.keys()], seen: 0, from: 0 };
  const place = page === undefined ? beginning : placeIn(decodeCursor(secrets.cursors, scope, page));
  const rows: { group: Group; behind: Place }[] = [];
  for (let { seen } = place; seen < place.ranked.length && rows.length <= limit; seen++) {
    const number = place.ranked[seen] ?? 0;
    const group = best.get(number) ?? (await findGroup(found, number));
    if (group !== undefined) rows.push({ group, behind: { ...place, seen: seen + 1 } });
  }
  if (rows.length <= limit) {
    const known = new Set(place.ranked);
    for (const id of await found.others(place.from, limit + 1 + known.size)) {
      const number = groupOf(id, found.shift);
      const behind = { ...place, seen: known.size, from: (number + 1) * 2 ** found.shift };
      if (!known.has(number)) rows.push({ group: { number, sections: [id] }, behind });
    }
  }
  const next = rows.length > limit ? rows[limit - 1]?.behind : undefined;
  return {
    rows: rows.slice(0, limit).map(({ group }) => group),
    count: found.count,
    ...(next && { next: { page: encodeCursor(secrets.cursors, scope, keysOf(next)) } }),
  };
}

/** The sections that fit best by what they belong to, which is as good as the best of them. */
function groupBest({ best, shift }: Found): Map<number, Group> {
  const groups = Map.groupBy(best, ({ id }) => groupOf(id, shift));
  return new Map(
    Array.from(groups, ([number, hits]) => [number, { number, sections: hits.map(({ id }) => id) }]),
  );
}

/** What fitted best once, and does so no longer; undefined where it is not found at all. */
async function findGroup({ others, shift }: Found, number: number): Promise<Group | undefined> {
  const [first] = await others(number * 2 ** shift, 1);
  return first !== undefined && groupOf(first, shift) === number ? { number, sections: [first] } : undefined;
}

function keysOf({ ranked, seen, from }: Place): string[] {
  return [seen, from, ...ranked].map((number) => number.toString(36));
}

function placeIn(keys: readonly string[]): Place {
  const [seen = 0, from = 0, ...ranked] = keys.map((key) => Number.parseInt(key, 36));
  return { ranked, seen, from };
}
