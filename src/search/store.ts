import { type Coalescer, newId } from "../platform/index.ts";
import type { FullText } from "../storage/database/dialects/index.ts";
import {
  maxPages,
  maxSpaces,
  padToPowerOfTwo,
  type Reader,
  type SearchSpaceTable,
  sectionNumber,
  type Writer,
} from "../storage/database/index.ts";
import type { StorageContext } from "../storage/index.ts";
import type { IndexedPage } from "./indexed-page.ts";

/** The number of rows that one statement inserts, or that one transaction deletes. */
const batchSize = 200;

export function findIndexState(db: Reader, spaceId: string): Promise<SearchSpaceTable | undefined> {
  return db.selectFrom("search_spaces").where("space_id", "=", spaceId).selectAll().executeTakeFirst();
}

export async function findIndexStates(
  db: Reader,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<Map<string, SearchSpaceTable>> {
  if (spaceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("search_spaces")
    .where("organization_id", "=", organizationId)
    .where("space_id", "in", padToPowerOfTwo(spaceIds))
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.space_id, row]));
}

/** Inserts the index state of a space, with a new number; undefined if the space is deleted. */
export async function insertIndexState(trx: Writer, spaceId: string): Promise<SearchSpaceTable | undefined> {
  const space = await trx
    .selectFrom("spaces")
    .where("id", "=", spaceId)
    .select("organization_id")
    .executeTakeFirst();
  if (space === undefined) return undefined;
  const { last } = await trx.selectFrom("search_counter").select("last").executeTakeFirstOrThrow();
  const number = last + 1;
  if (number >= maxSpaces) throw new Error("the search index has reached its maximum number of spaces");
  await trx.updateTable("search_counter").set({ last: number }).execute();
  const state = { root: null, run: null, unfinished: "", next_page: 0, languages: "" };
  const row = { space_id: spaceId, organization_id: space.organization_id, number, ...state };
  await trx.insertInto("search_spaces").values(row).execute();
  return row;
}

/** The reason to stop a run: its initial index state has changed, or a later run has started. */
export type Interruption = "stale" | "superseded";

export async function findInterruption(
  trx: Writer,
  state: SearchSpaceTable,
): Promise<Interruption | undefined> {
  const current = await findIndexState(trx, state.space_id);
  if (current?.number !== state.number || current.root !== state.root) return "stale";
  return current.run === state.run ? undefined : "superseded";
}

/** Starts a run, which stops earlier runs. Returns the new index state; undefined if the state has changed. */
export async function beginRun(
  trx: Writer,
  state: SearchSpaceTable,
  root: string,
): Promise<SearchSpaceTable | undefined> {
  if ((await findInterruption(trx, state)) !== undefined) return undefined;
  const run = { run: newId(), unfinished: [...new Set([...unfinishedRoots(state), root])].join("\n") };
  await trx.updateTable("search_spaces").where("space_id", "=", state.space_id).set(run).execute();
  return { ...state, ...run };
}

export function unfinishedRoots({ unfinished }: SearchSpaceTable): string[] {
  return unfinished === "" ? [] : unfinished.split("\n");
}

export async function finishIndexing(
  trx: Writer,
  fullText: FullText,
  spaceId: string,
  root: string,
): Promise<void> {
  await fullText.merge(trx);
  await trx
    .updateTable("search_spaces")
    .where("space_id", "=", spaceId)
    .set({ root, run: null, unfinished: "" })
    .execute();
}

export async function replacePages(
  trx: Writer,
  fullText: FullText,
  spaceId: string,
  pages: ReadonlyMap<string, IndexedPage | undefined>,
): Promise<void> {
  const indexed = await findIndexState(trx, spaceId);
  if (indexed === undefined || pages.size === 0) return;
  const numbers = await numberPages(trx, indexed, pages);
  for (const page of numbers.values())
    await removeSections(
      trx,
      fullText,
      sectionNumber(indexed.number, page, 0),
      sectionNumber(indexed.number, page + 1, 0),
    );
  const deleted = [...numbers.keys()].filter((id) => pages.get(id) === undefined);
  if (deleted.length > 0)
    await trx
      .deleteFrom("search_pages")
      .where("space", "=", indexed.number)
      .where("page_id", "in", padToPowerOfTwo(deleted))
      .execute();
  const sections = [...pages].flatMap(([pageId, texts]) =>
    (texts?.sections ?? []).map((section, i) => ({
      ...section,
      pageId,
      title: texts?.title ?? "",
      id: sectionNumber(indexed.number, numbers.get(pageId) ?? 0, i),
    })),
  );
  for (let start = 0; start < sections.length; start += batchSize) {
    const batch = sections.slice(start, start + batchSize);
    const rows = batch.map(({ id, pageId, title, anchor, heading, body, conditions }) => ({
      id,
      page_id: pageId,
      title,
      anchor,
      heading,
      body,
      conditions: conditions.length === 0 ? null : JSON.stringify(conditions),
    }));
    await trx.insertInto("search_sections").values(rows).execute();
    await fullText.insert(
      trx,
      batch.map(({ id, words }) => ({ id, ...words })),
    );
  }
}

/** Finds or assigns the numbers of pages, and adds their languages to the index state. */
async function numberPages(
  trx: Writer,
  { space_id, number: space, next_page, languages }: SearchSpaceTable,
  pages: ReadonlyMap<string, IndexedPage | undefined>,
): Promise<Map<string, number>> {
  const existing = await trx
    .selectFrom("search_pages")
    .where("space", "=", space)
    .where("page_id", "in", padToPowerOfTwo([...pages.keys()]))
    .select(["page_id", "number"])
    .execute();
  const numbers = new Map(existing.map(({ page_id, number }) => [page_id, number]));
  const allLanguages = new Set(languages === "" ? [] : languages.split(","));
  let next = next_page;
  for (const [id, texts] of pages) {
    if (texts === undefined) continue;
    allLanguages.add(texts.language);
    if (!numbers.has(id)) numbers.set(id, next++);
  }
  if (next > maxPages)
    throw new Error(`the search index of space ${space_id} has reached its maximum number of pages`);
  const added = [...numbers].filter(([, number]) => number >= next_page);
  if (added.length > 0)
    await trx
      .insertInto("search_pages")
      .values(added.map(([page_id, number]) => ({ space, page_id, number })))
      .execute();
  await trx
    .updateTable("search_spaces")
    .where("space_id", "=", space_id)
    .set({ next_page: next, languages: [...allLanguages].sort().join(",") })
    .execute();
  return numbers;
}

async function removeSections(trx: Writer, fullText: FullText, from: number, until: number): Promise<void> {
  await fullText.remove(trx, from, until);
  await trx.deleteFrom("search_sections").where("id", ">=", from).where("id", "<", until).execute();
}

/** Deletes a batch of sections of a space, and its index state after the last batch. Returns whether sections remain. */
async function removeBatch(
  trx: Writer,
  fullText: FullText,
  { space_id, number }: SearchSpaceTable,
): Promise<boolean> {
  if ((await findIndexState(trx, space_id))?.number !== number) return false;
  const [from, until] = [sectionNumber(number, 0, 0), sectionNumber(number + 1, 0, 0)];
  const nextSection = await trx
    .selectFrom("search_sections")
    .where("id", ">=", from)
    .where("id", "<", until)
    .orderBy("id")
    .select("id")
    .offset(batchSize)
    .limit(1)
    .executeTakeFirst();
  await removeSections(trx, fullText, from, nextSection?.id ?? until);
  if (nextSection !== undefined) return true;
  await trx.deleteFrom("search_pages").where("space", "=", number).execute();
  await trx.deleteFrom("search_spaces").where("space_id", "=", space_id).execute();
  return false;
}

/** Removes a space from the index, in small transactions. */
export async function removeFromIndex({ database }: SearchContext, spaceId: string): Promise<void> {
  const indexed = await findIndexState(database.read, spaceId);
  if (indexed === undefined) return;
  while (await database.write((trx) => removeBatch(trx, database.fullText, indexed)));
}

export interface SearchContext extends StorageContext {
  /** Runs indexing of a space once for all waiting callers. */
  readonly indexing: Coalescer<boolean>;
}
