import type { Context } from "../context.ts";
import type { Match, TextQuery } from "../database/dialects/full-text.ts";
import { padded } from "../database/padded.ts";
import { pageNumberOf, pageShift, spaceNumberOf, spaceShift } from "../database/section-numbers.ts";
import type { SearchSectionTable } from "../database/tables.ts";
import { loadLanguages } from "./languages.ts";
import { type Term, tellingOf, termsOf, textQueryOf } from "./query.ts";
import { scoreOf } from "./score.ts";

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

/** A page that was found, by its number, with its sections, the best first. */
export interface PageHit {
  readonly number: number;
  readonly score: number;
  readonly sections: readonly Hit[];
}

export interface SpaceHit {
  readonly spaceId: string;
  readonly pages: readonly PageHit[];
}

export interface SearchResult {
  readonly terms: readonly Term[];
  /** The best first. */
  readonly spaces: readonly SpaceHit[];
  /** How many pages, and how many spaces, match in all. */
  readonly count: { readonly pages: number; readonly spaces: number };
}

/** Up to so many sections are weighed by the database against each other; of more, only those with the words in a title. */
const mostWeighed = 5000;
/** How many of the best are weighed again, by rules that are the same whatever the database. */
const weighedAgain = 100;

/** The sections in these spaces that a query finds, by page and space. */
export async function search(
  context: Context,
  spaces: readonly SearchedSpace[],
  query: string,
  perSpace: number,
): Promise<SearchResult> {
  const codes = spaces.flatMap(({ languages }) => (languages === "" ? [] : languages.split(",")));
  const terms = termsOf(query, await loadLanguages(codes));
  if (terms.length === 0 || spaces.length === 0) return { terms, spaces: [], count: { pages: 0, spaces: 0 } };
  const numbers = spaces.map(({ number }) => number);
  const all = await findMatches(context, textQueryOf(terms, "all"), numbers, perSpace);
  const found =
    all.matches.length === 0 && tellingOf(terms).length > 1
      ? await findMatches(context, textQueryOf(terms, "any"), numbers, perSpace)
      : all;
  const hits = await weighAgain(context, terms, found.matches);
  return { terms, spaces: groupHits(spaces, hits), count: found.count };
}

async function findMatches(
  { database: { read, fullText } }: Context,
  query: TextQuery,
  spaces: readonly number[],
  perSpace: number,
): Promise<{ matches: Match[]; count: SearchResult["count"] }> {
  const isOne = spaces.length === 1;
  const scope = { spaces };
  const { texts, shifted } = await fullText.count(read, query, scope, isOne ? pageShift : spaceShift);
  const count = isOne ? { pages: shifted, spaces: Math.min(shifted, 1) } : { pages: 0, spaces: shifted };
  if (texts === 0) return { matches: [], count };
  if (texts <= mostWeighed)
    return { matches: await fullText.find(read, query, scope, { perSpace, order: "best" }), count };
  const titled = { spaces, only: "titles" } as const;
  const { texts: titles } = await fullText.count(read, query, titled, pageShift);
  const order = titles <= mostWeighed ? "best" : "first";
  const inTitles = await fullText.find(read, query, titled, { perSpace, order });
  const others = await fullText.find(read, query, scope, { perSpace, order: "first" });
  const known = new Set(inTitles.map(({ id }) => id));
  return { matches: [...inTitles, ...others.filter(({ id }) => !known.has(id))], count };
}

/** The best of what the database found, in the order of our own rules; the others stay behind them in its order. */
async function weighAgain(
  context: Context,
  terms: readonly Term[],
  matches: readonly Match[],
): Promise<Hit[]> {
  const best = matches.slice(0, weighedAgain);
  const rows = await readSections(
    context,
    best.map(({ id }) => id),
  );
  const weighed = best.flatMap(({ id }) => {
    const row = rows.get(id);
    return row === undefined ? [] : { id, score: scoreOf(terms, row) };
  });
  weighed.sort((a, b) => b.score - a.score || a.id - b.id);
  const others = matches.slice(weighedAgain).map(({ id }, i) => ({ id, score: -1 - i }));
  return [...weighed, ...others];
}

export async function readSections(
  { database }: Context,
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

/** Each page is as good as the best of its sections, each space as the best of its pages. */
function groupHits(spaces: readonly SearchedSpace[], hits: readonly Hit[]): SpaceHit[] {
  const ids = new Map(spaces.map(({ id, number }) => [number, id]));
  const bySpace = Map.groupBy(hits, ({ id }) => spaceNumberOf(id));
  return Array.from(bySpace, ([number, ofSpace]) => ({
    spaceId: ids.get(number) ?? "",
    pages: Array.from(
      Map.groupBy(ofSpace, ({ id }) => pageNumberOf(id)),
      ([page, sections]) => ({ number: page, score: sections[0]?.score ?? 0, sections }),
    ),
  }));
}
