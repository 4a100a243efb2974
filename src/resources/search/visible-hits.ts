import { type Content, openContent } from "../../content/content.ts";
import { diffMaps } from "../../content/map/diff-map.ts";
import { getValues, readEntries } from "../../content/map/read-map.ts";
import type { PageRecord } from "../../content/records.ts";
import type { Context } from "../../context.ts";
import type { Match } from "../../database/dialects/full-text.ts";
import { padded } from "../../database/padded.ts";
import { spaceNumberOf } from "../../database/section-numbers.ts";
import type { SearchSectionTable, SearchSpaceTable } from "../../database/tables.ts";
import { type Claims, isMet } from "../../publishing/conditions.ts";
import type { SearchedSpace } from "../../search/search.ts";
import { findAllIndexed, unfinishedIn } from "../../search/store.ts";
import { openContentOf } from "../content/access.ts";
import { isVisible } from "../content/visible-pages.ts";
import { findSpaces } from "../spaces/store.ts";

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
  const bySpace = Map.groupBy(rows, ({ id }) => spaceNumberOf(id));
  const ids = searched.filter(({ number }) => bySpace.has(number)).map(({ id }) => id);
  const { read } = context.database;
  const spaces = await findSpaces(read, organizationId, ids);
  const visible = new Set<number>();
  for (const [id, indexed] of await findAllIndexed(read, organizationId, ids)) {
    const space = spaces.get(id);
    if (space === undefined) continue;
    const content = openContentOf(context, space, space.root);
    const current = await withoutOutdated(content, indexed, bySpace.get(indexed.number) ?? []);
    for (const section of await visibleSections(content, current, claims)) visible.add(section);
  }
  return matches.filter(({ id }) => visible.has(id));
}

type Place = Pick<SearchSectionTable, "id" | "page_id" | "conditions">;

async function readPlaces({ database }: Context, ids: readonly number[]): Promise<Place[]> {
  const rows: Place[] = [];
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

/** What has changed since it was indexed may be hidden by now. */
async function withoutOutdated(
  content: Content,
  indexed: SearchSpaceTable,
  sections: readonly Place[],
): Promise<readonly Place[]> {
  const { nodes, roots } = content;
  if (indexed.root === null) return [];
  const outdated = new Set<string>();
  for (const root of [indexed.root, ...unfinishedIn(indexed)]) {
    const { roots: before } = openContent(nodes, root);
    // Which pages show a reusable content or a variable is not known here.
    const isShared =
      before.reusableContents !== roots.reusableContents || before.variables !== roots.variables;
    if (isShared) return [];
    for (const { key } of await diffMaps<PageRecord>(nodes, before.pages, roots.pages)) outdated.add(key);
  }
  return sections.filter(({ page_id }) => !outdated.has(page_id));
}

/** Conditions may look at the variables of the space and of the page, as they do where the page is read. */
async function visibleSections(
  content: Content,
  sections: readonly Place[],
  claims: Claims,
): Promise<number[]> {
  const { nodes, roots } = content;
  const byPage = Map.groupBy(sections, ({ page_id }) => page_id);
  const pages = await getValues<PageRecord>(nodes, roots.pages, [...byPage.keys()]);
  const variables = await readEntries<string>(nodes, roots.variables);
  const vars = Object.fromEntries(variables.map(({ key, value }) => [key, value]));
  const visible: number[] = [];
  for (const [id, page] of pages) {
    if (!(await isVisible(content, page, claims))) continue;
    const scope = { space: { vars }, page: { vars: page.variables ?? {} } };
    const isShown = ({ conditions }: Place) =>
      conditionsIn(conditions).every((condition) => isMet(condition, claims, scope));
    visible.push(...(byPage.get(id) ?? []).filter(isShown).map((section) => section.id));
  }
  return visible;
}

function conditionsIn(conditions: string | null): string[] {
  return conditions === null ? [] : (JSON.parse(conditions) as string[]);
}
