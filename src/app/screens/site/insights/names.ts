import { ApiError, call } from "../../../data/api.ts";
import { useList, useReply } from "../../../data/queries.ts";
import { type EventsQuery, readEvents, type SiteParams, useEvents } from "../../../data/site-events.ts";
import { words } from "../../../words/index.ts";
import { type DimensionId, keyOf, noneKey, rareKey, toEventFilter } from "./dimensions.ts";
import type { Range } from "./period.ts";

const texts = words.insights;
const languageNames = new Intl.DisplayNames(undefined, { type: "language", languageDisplay: "standard" });
const regionNames = new Intl.DisplayNames(undefined, { type: "region" });

/** The titles of pages, sections, spaces and share links, by their keys. */
export type Names = Readonly<Partial<Record<DimensionId, ReadonlyMap<string, string>>>>;

/** The name of a value, as people know it. */
export function labelOf(id: DimensionId, key: string, names: Names): string {
  if (key === rareKey) return texts.rare;
  if (key === noneKey) return texts.none[id] ?? texts.none.other ?? key;
  if (isNamed(id))
    return names[id]?.get(key) ?? (id === "page" || names[id] === undefined ? "…" : texts.removed);
  if (id === "language") return displayName(languageNames, key);
  if (id === "country") return displayName(regionNames, key);
  const isWord = ["device", "browser", "system", "rating", "position", "kind"].includes(id);
  return (isWord ? texts.values[key] : undefined) ?? key;
}

/** Whether the values are ids, whose names are loaded. */
function isNamed(id: DimensionId): boolean {
  return id === "page" || id === "section" || id === "space" || id === "share";
}

function displayName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The names of sections, spaces and share links of a site, and of these pages. */
export function useNames(params: SiteParams, range: Range, pageKeys: readonly string[]): Names {
  const path = "GET /orgs/:organizationId/sites/:siteId";
  const [query, all] = [{ limit: 100 }, { all: true }];
  const sections = useList(`${path}/sections`, params, query, all).data;
  const spaces = useList(`${path}/site-spaces`, params, query, all).data;
  const links = useList(`${path}/share-links`, params, query, all).data;
  return {
    page: usePageNames(params, range, pageKeys),
    ...(sections && { section: new Map(sections.map(({ id, title }) => [id, title])) }),
    ...(spaces && {
      space: new Map(
        spaces.map(({ id, title, space }) => [id, title || space.title || words.library.untitled]),
      ),
    }),
    ...(links && { share: new Map(links.map(({ id, name }) => [id, name || id])) }),
  };
}

const itemsPerRequest = 1_000;

/** The titles of pages. Pages that were deleted, or that the caller may not read, have the path at which readers saw them. */
function usePageNames(
  params: SiteParams,
  range: Range,
  keys: readonly string[],
): ReadonlyMap<string, string> {
  const pages = keys.filter(isPage);
  const spaceIds = spacesOf(pages);
  const titles = useReply(spaceIds.length > 0 ? `titles ${spaceIds}` : undefined, () =>
    readAllTitles(params, spaceIds),
  ).data;
  const unknown =
    titles === undefined ? [] : pages.filter((key) => !titles.has(key)).slice(0, pathsPerRequest);
  const paths = useEvents(params, unknown.length === 0 ? undefined : pathsOf(range, unknown)).data;
  return new Map([...toNames(paths ?? []), ...(titles ?? [])]);
}

/** The titles of any number of pages, for a file: every page gets a name. */
export async function readPageNames(
  params: SiteParams,
  range: Range,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const pages = [...new Set(keys.filter(isPage))];
  const titles = await readAllTitles(params, spacesOf(pages));
  const unknown = pages.filter((key) => !titles.has(key));
  const names = new Map(unknown.map((key) => [key, texts.removed]));
  for (let start = 0; start < unknown.length; start += pathsPerRequest) {
    const part = unknown.slice(start, start + pathsPerRequest);
    for (const [key, path] of toNames(await readEvents(params, pathsOf(range, part)))) names.set(key, path);
  }
  return new Map([...names, ...titles]);
}

const isPage = (key: string) => key !== noneKey && key !== rareKey;

const spacesOf = (pages: readonly string[]) =>
  [...new Set(pages.map((key) => key.split("/")[0] ?? ""))].sort();

const pathsPerRequest = 100;

/** The paths at which readers saw pages. */
function pathsOf(range: Range, pages: readonly string[]): EventsQuery {
  const values = pages.flatMap((key) => toEventFilter({ id: "page", key }).values);
  return {
    range,
    groupBy: [{ column: "page" }, { column: "urlPath" }],
    where: [{ column: "page", values }],
    order: { by: { column: "eventsCount" }, direction: "asc" },
  };
}

/** The last one of equal keys counts: the most frequent path. */
function toNames(rows: readonly (readonly unknown[])[]): (readonly [key: string, path: string])[] {
  return rows.map(([page, path]) => [keyOf("page", page), String(path)]);
}

/** The titles of the pages of those spaces that exist and that the user may read. */
async function readAllTitles(
  { organizationId }: SiteParams,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const readable = new Set(
    (
      await readAll((page) => call("GET /orgs/:organizationId/spaces", { organizationId }, { query: page }))
    ).map(({ id }) => id),
  );
  const known = spaceIds.filter((id) => readable.has(id));
  return new Map((await Promise.all(known.map(readTitles))).flat());
}

async function readTitles(spaceId: string): Promise<(readonly [key: string, title: string])[]> {
  try {
    const route = "GET /spaces/:spaceId/content/page-titles";
    const pages = await readAll((query) => call(route, { spaceId }, { query }));
    return pages.map(({ id, title }) => [`${spaceId}/${id}`, title || words.library.untitled] as const);
  } catch (error) {
    // The space was deleted meanwhile, or the user may not read it any more.
    if (error instanceof ApiError && [403, 404].includes(error.status)) return [];
    throw error;
  }
}

/** The items of all pages of a list. */
async function readAll<Item>(
  load: (query: {
    readonly limit: number;
    readonly page?: string;
  }) => Promise<{ readonly items: readonly Item[]; readonly next?: { readonly page: string } }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let next: { readonly page: string } | undefined;
  do {
    const reply = await load({ limit: itemsPerRequest, ...(next && { page: next.page }) });
    items.push(...reply.items);
    next = reply.next;
  } while (next !== undefined);
  return items;
}
