import { type SelectQueryBuilder, sql } from "kysely";
import { emptyRoot } from "../../content/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import type { Claims } from "../../publishing/index.ts";
import { type Found, readSections, type SearchedSpace, search, type Term } from "../../search/index.ts";
import {
  type Flag,
  inBatches,
  padded,
  pageNumberOf,
  pageShift,
  type SearchSectionTable,
  spaceShift,
  type Tables,
} from "../../storage/database/index.ts";
import { type Call, type Context, listReply } from "../http/index.ts";
import { findSpaces, matchSpaces, type OnSpace, type SpaceRow } from "../spaces/index.ts";
import { FoundPagePresenter, maxSections } from "./present.ts";
import { type Group, pageOfResults } from "./result-page.ts";
import type { FoundPage, FoundSpace } from "./schema.ts";
import { readVisibleSections } from "./visible-sections.ts";

type SearchCall = Call<unknown, { page?: string; limit: number }>;

/** The pages of a space. */
export async function searchSpace(call: SearchCall & { query: { query: string } } & Pick<OnSpace, "space">) {
  const { context, space, query } = call;
  const searched = await findSearchedSpaces(context, contentsIn(context, space.organization_id, [space.id]));
  const found = await search(context, searched, query.query, { shift: pageShift });
  const page = await pageOfResults(call, query.query, found);
  const pages = page.rows.map(({ sections }) => sections.slice(0, maxSections));
  const rows = await readSections(context, pages.flat());
  return listReply(page, await presentPages(context, space, found.terms, pages, rows));
}

/** All spaces that the member may read. */
export async function searchOrganization(
  call: SearchCall & { query: { query: string } },
  member: Membership,
) {
  const { context, query } = call;
  const searched = await findSearchedSpaces(context, matchSpaces(context.database.read, member));
  return searchIn(call, member.organizationId, searched, query.query);
}

/** These spaces of a site; visitors find what is meant for them. */
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
  searched: Awaited<ReturnType<typeof findSearchedSpaces>>,
  query: string,
  claims?: Claims,
) {
  const { context } = call;
  const read = (ids: readonly string[]) => findSpaces(context.database.read, organizationId, ids);
  const all = claims && (await read(searched.map(({ id }) => id)));
  const found = await search(context, searched, query, {
    shift: spaceShift,
    ...(claims && all && { hide: (sections) => withoutHidden(context, all, claims, sections) }),
  });
  const page = await pageOfResults(call, query, found);
  const ids = new Map(searched.map(({ id, number }) => [number, id]));
  const spaces = await read(page.rows.flatMap(({ number }) => ids.get(number) ?? []));
  const shown = await Promise.all(page.rows.map((row, i) => pagesIn(found, row, i < mostFilled)));
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

/** A space that has not so many pages among the best shows others too, if it is one of the first. */
const [fewestPages, mostFilled] = [5, 20];

/** The sections of each page of a space, the best page first. */
async function pagesIn(found: Found, { number, sections }: Group, isFilled: boolean): Promise<number[][]> {
  const best = Map.groupBy(sections, pageNumberOf);
  const more =
    isFilled && best.size < fewestPages ? await found.within(number, maxSections * fewestPages) : [];
  const all = Map.groupBy(new Set([...sections, ...more]), pageNumberOf);
  const most = Math.max(fewestPages, best.size);
  return Array.from(all.values(), (those) => those.slice(0, maxSections)).slice(0, most);
}

async function presentPages(
  context: Context,
  space: SpaceRow,
  terms: readonly Term[],
  pages: readonly (readonly number[])[],
  rows: ReadonlyMap<number, SearchSectionTable>,
): Promise<FoundPage[]> {
  const presenter = new FoundPagePresenter(context, space, terms);
  const found: FoundPage[] = [];
  const pace = new EventLoopYielder();
  for (let at = 0; at < pages.length; at += pagesAtOnce) {
    await pace.yieldIfDue();
    const some = pages.slice(at, at + pagesAtOnce);
    const sections = some.map((ids) => ids.flatMap((id) => rows.get(id) ?? []));
    found.push(...(await presenter.present(sections.filter((those) => those.length > 0))));
  }
  return found;
}

const pagesAtOnce = 10;

async function withoutHidden(
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

/** What has just been written is found at once, where no more spaces than these are behind. */
const mostBehind = 5;

/** Spaces as the index knows them. Those that a job has yet to see to are seen to here, where that does not take long. */
export async function findSearchedSpaces(
  context: Context,
  spaces: SelectQueryBuilder<Tables, "contents", object>,
): Promise<SearchedSpace[]> {
  const found = await readIndexed(spaces);
  const behind = found.filter(({ is_behind }) => is_behind === 1);
  if (behind.length === 0 || behind.length > mostBehind) return found.flatMap(known);
  const { indexIfSmall } = await import("../../search/index-space.ts");
  await Promise.all(
    behind.map(({ id }) =>
      // What cannot be indexed must not keep anybody from finding all else; the job will tell why.
      indexIfSmall(context, id).catch((error) =>
        context.log.warn({ err: error, space: id }, "a space could not be indexed for a search"),
      ),
    ),
  );
  return (await readIndexed(spaces)).flatMap(known);
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
        "is_behind",
      ),
    ])
    .execute();
}

function known({ id, number, languages }: Awaited<ReturnType<typeof readIndexed>>[number]): SearchedSpace[] {
  return number === null ? [] : [{ id, number, languages: languages ?? "" }];
}
