import { getValues } from "../../content/map/read-map.ts";
import type { PageRecord } from "../../content/records.ts";
import type { Context } from "../../context.ts";
import type { Match } from "../../database/dialects/full-text.ts";
import { padded } from "../../database/padded.ts";
import { spaceNumberOf } from "../../database/section-numbers.ts";
import { type Claims, isMet } from "../../publishing/conditions.ts";
import type { SearchedSpace } from "../../search/search.ts";
import { openContentOf } from "../content/access.ts";
import { isVisible } from "../content/visible-pages.ts";
import { findSpaces, type SpaceRow } from "../spaces/store.ts";

/** How many are looked up by one statement. */
const batchSize = 500;

/** What a visitor may see of what was found: sections and pages under conditions only where these are met. */
export async function withoutHidden(
  context: Context,
  organizationId: string,
  searched: readonly SearchedSpace[],
  matches: readonly Match[],
  claims: Claims,
): Promise<Match[]> {
  const rows = await readPlaces(
    context,
    matches.map(({ id }) => id),
  );
  const shown = rows.filter(({ conditions }) => isMetByAll(conditions, claims));
  const spaces = await findSpaces(
    context.database.read,
    organizationId,
    searched.map(({ id }) => id),
  );
  const visible = new Set<number>();
  for (const [number, sections] of Map.groupBy(shown, ({ id }) => spaceNumberOf(id))) {
    const space = spaces.get(searched.find((each) => each.number === number)?.id ?? "");
    if (space === undefined) continue;
    const pages = await visiblePages(context, space, new Set(sections.map((each) => each.page_id)), claims);
    for (const { id, page_id } of sections) if (pages.has(page_id)) visible.add(id);
  }
  return matches.filter(({ id }) => visible.has(id));
}

async function readPlaces({ database }: Context, ids: readonly number[]) {
  const rows: { id: number; page_id: string; conditions: string | null }[] = [];
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = await database.read
      .selectFrom("search_sections")
      .where("id", "in", padded(ids.slice(at, at + batchSize)))
      .select(["id", "page_id", "conditions"])
      .execute();
    for (const row of batch) rows.push(row);
  }
  return rows;
}

async function visiblePages(
  context: Context,
  space: SpaceRow,
  ids: ReadonlySet<string>,
  claims: Claims,
): Promise<Set<string>> {
  const content = openContentOf(context, space, space.root);
  const pages = await getValues<PageRecord>(content.nodes, content.roots.pages, [...ids]);
  const visible = new Set<string>();
  for (const [id, page] of pages) if (await isVisible(content, page, claims)) visible.add(id);
  return visible;
}

/** Whether somebody may see what stands under these conditions; members see all of it. */
export function isMetByAll(conditions: string | null, claims: Claims | undefined): boolean {
  if (conditions === null || claims === undefined) return true;
  return (JSON.parse(conditions) as string[]).every((condition) => isMet(condition, claims));
}
