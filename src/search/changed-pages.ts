import type { DocumentLinks } from "../content/document/index.ts";
import { type Content, diffContents, openContent, type PageRecord, readRecords } from "../content/index.ts";
import type { Difference } from "../content/map/index.ts";
import { descendantsOf } from "../content/pages/index.ts";
import type { SearchSpaceTable } from "../storage/database/index.ts";
import { documentLinksReader } from "../storage/repositories/index.ts";
import { isSearchable, isTextChanged } from "./indexed-page.ts";
import { type SearchContext, unfinishedRoots } from "./store.ts";

/** The pages whose indexed text may be outdated. */
export async function findChangedPages(
  context: SearchContext,
  repositoryId: string,
  indexed: SearchSpaceTable,
  content: Content,
): Promise<string[]> {
  if (indexed.root === null) return findAll(context, indexed.space_id, content);
  // The index may contain parts of roots whose indexing was not finished.
  const previous = [indexed.root, ...unfinishedRoots(indexed)].map((root) =>
    openContent(content.nodes, root),
  );
  const diffs = await Promise.all(previous.map((before) => diffContents(before, content)));
  const changed = new Set(diffs.flatMap(({ pages }) => pages.filter(isTextChanged).map(({ key }) => key)));
  for (const [i, before] of previous.entries())
    for (const id of await findVisibilityChanges(before, content, diffs[i]?.pages ?? [])) changed.add(id);
  if (diffs.some(({ reusableContents, variables }) => reusableContents.length + variables.length > 0)) {
    const pages = await readRecords(content, "pages");
    const readDocumentLinks = documentLinksReader(context, repositoryId);
    const documentLinks = await readDocumentLinks(pages.flatMap(({ value }) => value.document ?? []));
    for (const { key, value } of pages) {
      const links = documentLinks.get(value.document ?? "");
      if (links !== undefined && usesSharedContent(links)) changed.add(key);
    }
  }
  return [...changed];
}

/** Whether the text of a document depends on variables or reusable contents. */
export function usesSharedContent({ varies, links }: DocumentLinks): boolean {
  return varies || links.some(({ ref }) => ref.kind === "reusable-content");
}

/** The pages that became or ceased to be searchable, because they or an ancestor changed. */
async function findVisibilityChanges(
  before: Content,
  after: Content,
  differences: readonly Difference<PageRecord>[],
): Promise<string[]> {
  const changed: string[] = [];
  for (const { key, before: previous, after: current } of differences) {
    if (previous === undefined || current === undefined) continue;
    const isUnaffected =
      previous.parent === current.parent &&
      previous.hidden === current.hidden &&
      previous.noIndex === current.noIndex;
    if (isUnaffected || (await isSearchable(before, previous)) === (await isSearchable(after, current)))
      continue;
    changed.push(key, ...(await descendantsOf(after, key)).map(([id]) => id));
  }
  return changed;
}

/** All pages of the content and of the index. */
async function findAll({ database }: SearchContext, spaceId: string, content: Content): Promise<string[]> {
  const rows = await database.read
    .selectFrom("search_pages")
    .innerJoin("search_spaces", "search_spaces.number", "search_pages.space")
    .where("search_spaces.space_id", "=", spaceId)
    .select("search_pages.page_id")
    .execute();
  const pages = await readRecords(content, "pages");
  return [...new Set([...rows.map(({ page_id }) => page_id), ...pages.map(({ key }) => key)])];
}
