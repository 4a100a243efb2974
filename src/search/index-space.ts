import {
  type Content,
  countRecords,
  getRecords,
  openContent,
  type StoredDocument,
} from "../content/index.ts";
import { EventLoopYielder } from "../platform/index.ts";
import { maxPages, type Reader, type SearchSpaceTable, type SpaceTable } from "../storage/database/index.ts";
import { documentLinksReader, openNodes } from "../storage/repositories/index.ts";
import { findChangedPages } from "./changed-pages.ts";
import { type IndexedPage, readIndexedPage } from "./indexed-page.ts";
import {
  beginRun,
  findIndexState,
  findInterruption,
  finishIndexing,
  type Interruption,
  insertIndexState,
  removeFromIndex,
  replacePages,
  type SearchContext,
  unfinishedRoots,
} from "./store.ts";
import { addWords } from "./words.ts";

/** The limits of one transaction, so that it does not block others for long. A batch has at least one page. */
const batchLimits = { pages: 50, sections: 200, characters: 300_000 };

interface Options {
  readonly progress?: (done: number, total: number) => void;
}

/** A space whose index is outdated, its index state, and the ids of the pages to index again. */
interface IndexingTask {
  readonly space: IndexableSpace;
  readonly indexed: SearchSpaceTable;
  readonly content: Content;
  readonly changed: readonly string[];
}

/** Pages by id; undefined to remove a page from the index. */
type IndexedPages = Map<string, IndexedPage | undefined>;

/** Indexes the pages of a space that changed since it was last indexed. Returns false if a later run has started. */
export async function indexSpace(
  context: SearchContext,
  spaceId: string,
  options: Options = {},
): Promise<boolean> {
  for (;;) {
    const outdated = await findOutdated(context, spaceId);
    const task = outdated && (await planIndexing(context, outdated));
    const interruption = task && (await indexInBatches(context, task, options));
    if (interruption !== "stale") return interruption === undefined;
  }
}

async function indexInBatches(
  context: SearchContext,
  { space, indexed: before, content, changed }: IndexingTask,
  { progress }: Options,
): Promise<Interruption | undefined> {
  const { database } = context;
  const indexed = await database.write((trx) => beginRun(trx, before, space.root));
  if (indexed === undefined) return "stale";
  const readDocumentLinks = documentLinksReader(context, space.repository_id);
  let done = 0;
  for await (const texts of readInBatches(content, changed, space.language)) {
    await addWords(database, texts);
    const interruption = await database.write(async (trx) => {
      const reason = await findInterruption(trx, indexed);
      if (reason === undefined) await replacePages(trx, database.fullText, space.id, texts);
      return reason;
    });
    if (interruption !== undefined) return interruption;
    // Stores the links of the documents, which are cached now, for later link queries.
    await readDocumentLinks([...texts.values()].flatMap((text) => text?.document ?? []));
    done += texts.size;
    progress?.(done, changed.length);
  }
  return database.write(async (trx) => {
    const interruption = await findInterruption(trx, indexed);
    if (interruption === undefined) await finishIndexing(trx, database.fullText, space.id, space.root);
    return interruption;
  });
}

async function* readInBatches(
  content: Content,
  ids: readonly string[],
  language: string | null,
): AsyncGenerator<IndexedPages> {
  let texts: IndexedPages = new Map();
  let [sections, characters] = [0, 0];
  const yielder = new EventLoopYielder();
  for (let start = 0; start < ids.length; start += batchLimits.pages) {
    const slice = ids.slice(start, start + batchLimits.pages);
    const pages = await getRecords(content, "pages", slice);
    for (const id of slice) {
      await yielder.yieldIfDue();
      const page = pages.get(id);
      const text = page && (await readIndexedPage(content, id, page, language));
      texts.set(id, text);
      sections += text?.sections.length ?? 0;
      characters += text?.sections.reduce((sum, { body }) => sum + body.length, 0) ?? 0;
      const isFull =
        texts.size >= batchLimits.pages ||
        sections >= batchLimits.sections ||
        characters >= batchLimits.characters;
      if (!isFull) continue;
      yield texts;
      texts = new Map();
      [sections, characters] = [0, 0];
    }
  }
  if (texts.size > 0) yield texts;
}

/** The limits within which a search request waits for indexing. */
const waitLimits = { pages: 50, characters: 100_000 };

/** How often a search request tries to index a space that others index at the same time. */
const maxAttempts = 3;

/** Indexes a space in one transaction. Returns false if that would take long, or if others keep indexing it. */
export function indexIfSmall(context: SearchContext, spaceId: string): Promise<boolean> {
  // Coalesced, so that during constant edits not every waiting search indexes the space again.
  return context.indexing.run(spaceId, async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const outdated = await findOutdated(context, spaceId);
      if (outdated === undefined) return true;
      if (!(await hasFastDiff(outdated))) return false;
      const task = await planIndexing(context, outdated);
      if (task === undefined) return true;
      if (!(await isSmall(task))) return false;
      if (await indexAtOnce(context, task)) return true;
    }
    return false;
  });
}

async function indexAtOnce(
  { database }: SearchContext,
  { space, indexed, content, changed }: IndexingTask,
): Promise<boolean> {
  const texts: IndexedPages = new Map();
  for await (const batch of readInBatches(content, changed, space.language))
    for (const [id, text] of batch) texts.set(id, text);
  await addWords(database, texts);
  return database.write(async (trx) => {
    const current = await findSpace(trx, space.id);
    // Later edits do not matter: the index is complete for the content that was read.
    const isSame = current?.repository_id === space.repository_id && current.language === space.language;
    if (!isSame || (await findInterruption(trx, indexed)) !== undefined) return false;
    await replacePages(trx, database.fullText, space.id, texts);
    await finishIndexing(trx, database.fullText, space.id, space.root);
    return true;
  });
}

/** Whether changed pages can be found fast, because the space has few pages or not all of them must be read. */
async function hasFastDiff({ indexed, content }: Omit<IndexingTask, "changed">): Promise<boolean> {
  const { nodes, roots } = content;
  if ((await countRecords(content, "pages")) <= waitLimits.pages) return true;
  if (indexed.root === null) return false;
  return [indexed.root, ...unfinishedRoots(indexed)].every((root) => {
    const before = openContent(nodes, root).roots;
    return before.reusableContents === roots.reusableContents && before.variables === roots.variables;
  });
}

async function isSmall({ content, changed }: IndexingTask): Promise<boolean> {
  if (changed.length > waitLimits.pages) return false;
  const pages = await getRecords(content, "pages", changed);
  const hashes = [...pages.values()].flatMap(({ document }) => document ?? []);
  const documents = await content.nodes.readAll<StoredDocument>(hashes);
  return documents.reduce((sum, { text }) => sum + text.length, 0) <= waitLimits.characters;
}

/** Finds the space and its index state; undefined if the index is current. */
async function findOutdated(
  context: SearchContext,
  spaceId: string,
): Promise<Omit<IndexingTask, "changed"> | undefined> {
  const space = await findSpace(context.database.read, spaceId);
  if (space === undefined) {
    await removeFromIndex(context, spaceId);
    return undefined;
  }
  const indexed = await findOrInsertIndexState(context, spaceId);
  if (indexed === undefined || (indexed.root === space.root && indexed.unfinished === "")) return undefined;
  return { space, indexed, content: openContent(openNodes(context, space.repository_id), space.root) };
}

async function planIndexing(
  context: SearchContext,
  outdated: Omit<IndexingTask, "changed">,
): Promise<IndexingTask | undefined> {
  const { space, indexed, content } = outdated;
  const changed = await findChangedPages(context, space.repository_id, indexed, content);
  if (indexed.next_page === 0 || indexed.next_page + changed.length <= maxPages)
    return { ...outdated, changed };
  // No page numbers remain, so the space is indexed from scratch.
  await removeFromIndex(context, space.id);
  const fresh = await findOutdated(context, space.id);
  return fresh && planIndexing(context, fresh);
}

async function findOrInsertIndexState(
  { database }: SearchContext,
  spaceId: string,
): Promise<SearchSpaceTable | undefined> {
  const indexed = await findIndexState(database.read, spaceId);
  if (indexed !== undefined) return indexed;
  return database.write(
    async (trx) => (await findIndexState(trx, spaceId)) ?? insertIndexState(trx, spaceId),
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
