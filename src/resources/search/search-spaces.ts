import type { Membership } from "../../access/content-roles.ts";
import type { Call } from "../../http/operation.ts";
import { listOf, pageOf } from "../../http/paging.ts";
import type { Claims } from "../../publishing/conditions.ts";
import { type PageHit, type SearchedSpace, type SearchResult, search } from "../../search/search.ts";
import type { OnSpace } from "../spaces/access.ts";
import { findSpaces, matchSpaces } from "../spaces/store.ts";
import { PageHitPresenter } from "./present.ts";
import type { FoundSpace } from "./schema.ts";
import { findSearched } from "./searched-spaces.ts";
import { withoutHidden } from "./visible-hits.ts";

type SearchCall = Call<unknown, { page?: string; limit: number }>;

/** Of a space among others, this many of the best sections count. */
const sectionsPerSpace = 200;
/** More of them for visitors, who may not see all of these. */
const sectionsForVisitors = 5000;
/** How many pages of spaces are shown, all together, and of each at least. */
const [mostPages, fewestPages] = [100, 5];
/** Of a space alone, all do; those who look at the first results need not wait until all are put in order. */
const firstSections = 1000;

export async function searchSpace(call: SearchCall & { query: { query: string } } & Pick<OnSpace, "space">) {
  const { context, space, query } = call;
  const searched = await findSearched(context, contentsIn(call, space.organization_id, [space.id]));
  const find = (perSpace: number) => search(context, searched, query.query, { perSpace });
  const first = await find(query.page === undefined ? firstSections : Number.MAX_SAFE_INTEGER);
  const pagesOf = ({ spaces }: SearchResult) => spaces[0]?.pages ?? [];
  // There may be more pages than those with the best sections.
  const isShort = pagesOf(first).length <= query.limit && pagesOf(first).length < first.count;
  const found = isShort ? await find(Number.MAX_SAFE_INTEGER) : first;
  const { terms, count } = found;
  const page = pageOf(call, pagesOf(found), rankOf);
  const presenter = new PageHitPresenter(context, space, terms);
  return listOf({ ...page, count }, await presenter.present(page.rows));
}

/** In all spaces that the member may read. */
export async function searchOrganization(
  call: SearchCall & { query: { query: string } },
  member: Membership,
) {
  const { context, query } = call;
  const searched = await findSearched(context, matchSpaces(context.database.read, member));
  return searchIn(call, member.organizationId, searched, query.query);
}

/** In these spaces of a site; visitors find what is meant for them. */
export async function searchSpacesOf(
  call: SearchCall,
  organizationId: string,
  ids: readonly string[],
  query: string,
  claims: Claims | undefined,
) {
  const contents = contentsIn(call, organizationId, ids);
  const searched = ids.length === 0 ? [] : await findSearched(call.context, contents);
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
  const { terms, spaces, count } = await search(context, searched, query, {
    perSpace: claims === undefined ? sectionsPerSpace : sectionsForVisitors,
    ...(claims && {
      hide: (matches) => withoutHidden(context, organizationId, searched, matches, claims),
    }),
  });
  const page = pageOf(call, spaces, ({ pages: [best] }) => (best === undefined ? "" : rankOf(best)));
  const rows = await findSpaces(
    context.database.read,
    organizationId,
    page.rows.map(({ spaceId }) => spaceId),
  );
  const most = Math.max(fewestPages, Math.floor(mostPages / page.rows.length));
  const items: FoundSpace[] = [];
  for (const { spaceId, pages } of page.rows) {
    const space = rows.get(spaceId);
    if (space === undefined) continue;
    const presenter = new PageHitPresenter(context, space, terms);
    const found = await presenter.present(pages.slice(0, most));
    if (found.length > 0) items.push({ id: space.id, title: space.title, pages: found });
  }
  // Of one space, its pages were counted.
  return listOf({ ...page, count: searched.length === 1 ? Math.min(count, 1) : count }, items);
}

function contentsIn({ context }: SearchCall, organizationId: string, ids: readonly string[]) {
  return context.database.read
    .selectFrom("contents")
    .where("contents.organization_id", "=", organizationId)
    .where("contents.id", "in", ids);
}

/** Sorts what was found, the best first. What is there beside it does not change that, for the best. */
function rankOf({ number, score }: PageHit): string {
  const place =
    score >= 0
      ? `0${(1e9 - score * 1000).toFixed(0).padStart(10, "0")}`
      : `1${(-score).toString().padStart(10, "0")}`;
  return `${place} ${number.toString().padStart(16, "0")}`;
}
