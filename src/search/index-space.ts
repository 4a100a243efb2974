import { type Content, emptyRoot, openContent } from "../content/content.ts";
import { diffContents } from "../content/diff.ts";
import type { DocumentNode } from "../content/documents.ts";
import type { Difference } from "../content/map/diff-map.ts";
import { getValues, readEntries } from "../content/map/read-map.ts";
import { descendantsOf } from "../content/pages/read-pages.ts";
import type { PageRecord } from "../content/records.ts";
import type { Context } from "../context.ts";
import type { Reader } from "../database/database.ts";
import { mostPages } from "../database/section-numbers.ts";
import type { SearchSpaceTable, SpaceTable } from "../database/tables.ts";
import { findingsIn } from "../repositories/findings.ts";
import { openNodes } from "../repositories/nodes.ts";
import { isFindable, type PageTexts, readPageTexts } from "./page-texts.ts";
import { removeFromIndex } from "./remove-from-index.ts";
import {
  beginRun,
  findIndexed,
  findObstacle,
  finishIndexing,
  insertIndexed,
  type Obstacle,
  replacePages,
  unfinishedIn,
} from "./store.ts";

/** How many pages one transaction takes: it must not hold up others for long. */
const batchSize = 20;

interface Options {
  /** Told after each batch how many pages are done, of how many. */
  readonly progress?: (done: number, all: number) => void;
}

/** How many characters are read at once where others wait: what it takes is known only afterwards. */
const longestQuick = 200_000;

/** How much may be done in a moment. */
export interface Most {
  readonly pages: number;
  readonly milliseconds: number;
}

/** The content of a space that is to be indexed, what the index has of it, and the pages that differ. */
interface Work {
  readonly space: IndexableSpace;
  readonly indexed: SearchSpaceTable;
  readonly content: Content;
  readonly changed: readonly string[];
}

/** Brings the index up to the primary content of a space. What has not changed since the last time is not touched. */
export async function indexSpace(context: Context, spaceId: string, options: Options = {}): Promise<void> {
  for (;;) {
    const work = await findWork(context, spaceId);
    // Whoever has begun later does all of it.
    if (work === undefined || (await indexInBatches(context, work, options)) !== "overtaken") return;
  }
}

async function indexInBatches(
  { database }: Context,
  { space, indexed: before, content, changed }: Work,
  { progress }: Options,
): Promise<Obstacle | undefined> {
  const indexed = await database.write((trx) => beginRun(trx, before, space.root));
  if (indexed === undefined) return "overtaken";
  for (let done = 0; done < changed.length; done += batchSize) {
    const texts = await readTexts(content, changed.slice(done, done + batchSize), space.language);
    const obstacle = await database.write(async (trx) => {
      const found = await findObstacle(trx, indexed);
      if (found === undefined) await replacePages(trx, database.fullText, space.id, texts);
      return found;
    });
    if (obstacle !== undefined) return obstacle;
    progress?.(Math.min(done + batchSize, changed.length), changed.length);
  }
  return database.write(async (trx) => {
    const obstacle = await findObstacle(trx, indexed);
    if (obstacle === undefined) await finishIndexing(trx, space.id, space.root);
    return obstacle;
  });
}

/** The same where it takes but a moment, all at once; false where it would take longer, or where the space has changed. */
export async function indexQuickly(context: Context, spaceId: string, most: Most): Promise<boolean> {
  const { database } = context;
  const deadline = Date.now() + most.milliseconds;
  const work = await findWork(context, spaceId);
  if (work === undefined) return true;
  const { space, indexed, content, changed } = work;
  if (changed.length > most.pages || (await sizeOf(content, changed)) > longestQuick) return false;
  const texts = new Map<string, PageTexts | undefined>();
  for (const id of changed) {
    if (Date.now() > deadline) return false;
    for (const [page, text] of await readTexts(content, [id], space.language)) texts.set(page, text);
  }
  return database.write(async (trx) => {
    const now = await findSpace(trx, spaceId);
    const isSame = now?.root === space.root && now.language === space.language;
    if (!isSame || (await findObstacle(trx, indexed)) === "overtaken") return false;
    await replacePages(trx, database.fullText, spaceId, texts);
    await finishIndexing(trx, spaceId, space.root);
    return true;
  });
}

/** How many characters these pages have. */
async function sizeOf({ nodes, roots }: Content, ids: readonly string[]): Promise<number> {
  const pages = await getValues<PageRecord>(nodes, roots.pages, ids);
  const hashes = Array.from(pages.values(), ({ document }) => document).filter((hash) => hash !== undefined);
  const documents = await nodes.readAll<DocumentNode>(hashes);
  return documents.reduce((sum, { text }) => sum + text.length, 0);
}

/** What there is to be done for a space; undefined where there is nothing. */
async function findWork(context: Context, spaceId: string): Promise<Work | undefined> {
  const space = await findSpace(context.database.read, spaceId);
  if (space === undefined) {
    await removeFromIndex(context, spaceId);
    return undefined;
  }
  const indexed = await enter(context, spaceId, space.organization_id);
  if (indexed.root === space.root && indexed.unfinished === "") return undefined;
  const content = openContent(openNodes(context, space.repository_id), space.root);
  const changed = await findChanged(context, space.repository_id, indexed, content);
  if (indexed.next_page === 0 || indexed.next_page + changed.length <= mostPages)
    return { space, indexed, content, changed };
  // Pages have come and gone so often that no number is left: it begins anew.
  await removeFromIndex(context, spaceId);
  return findWork(context, spaceId);
}

/** What the index has of a space; it is given a place there before it has anything. */
async function enter(
  { database }: Context,
  spaceId: string,
  organizationId: string,
): Promise<SearchSpaceTable> {
  const indexed = await findIndexed(database.read, spaceId);
  return (
    indexed ??
    database.write(
      async (trx) => (await findIndexed(trx, spaceId)) ?? insertIndexed(trx, spaceId, organizationId),
    )
  );
}

type IndexableSpace = Pick<SpaceTable, "id" | "organization_id" | "repository_id" | "root" | "language">;

function findSpace(db: Reader, id: string): Promise<IndexableSpace | undefined> {
  return db
    .selectFrom("spaces")
    .where("id", "=", id)
    .select(["id", "organization_id", "repository_id", "root", "language"])
    .executeTakeFirst();
}

/** The pages whose texts may be others than those that are indexed. */
async function findChanged(
  context: Context,
  repositoryId: string,
  indexed: SearchSpaceTable,
  content: Content,
): Promise<string[]> {
  const { nodes, roots } = content;
  if (indexed.root === null) return findAll(context, indexed.space_id, content);
  // Of what was not finished, any part may be there.
  const former = [indexed.root, ...unfinishedIn(indexed)].map((root) => openContent(nodes, root));
  const diffs = await Promise.all(former.map((before) => diffContents(before, content)));
  const changed = new Set(diffs.flatMap(({ pages }) => pages.filter(isOtherText).map(({ key }) => key)));
  for (const [i, before] of former.entries())
    for (const id of await findUncovered(before, content, diffs[i]?.pages ?? [])) changed.add(id);
  if (diffs.some(({ reusableContents, variables }) => reusableContents.length + variables.length > 0)) {
    const pages = await readEntries<PageRecord>(nodes, roots.pages);
    const findings = await findingsIn(
      context,
      repositoryId,
    )(pages.flatMap(({ value }) => value.document ?? []));
    for (const { key, value } of pages) {
      const found = findings.get(value.document ?? "");
      if (found?.varies || found?.links.some(({ ref }) => ref.kind === "reusable-content")) changed.add(key);
    }
  }
  return [...changed];
}

/** The pages below those that were hidden and are no longer, or the other way round: by themselves or by where they stand. */
async function findUncovered(
  before: Content,
  after: Content,
  differences: readonly Difference<PageRecord>[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { key, before: old, after: young } of differences) {
    if (old === undefined || young === undefined) continue;
    const isThere =
      old.parent === young.parent && old.hidden === young.hidden && old.noIndex === young.noIndex;
    if (isThere || (await isFindable(before, old)) === (await isFindable(after, young))) continue;
    found.push(key, ...(await descendantsOf(after, key)).map(([id]) => id));
  }
  return found;
}

/** All pages there are, and all that were indexed once. */
async function findAll({ database }: Context, spaceId: string, { nodes, roots }: Content): Promise<string[]> {
  const rows = await database.read
    .selectFrom("search_pages")
    .innerJoin("search_spaces", "search_spaces.number", "search_pages.space")
    .where("search_spaces.space_id", "=", spaceId)
    .select("search_pages.page_id")
    .execute();
  const pages = await readEntries<PageRecord>(nodes, roots.pages);
  return [...new Set([...rows.map(({ page_id }) => page_id), ...pages.map(({ key }) => key)])];
}

/** Where a page stands does not matter: that is looked up when it is found. */
function isOtherText({ before, after }: Difference<PageRecord>): boolean {
  const textOf = (page: PageRecord | undefined) =>
    page && [
      page.type,
      page.title,
      page.description,
      page.document,
      page.hidden,
      page.noIndex,
      page.variables,
    ];
  return JSON.stringify(textOf(before)) !== JSON.stringify(textOf(after));
}

async function readTexts(
  content: Content,
  ids: readonly string[],
  language: string | null,
): Promise<Map<string, PageTexts | undefined>> {
  const pages = await getValues<PageRecord>(content.nodes, content.roots.pages, ids);
  const texts = new Map<string, PageTexts | undefined>();
  for (const id of ids) {
    const page = pages.get(id);
    texts.set(id, page && (await readPageTexts(content, id, page, language)));
  }
  return texts;
}

/** Indexes every space whose content is another than that which is indexed, and forgets those that are gone. */
export async function indexStaleSpaces(context: Context): Promise<void> {
  for (const spaceId of await findStale(context)) await indexSpace(context, spaceId);
}

async function findStale({ database }: Context): Promise<string[]> {
  const stale = await database.read
    .selectFrom("spaces")
    .leftJoin("search_spaces", "search_spaces.space_id", "spaces.id")
    .where((eb) =>
      eb.or([
        eb(eb.fn.coalesce("search_spaces.root", eb.val(emptyRoot)), "!=", eb.ref("spaces.root")),
        eb("search_spaces.unfinished", "!=", ""),
      ]),
    )
    .select("spaces.id")
    .execute();
  const gone = await database.read
    .selectFrom("search_spaces")
    .leftJoin("spaces", "spaces.id", "search_spaces.space_id")
    .where("spaces.id", "is", null)
    .select("search_spaces.space_id as id")
    .execute();
  return [...stale, ...gone].map(({ id }) => id);
}
