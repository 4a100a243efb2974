import { type Content, openContent, type PageRecord } from "../../content/index.ts";
import type { ReadDocumentLinks } from "../../content/links/index.ts";
import { diffMaps, getValues, readEntries } from "../../content/map/index.ts";
import { type Claims, isMet, isPageVisible } from "../../publishing/index.ts";
import { findIndexStates, unfinishedRoots, usesSharedContent } from "../../search/index.ts";
import {
  type SearchSectionTable,
  type SearchSpaceTable,
  spaceNumberOf,
} from "../../storage/database/index.ts";
import { documentLinksReader } from "../../storage/repositories/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";

type SectionRow = Pick<SearchSectionTable, "id" | "page_id" | "conditions">;

/**
 * Reads the sections that a visitor may see: the conditions of the section and of its page must be met. The index states
 * are read first, so the sections were indexed from them or from a later root.
 */
export async function readVisibleSections<Row extends SectionRow>(
  context: Context,
  spaces: ReadonlyMap<string, SpaceRow>,
  claims: Claims,
  read: () => Promise<readonly Row[]>,
): Promise<Row[]> {
  const [{ organization_id = "" } = {}] = spaces.values();
  const indexed = await findIndexStates(context.database.read, organization_id, [...spaces.keys()]);
  const bySpace = Map.groupBy(await read(), ({ id }) => spaceNumberOf(id));
  const visible: Row[] = [];
  for (const [id, state] of indexed) {
    const space = spaces.get(id);
    const sections = bySpace.get(state.number);
    if (space === undefined || sections === undefined) continue;
    const content = openSpaceContent(context, space, space.root);
    const readDocumentLinks = documentLinksReader(context, space.repository_id);
    const current = await removeOutdated(content, state, sections, readDocumentLinks);
    for (const row of await filterMet(content, current, claims)) visible.push(row);
  }
  return visible;
}

/** Removes sections of pages that changed since they were indexed, because they may be hidden now. */
async function removeOutdated<Row extends SectionRow>(
  content: Content,
  indexed: SearchSpaceTable,
  sections: readonly Row[],
  readDocumentLinks: ReadDocumentLinks,
): Promise<readonly Row[]> {
  const { nodes, roots } = content;
  const indexedRoots = [...(indexed.root === null ? [] : [indexed.root]), ...unfinishedRoots(indexed)];
  if (indexedRoots.length === 0) return [];
  const outdated = new Set<string>();
  let hasSharedChanges = false;
  for (const root of indexedRoots) {
    const { roots: before } = openContent(nodes, root);
    hasSharedChanges ||=
      before.reusableContents !== roots.reusableContents || before.variables !== roots.variables;
    for (const { key } of await diffMaps<PageRecord>(nodes, before.pages, roots.pages)) outdated.add(key);
  }
  const current = sections.filter(({ page_id }) => !outdated.has(page_id));
  return hasSharedChanges ? removeDependent(content, current, readDocumentLinks) : current;
}

/** Removes sections of pages that use variables or reusable contents. */
async function removeDependent<Row extends SectionRow>(
  { nodes, roots }: Content,
  sections: readonly Row[],
  readDocumentLinks: ReadDocumentLinks,
): Promise<readonly Row[]> {
  const ids = new Set(sections.map(({ page_id }) => page_id));
  const pages = await getValues<PageRecord>(nodes, roots.pages, [...ids]);
  const linksOf = await readDocumentLinks([...pages.values()].flatMap(({ document }) => document ?? []));
  return sections.filter(({ page_id }) => {
    const links = linksOf.get(pages.get(page_id)?.document ?? "");
    return links === undefined || !usesSharedContent(links);
  });
}

/** Removes sections with unmet conditions. Conditions may use the variables of the space and the page. */
async function filterMet<Row extends SectionRow>(content: Content, sections: readonly Row[], claims: Claims) {
  const { nodes, roots } = content;
  const byPage = Map.groupBy(sections, ({ page_id }) => page_id);
  const pages = await getValues<PageRecord>(nodes, roots.pages, [...byPage.keys()]);
  const variables = await readEntries<string>(nodes, roots.variables);
  const vars = Object.fromEntries(variables.map(({ key, value }) => [key, value]));
  const visible: Row[] = [];
  for (const [id, page] of pages) {
    if (!(await isPageVisible(content, page, claims))) continue;
    const scope = { space: { vars }, page: { vars: page.variables ?? {} } };
    const areConditionsMet = ({ conditions }: SectionRow) =>
      parseConditions(conditions).every((condition) => isMet(condition, claims, scope));
    visible.push(...(byPage.get(id) ?? []).filter(areConditionsMet));
  }
  return visible;
}

function parseConditions(conditions: string | null): string[] {
  return conditions === null ? [] : (JSON.parse(conditions) as string[]);
}
