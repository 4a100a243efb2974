import type { DocumentLinks } from "../content/document/index.ts";
import { type Content, diffContents, openContent, type PageRecord } from "../content/index.ts";
import { type Difference, readEntries } from "../content/map/index.ts";
import { descendantsOf } from "../content/pages/index.ts";
import type { SearchSpaceTable } from "../storage/database/index.ts";
import { documentLinksReader } from "../storage/repositories/index.ts";
import { isSearchable, isTextChanged } from "./page-texts.ts";
import { type SearchContext, unfinishedRoots } from "./store.ts";

/** The pages whose texts may be others than those that are indexed. */
export async function findChangedPages(
  context: SearchContext,
  repositoryId: string,
  indexed: SearchSpaceTable,
  content: Content,
): Promise<string[]> {
  const { nodes, roots } = content;
  if (indexed.root === null) return findAll(context, indexed.space_id, content);
  // Of what was not finished, any part may be there.
  const former = [indexed.root, ...unfinishedRoots(indexed)].map((root) => openContent(nodes, root));
  const diffs = await Promise.all(former.map((before) => diffContents(before, content)));
  const changed = new Set(diffs.flatMap(({ pages }) => pages.filter(isTextChanged).map(({ key }) => key)));
  for (const [i, before] of former.entries())
    for (const id of await findVisibilityChanges(before, content, diffs[i]?.pages ?? [])) changed.add(id);
  if (diffs.some(({ reusableContents, variables }) => reusableContents.length + variables.length > 0)) {
    const pages = await readEntries<PageRecord>(nodes, roots.pages);
    const findings = await documentLinksReader(
      context,
      repositoryId,
    )(pages.flatMap(({ value }) => value.document ?? []));
    for (const { key, value } of pages) {
      const found = findings.get(value.document ?? "");
      if (found !== undefined && usesSharedContent(found)) changed.add(key);
    }
  }
  return [...changed];
}

/** Whether what a document says depends on variables or reusable contents. */
export function usesSharedContent({ varies, links }: DocumentLinks): boolean {
  return varies || links.some(({ ref }) => ref.kind === "reusable-content");
}

/** The pages below those that were hidden and are no longer, or the other way round: by themselves or by where they stand. */
async function findVisibilityChanges(
  before: Content,
  after: Content,
  differences: readonly Difference<PageRecord>[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { key, before: old, after: young } of differences) {
    if (old === undefined || young === undefined) continue;
    const isThere =
      old.parent === young.parent && old.hidden === young.hidden && old.noIndex === young.noIndex;
    if (isThere || (await isSearchable(before, old)) === (await isSearchable(after, young))) continue;
    found.push(key, ...(await descendantsOf(after, key)).map(([id]) => id));
  }
  return found;
}

/** All pages there are, and all that were indexed once. */
async function findAll(
  { database }: SearchContext,
  spaceId: string,
  { nodes, roots }: Content,
): Promise<string[]> {
  const rows = await database.read
    .selectFrom("search_pages")
    .innerJoin("search_spaces", "search_spaces.number", "search_pages.space")
    .where("search_spaces.space_id", "=", spaceId)
    .select("search_pages.page_id")
    .execute();
  const pages = await readEntries<PageRecord>(nodes, roots.pages);
  return [...new Set([...rows.map(({ page_id }) => page_id), ...pages.map(({ key }) => key)])];
}
