import {
  type Content,
  emptyRoot,
  openContent,
  type PageRecord,
  type StoredDocument,
} from "../content/index.ts";
import { countEntries, getValues } from "../content/map/index.ts";
import { EventLoopYielder } from "../platform/index.ts";
import { maxPages, type Reader, type SearchSpaceTable, type SpaceTable } from "../storage/database/index.ts";
import { documentLinksReader, openNodes, scheduleIndexing } from "../storage/repositories/index.ts";
import { findChangedPages } from "./changed-pages.ts";
import { type IndexedPage, readIndexedPage } from "./page-texts.ts";
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

/** How much one transaction takes: it must not hold up others for long. One page it takes, whatever that is. */
const batch = { pages: 50, sections: 200, characters: 300_000 };
/** How many jobs are put down at once. */
const spacesAtOnce = 200;

interface Options {
  /** Told after each batch how many pages are done, of how many. */
  readonly progress?: (done: number, all: number) => void;
}

/** The content of a space that is to be indexed, what the index has of it, and the pages that differ. */
interface Work {
  readonly space: IndexableSpace;
  readonly indexed: SearchSpaceTable;
  readonly content: Content;
  readonly changed: readonly string[];
}

type Texts = Map<string, IndexedPage | undefined>;

/**
 * Brings the index up to the primary content of a space. What has not changed since the last time is not touched. False
 * where somebody has begun later, who then does all of it.
 */
export async function indexSpace(
  context: SearchContext,
  spaceId: string,
  options: Options = {},
): Promise<boolean> {
  for (;;) {
    const found = await findIndexable(context, spaceId);
    const work = found && (await findWork(context, found));
    const obstacle = work && (await indexInBatches(context, work, options));
    if (obstacle !== "overtaken") return obstacle === undefined;
  }
}

async function indexInBatches(
  context: SearchContext,
  { space, indexed: before, content, changed }: Work,
  { progress }: Options,
): Promise<Interruption | undefined> {
  const { database } = context;
  const indexed = await database.write((trx) => beginRun(trx, before, space.root));
  if (indexed === undefined) return "overtaken";
  const findLinks = documentLinksReader(context, space.repository_id);
  let done = 0;
  for await (const texts of readInBatches(content, changed, space.language)) {
    const obstacle = await database.write(async (trx) => {
      const found = await findInterruption(trx, indexed);
      if (found === undefined) await replacePages(trx, database.fullText, space.id, texts);
      return found;
    });
    if (obstacle !== undefined) return obstacle;
    // The documents have been read: what else they tell is kept by now, for whoever asks for links first.
    await findLinks([...texts.values()].flatMap((text) => text?.document ?? []));
    done += texts.size;
    progress?.(done, changed.length);
  }
  return database.write(async (trx) => {
    const obstacle = await findInterruption(trx, indexed);
    if (obstacle === undefined) await finishIndexing(trx, space.id, space.root);
    return obstacle;
  });
}

async function* readInBatches(
  content: Content,
  ids: readonly string[],
  language: string | null,
): AsyncGenerator<Texts> {
  let texts: Texts = new Map();
  let [sections, characters] = [0, 0];
  const pace = new EventLoopYielder();
  for (let at = 0; at < ids.length; at += batch.pages) {
    const some = ids.slice(at, at + batch.pages);
    const pages = await getValues<PageRecord>(content.nodes, content.roots.pages, some);
    for (const id of some) {
      await pace.yieldIfDue();
      const page = pages.get(id);
      const text = page && (await readIndexedPage(content, id, page, language));
      texts.set(id, text);
      sections += text?.sections.length ?? 0;
      characters += text?.sections.reduce((sum, { body }) => sum + body.length, 0) ?? 0;
      const isFull =
        texts.size >= batch.pages || sections >= batch.sections || characters >= batch.characters;
      if (!isFull) continue;
      yield texts;
      texts = new Map();
      [sections, characters] = [0, 0];
    }
  }
  if (texts.size > 0) yield texts;
}

/** How many pages may have changed, and how many characters they may have, where others wait for it. */
const quick = { pages: 50, characters: 100_000 };

/** The same where it takes but a moment, all at once; false where it would take longer, or where the space has changed. */
export function indexIfSmall(context: SearchContext, spaceId: string): Promise<boolean> {
  // Where edits do not stop, each of many searches would else find one more to be indexed before its own turn.
  return context.indexing.run(spaceId, async () => {
    const found = await findIndexable(context, spaceId);
    if (found === undefined) return true;
    if (!(await isSmall(found))) return false;
    const work = await findWork(context, found);
    return work === undefined || (await isShort(work)) ? indexAtOnce(context, work) : false;
  });
}

async function indexAtOnce({ database }: SearchContext, work: Work | undefined): Promise<boolean> {
  if (work === undefined) return true;
  const { space, indexed, content, changed } = work;
  const texts: Texts = new Map();
  for await (const some of readInBatches(content, changed, space.language))
    for (const [id, text] of some) texts.set(id, text);
  return database.write(async (trx) => {
    const now = await findSpace(trx, space.id);
    const isSame = now?.root === space.root && now.language === space.language;
    if (!isSame || (await findInterruption(trx, indexed)) !== undefined) return false;
    await replacePages(trx, database.fullText, space.id, texts);
    await finishIndexing(trx, space.id, space.root);
    return true;
  });
}

/** Whether it can be told without much ado which pages have changed: they are few, or not all of them have to be looked at. */
async function isSmall({ indexed, content }: Omit<Work, "changed">): Promise<boolean> {
  const { nodes, roots } = content;
  if ((await countEntries(nodes, roots.pages)) <= quick.pages) return true;
  if (indexed.root === null) return false;
  return [indexed.root, ...unfinishedRoots(indexed)].every((root) => {
    const before = openContent(nodes, root).roots;
    return before.reusableContents === roots.reusableContents && before.variables === roots.variables;
  });
}

async function isShort({ content: { nodes, roots }, changed }: Work): Promise<boolean> {
  if (changed.length > quick.pages) return false;
  const pages = await getValues<PageRecord>(nodes, roots.pages, changed);
  const hashes = Array.from(pages.values(), ({ document }) => document).filter((hash) => hash !== undefined);
  const documents = await nodes.readAll<StoredDocument>(hashes);
  return documents.reduce((sum, { text }) => sum + text.length, 0) <= quick.characters;
}

/** A space whose index is behind, and what it has; undefined where there is nothing to be done. */
async function findIndexable(
  context: SearchContext,
  spaceId: string,
): Promise<Omit<Work, "changed"> | undefined> {
  const space = await findSpace(context.database.read, spaceId);
  if (space === undefined) {
    await removeFromIndex(context, spaceId);
    return undefined;
  }
  const indexed = await enter(context, spaceId);
  if (indexed === undefined || (indexed.root === space.root && indexed.unfinished === "")) return undefined;
  return { space, indexed, content: openContent(openNodes(context, space.repository_id), space.root) };
}

/** What there is to be done for it. */
async function findWork(context: SearchContext, found: Omit<Work, "changed">): Promise<Work | undefined> {
  const { space, indexed, content } = found;
  const changed = await findChangedPages(context, space.repository_id, indexed, content);
  if (indexed.next_page === 0 || indexed.next_page + changed.length <= maxPages) return { ...found, changed };
  // Pages have come and gone so often that no number is left: it begins anew.
  await removeFromIndex(context, space.id);
  const anew = await findIndexable(context, space.id);
  return anew && findWork(context, anew);
}

/** What the index has of a space; it is given a place there before it has anything. */
async function enter({ database }: SearchContext, spaceId: string): Promise<SearchSpaceTable | undefined> {
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

/** Has every space indexed whose content is another than that which is indexed, and those that are gone forgotten. */
export async function scheduleStaleSpaces(context: SearchContext): Promise<void> {
  const { database, clock } = context;
  const stale = await findStale(context);
  for (let at = 0; at < stale.length; at += spacesAtOnce)
    await database.write(async (trx) => {
      for (const id of stale.slice(at, at + spacesAtOnce)) await scheduleIndexing(trx, id, clock.now());
    });
}

async function findStale({ database }: SearchContext): Promise<string[]> {
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
