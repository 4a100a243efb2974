import { type SelectQueryBuilder, sql } from "kysely";
import { emptyRoot } from "../../content/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import type { Claims } from "../../publishing/index.ts";
import {
  indexIfSmall,
  readSections,
  type SearchedSpace,
  type SearchResult,
  search,
} from "../../search/index.ts";
import {
  type Flag,
  inBatches,
  padded,
  pageNumberOf,
  pageShift,
  spaceShift,
  type Tables,
} from "../../storage/database/index.ts";
import { type Call, type Context, listReply } from "../http/index.ts";
import { findSpaces, matchSpaces, type OnSpace, type SpaceRow } from "../spaces/index.ts";
import { maxSections, presentPages } from "./present.ts";
import { pageOfResults, type ResultGroup } from "./result-page.ts";
import type { FoundSpace } from "./schema.ts";
import { readVisibleSections } from "./visible-sections.ts";

type SearchCall = Call<unknown, { page?: string; limit: number }>;

export async function searchSpace(call: SearchCall & { query: { query: string } } & Pick<OnSpace, "space">) {
  const { context, space, query } = call;
  const searched = await findSearchedSpaces(context, contentsIn(context, space.organization_id, [space.id]));
  const found = await search(context, searched, query.query, { shift: pageShift });
  const page = await pageOfResults(call, query.query, found);
  const pages = page.rows.map(({ sections }) => sections.slice(0, maxSections));
  const rows = await readSections(context, pages.flat());
  return listReply(page, await presentPages(context, space, found.terms, pages, rows));
}

/** Searches all spaces that the member may read. */
export async function searchOrganization(
  call: SearchCall & { query: { query: string } },
  member: Membership,
) {
  const { context, query } = call;
  const searched = await findSearchedSpaces(context, matchSpaces(context.database.read, member));
  return searchIn(call, member.organizationId, searched, query.query);
}

/** Searches spaces of a site. Visitors find only what their claims allow. */
export async function searchSiteSpaces(
  call: SearchCall,
  organizationId: string,
  ids: readonly string[],
  query: string,
  claims: Claims | undefined,
) {
  const { context } = call;
  const searched =
    ids.length === 0 ? [] : await findSearchedSpaces(context, contentsIn(context, organizationId, ids));
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
  const all = claims && (await read(searched.map(({ id }) => id)));
  const found = await search(context, searched, query, {
    shift: spaceShift,
    ...(claims && all && { filter: (sections) => filterVisible(context, all, claims, sections) }),
  });
  const page = await pageOfResults(call, query, found);
  const ids = new Map(searched.map(({ id, number }) => [number, id]));
  const spaces = await read(page.rows.flatMap(({ number }) => ids.get(number) ?? []));
  const shown = await Promise.all(page.rows.map((row, i) => pagesIn(found, row, i < maxFilled)));
  const sections = shown.flat(2);
  const rows = claims
    ? await readVisibleSections(context, spaces, claims, async () => [
        ...(await readSections(context, sections)).values(),
      ])
    : [...(await readSections(context, sections)).values()];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items: FoundSpace[] = [];
  for (const [i, { number }] of page.rows.entries()) {
    const space = spaces.get(ids.get(number) ?? "");
    if (space === undefined) continue;
    const pages = await presentPages(context, space, found.terms, shown[i] ?? [], byId);
    if (pages.length > 0) items.push({ id: space.id, title: space.title, pages });
  }
  return listReply(page, items);
}

/** The first spaces of a page of results are filled up to a minimum number of pages. */
const [minPages, maxFilled] = [5, 20];

/** The matching sections of a space by page, the best page first. */
async function pagesIn(
  result: SearchResult,
  { number, sections }: ResultGroup,
  isFilled: boolean,
): Promise<number[][]> {
  const best = Map.groupBy(sections, pageNumberOf);
  const more =
    isFilled && best.size < minPages ? await result.sectionsIn(number, maxSections * minPages) : [];
  const all = Map.groupBy(new Set([...sections, ...more]), pageNumberOf);
  const limit = Math.max(minPages, best.size);
  return Array.from(all.values(), (pageSections) => pageSections.slice(0, maxSections)).slice(0, limit);
}

async function filterVisible(
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

function contentsIn({ database }: Context, organizationId: string, ids: readonly string[]) {
  return database.read
    .selectFrom("contents")
    .where("contents.organization_id", "=", organizationId)
    .where("contents.id", "in", padded(ids));
}

/** Up to this number of outdated spaces are indexed before a search, so that recent changes are found. */
const maxOutdated = 5;

/** Finds the indexed spaces. Outdated ones are indexed first if that is fast. */
async function findSearchedSpaces(
  context: Context,
  spaces: SelectQueryBuilder<Tables, "contents", object>,
): Promise<SearchedSpace[]> {
  const found = await readIndexed(spaces);
  const outdated = found.filter(({ is_outdated }) => is_outdated === 1);
  if (outdated.length === 0 || outdated.length > maxOutdated) return found.flatMap(toSearchedSpace);
  await Promise.all(
    outdated.map(({ id }) =>
      // The search goes on without it; the indexing job will report the error.
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

function toSearchedSpace({
  id,
  number,
  languages,
}: Awaited<ReturnType<typeof readIndexed>>[number]): SearchedSpace[] {
  return number === null ? [] : [{ id, number, languages: languages ?? "" }];
}
