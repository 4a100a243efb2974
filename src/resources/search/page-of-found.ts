import type { Call } from "../../http/operation.ts";
import { cursorScope, type Page } from "../../http/paging.ts";
import { belongingTo, type Found } from "../../search/search.ts";

/** A page or a space that was found, by its number, with the sections that tell of it, the best first. */
export interface Group {
  readonly number: number;
  readonly sections: readonly number[];
}

interface Ranked extends Group {
  readonly score: number;
}

/**
 * One page of what was found: first what fits best, in the order of how well, then all else in the order of its numbers. So
 * it goes on behind the last one that was shown, whatever there is beside it by now.
 */
export async function pageOfFound(
  call: Call<unknown, { page?: string; limit: number }>,
  found: Found,
): Promise<Page<Group>> {
  const { cursors } = call.context;
  const { page, limit } = call.query;
  const scope = cursorScope(call, "asc", ["score", "number"]);
  const [score, number] = page === undefined ? [] : cursors.decode(scope, page).map(Number);
  const best = rankBest(found);
  const isBehind = (group: Ranked) =>
    score === undefined ||
    number === undefined ||
    group.score < score ||
    (group.score === score && group.number > number);
  const rows: Ranked[] = score === unranked ? [] : best.filter(isBehind).slice(0, limit + 1);
  if (rows.length <= limit) {
    const from = score === unranked && number !== undefined ? (number + 1) * 2 ** found.shift : 0;
    const known = new Set(best.map((group) => group.number));
    for (const id of await found.others(from, limit + 1 + known.size)) {
      const other = { number: belongingTo(id, found.shift), score: unranked, sections: [id] };
      if (!known.has(other.number) && rows.length <= limit) rows.push(other);
    }
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit),
    count: found.count,
    ...(last && { next: { page: cursors.encode(scope, [String(last.score), String(last.number)]) } }),
  };
}

/** Less than the score of anything that was weighed. */
const unranked = -1;

/** Each page or space is as good as the best of its sections. */
function rankBest({ best, shift }: Found): Ranked[] {
  const groups = Map.groupBy(best, ({ id }) => belongingTo(id, shift));
  return Array.from(groups, ([number, hits]) => ({
    number,
    score: hits[0]?.score ?? 0,
    sections: hits.map(({ id }) => id),
  }));
}
