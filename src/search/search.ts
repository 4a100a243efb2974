import type { Context } from "../context.ts";
import type { Database } from "../database/database.ts";
import type { Match, TextQuery } from "../database/dialects/full-text.ts";
import { padded } from "../database/padded.ts";
import { pageNumberOf, pageShift, spaceNumberOf, spaceShift } from "../database/section-numbers.ts";
import type { SearchSectionTable } from "../database/tables.ts";
import { loadLanguages } from "./languages.ts";
import { looser, type Term, tellingOf, termsOf, textQueryOf } from "./query.ts";
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
  /** How many match in all: pages where one space was searched, else spaces. */
  readonly count: number;
}

/** Up to so many sections are weighed by the database against each other; of more, only those with the words in a title. */
const mostWeighed = 5000;
/** How many of the best are weighed again, by rules that are the same whatever the database; and with the shortest titles. */
const weighedAgain = 60;
const titledWeighed = 30;

/** How a search is narrowed down. */
interface Narrowing {
  /** How many sections of each space count. */
  readonly perSpace: number;
  /** Leaves out what whoever searches may not see. */
  hide?(matches: readonly Match[]): Promise<Match[]>;
}

/** The sections in these spaces that a query finds, by page and space: with all of its words, or else with some. */
export async function search(
  context: Context,
  spaces: readonly SearchedSpace[],
  query: string,
  narrowing: Narrowing,
): Promise<SearchResult> {
  const codes = spaces.flatMap(({ languages }) => (languages === "" ? [] : languages.split(",")));
  const terms = termsOf(query, await loadLanguages(codes));
  if (terms.length === 0 || spaces.length === 0) return { terms, spaces: [], count: 0 };
  const all = await findShown(context, textQueryOf(terms, "all"), spaces, narrowing);
  const loose = looser(terms);
  const isEnough = all.matches.length > 0 || tellingOf(loose).length === 1;
  const wanted = isEnough ? terms : loose;
  const { matches, count } = isEnough
    ? all
    : await findShown(context, textQueryOf(loose, "any"), spaces, narrowing);
  const hits = await weighAgain(context, wanted, matches);
  return { terms: wanted, spaces: groupHits(spaces, hits), count };
}

async function findShown(
  context: Context,
  query: TextQuery,
  spaces: readonly SearchedSpace[],
  { perSpace, hide }: Narrowing,
): Promise<{ matches: Match[]; count: number }> {
  const numbers = spaces.map(({ number }) => number);
  const { read, fullText } = context.database;
  const titled = await fullText.findTitled(read, query, numbers, titledWeighed);
  const { matches: others, count } = await findMatches(context.database, query, numbers, perSpace);
  const found = { matches: withOthers(titled, others), count };
  if (hide === undefined) return found;
  // What somebody may not see does not count, nor does it change what else is looked for.
  const matches = await hide(found.matches);
  return { matches, count: countShifted(matches, spaces.length === 1) };
}

/** What the database finds, the best first, and how many pages of one space or how many spaces that is in all. */
async function findMatches(
  { read, fullText }: Database,
  query: TextQuery,
  spaces: readonly number[],
  perSpace: number,
): Promise<{ matches: Match[]; count: number }> {
  const isOne = spaces.length === 1;
  const scope = { spaces };
  const countAll = () => fullText.count(read, query, scope, isOne ? pageShift : spaceShift);
  if (!(await fullText.isMore(read, query, scope, mostWeighed))) {
    const matches = await fullText.findBest(read, query, scope, perSpace);
    const isAll = !isOne || matches.length < perSpace;
    return { matches, count: isAll ? countShifted(matches, isOne) : await countAll() };
  }
  const matches = await findAmongMany({ read, fullText }, query, spaces, perSpace);
  const count = await countAll();
  if (isOne || countShifted(matches, isOne) === count) return { matches, count };
  const ofEach = await fullText.findFirst(read, query, scope, "one of each space");
  return { matches: withOthers(matches, ofEach), count };
}

/** Those with the words in a title, and some others. */
async function findAmongMany(
  { read, fullText }: Pick<Database, "read" | "fullText">,
  query: TextQuery,
  spaces: readonly number[],
  most: number,
): Promise<Match[]> {
  const titles = { spaces, only: "titles" } as const;
  const inTitles = (await fullText.isMore(read, query, titles, mostWeighed))
    ? await fullText.findFirst(read, query, titles, most)
    : await fullText.findBest(read, query, titles, most);
  return withOthers(inTitles, await fullText.findFirst(read, query, { spaces }, most));
}

function withOthers(matches: readonly Match[], others: readonly Match[]): Match[] {
  const known = new Set(matches.map(({ id }) => id));
  return [...matches, ...others.filter(({ id }) => !known.has(id))];
}

/** How many pages are among these, or how many spaces. */
function countShifted(matches: readonly Match[], isOne: boolean): number {
  return new Set(matches.map(({ id }) => (isOne ? pageNumberOf(id) : spaceNumberOf(id)))).size;
}

/** The best of what the database found, in the order of our own rules; the others stay behind them in its order. */
async function weighAgain(
  context: Context,
  terms: readonly Term[],
  matches: readonly Match[],
): Promise<Hit[]> {
  const best = matches.slice(0, titledWeighed + weighedAgain);
  const rows = await readSections(
    context,
    best.map(({ id }) => id),
  );
  const weighed = best.flatMap(({ id }) => {
    const row = rows.get(id);
    return row === undefined ? [] : { id, score: rounded(scoreOf(terms, row)) };
  });
  weighed.sort((a, b) => b.score - a.score || a.id - b.id);
  const others = matches.slice(best.length).map(({ id }, i) => ({ id, score: -1 - i }));
  return [...weighed, ...others];
}

/** What is as good as the same keeps the order of the pages. */
function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
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
