import { setImmediate } from "node:timers/promises";
import { readEntries } from "../../content/map/read-map.ts";
import { locatePages } from "../../content/pages/read-pages.ts";
import type { PageRecord } from "../../content/records.ts";
import type { Context } from "../../context.ts";
import { badInput } from "../../errors.ts";
import type { Call } from "../../http/operation.ts";
import { listOf, pageOf } from "../../http/paging.ts";
import type { Claims } from "../../publishing/conditions.ts";
import {
  type PlacedSiteSpace,
  type Structure,
  sectionsOf,
  shownFirst,
  siteSpacesOf,
} from "../../publishing/structure.ts";
import { fold } from "../../search-text.ts";
import { openContentOf } from "../content/access.ts";
import { isVisible } from "../content/visible-pages.ts";
import { readForCaller } from "../site-structure/read-parts.ts";
import type { OnSharedSite } from "../sites/access.ts";
import { findSpaces, type SpaceRow } from "../spaces/store.ts";
import type { SearchResult, SiteSearch } from "./search-schema.ts";

type SearchCall = Call<unknown, { page?: string; limit: number }, SiteSearch> & OnSharedSite;

/** How many pages of one space are shown. */
const mostPages = 50;

/** The pages whose titles and descriptions have all words of the query, space by space, the best one first. */
export async function searchSite(call: SearchCall) {
  const { context, site, admission, body } = call;
  const { shown } = await readForCaller(call);
  const ids = new Set(wantedIn(shown, body).map(({ siteSpace }) => siteSpace.spaceId));
  const spaces = await findSpaces(context.database.read, site.organization_id, [...ids]);
  const words = wordsOf(body.query);
  const found: { rank: string; result: SearchResult }[] = [];
  for (const id of ids) {
    // Others have their turn between two spaces.
    await setImmediate();
    const space = spaces.get(id);
    const pages = space ? await searchSpace(context, space, words, admission?.claims) : [];
    const [best] = pages;
    if (space === undefined || best === undefined) continue;
    const result = { id, title: space.title, pages: pages.map(({ page }) => page) };
    found.push({ rank: `${best.rank} ${id}`, result });
  }
  found.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const page = pageOf(call, found, ({ rank }) => rank);
  return listOf(
    page,
    page.rows.map(({ result }) => result),
  );
}

/** The site spaces that a search goes through. */
function wantedIn(
  shown: Structure,
  { scope, mode, siteSpaceId, siteSpaceIds }: SiteSearch,
): PlacedSiteSpace[] {
  const all = siteSpacesOf(shown);
  const these = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    return all.filter(({ siteSpace }) => wanted.has(siteSpace.id));
  };
  const beginnings = () => {
    const levels = [shown.siteSpaces, ...sectionsOf(shown).map(({ siteSpaces }) => siteSpaces)];
    return these(levels.flatMap((siteSpaces) => shownFirst(siteSpaces)?.id ?? []));
  };
  if (scope?.mode === "default") return [...these(scope.includedSiteSpaces ?? []), ...beginnings()];
  if (scope?.mode === "specific") return these(scope.siteSpaceIds);
  if (scope?.mode === "all" || mode === "all") return all;
  if (mode === "current") {
    if (siteSpaceId === undefined) throw badInput("siteSpaceId", "is required");
    return [...these([siteSpaceId]), ...beginnings()];
  }
  if (siteSpaceIds === undefined)
    throw mode === undefined ? badInput("scope", "is required") : badInput("siteSpaceIds", "is required");
  return these(siteSpaceIds);
}

function wordsOf(query: string): string[] {
  return fold(query).match(/[\p{L}\p{N}]+/gu) ?? [];
}

async function searchSpace(
  context: Context,
  space: SpaceRow,
  words: readonly string[],
  claims: Claims | undefined,
): Promise<{ rank: string; page: SearchResult["pages"][number] }[]> {
  if (words.length === 0) return [];
  const content = openContentOf(context, space, space.root);
  const matching: { id: string; record: PageRecord; rank: string }[] = [];
  for (const { key: id, value: record } of await readEntries<PageRecord>(
    content.nodes,
    content.roots.pages,
  )) {
    const rank = rankOf(record, words);
    if (rank !== undefined) matching.push({ id, record, rank });
  }
  const best: typeof matching = [];
  for (const match of matching.sort((a, b) => (a.rank + a.id < b.rank + b.id ? -1 : 1))) {
    if (best.length === mostPages) break;
    if (await isVisible(content, match.record, claims)) best.push(match);
  }
  const located = await locatePages(
    content,
    best.map(({ id }) => id),
  );
  return best.map(({ id, record, rank }) => ({
    rank,
    page: {
      id,
      title: record.title,
      path: located.get(id)?.path ?? record.slug,
      urls: { app: context.urls.app(`/spaces/${space.id}/pages/${id}`) },
    },
  }));
}

/** How well a page fits, the smaller the better: by its title alone, or with its description. */
function rankOf(record: PageRecord, words: readonly string[]): string | undefined {
  if (record.type !== "document" || record.hidden || record.noIndex) return undefined;
  const has = (text: string) => words.every((word) => text.includes(word));
  const title = fold(record.title);
  if (title === words.join(" ")) return "0";
  if (has(title)) return "1";
  return has(`${title} ${fold(record.description ?? "")}`) ? "2" : undefined;
}
