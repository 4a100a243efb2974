import { type Coalescer, newId } from "../platform/index.ts";
import type { FullText } from "../storage/database/dialects/index.ts";
import {
  maxPages,
  maxSpaces,
  padded,
  type Reader,
  type SearchSpaceTable,
  sectionNumber,
  type Writer,
} from "../storage/database/index.ts";
import type { StorageContext } from "../storage/index.ts";
import type { IndexedPage } from "./page-texts.ts";

/** How many rows are written by one statement, or removed by one transaction. */
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
    .where("space_id", "in", padded(spaceIds))
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.space_id, row]));
}

/** Gives a space a number of its own, before anything of it is indexed; undefined where it is gone. */
export async function insertIndexState(trx: Writer, spaceId: string): Promise<SearchSpaceTable | undefined> {
  const space = await trx
    .selectFrom("spaces")
    .where("id", "=", spaceId)
    .select("organization_id")
    .executeTakeFirst();
  if (space === undefined) return undefined;
  const { last } = await trx.selectFrom("search_counter").select("last").executeTakeFirstOrThrow();
  const number = last + 1;
  if (number >= maxSpaces) throw new Error("no number is left for another space to be searched");
  await trx.updateTable("search_counter").set({ last: number }).execute();
  const row = {
    space_id: spaceId,
    organization_id: space.organization_id,
    number,
    root: null,
    run: null,
    unfinished: "",
    next_page: 0,
    languages: "",
  };
  await trx.insertInto("search_spaces").values(row).execute();
  return row;
}

/** What keeps a piece of work from going on: what it set out from is no longer there, or somebody else has begun since. */
export type Interruption = "overtaken" | "superseded";

/** Of what is in the way of work that set out from this; undefined where nothing is. */
export async function findInterruption(
  trx: Writer,
  before: SearchSpaceTable,
): Promise<Interruption | undefined> {
  const now = await findIndexState(trx, before.space_id);
  if (now?.number !== before.number || now.root !== before.root) return "overtaken";
  return now.run === before.run ? undefined : "superseded";
}

/** Says that somebody has begun to index this content of a space: whoever did so before stops. Undefined where that is late. */
export async function beginRun(
  trx: Writer,
  before: SearchSpaceTable,
  root: string,
): Promise<SearchSpaceTable | undefined> {
  if ((await findInterruption(trx, before)) !== undefined) return undefined;
  const begun = { run: newId(), unfinished: [...new Set([...unfinishedRoots(before), root])].join("\n") };
  await trx.updateTable("search_spaces").where("space_id", "=", before.space_id).set(begun).execute();
  return { ...before, ...begun };
}

export function unfinishedRoots({ unfinished }: SearchSpaceTable): string[] {
  return unfinished === "" ? [] : unfinished.split("\n");
}

/** From now on this is what the index has of a space. */
export async function finishIndexing(trx: Writer, spaceId: string, root: string): Promise<void> {
  await trx
    .updateTable("search_spaces")
    .where("space_id", "=", spaceId)
    .set({ root, run: null, unfinished: "" })
    .execute();
}

/** Puts these pages as they are now in the place of what the index had of them. */
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
  const gone = [...numbers.keys()].filter((id) => pages.get(id) === undefined);
  if (gone.length > 0)
    await trx
      .deleteFrom("search_pages")
      .where("space", "=", indexed.number)
      .where("page_id", "in", padded(gone))
      .execute();
  const sections = [...pages].flatMap(([pageId, texts]) =>
    (texts?.sections ?? []).map((section, i) => ({
      ...section,
      pageId,
      title: texts?.title ?? "",
      id: sectionNumber(indexed.number, numbers.get(pageId) ?? 0, i),
    })),
  );
  for (let at = 0; at < sections.length; at += batchSize) {
    const batch = sections.slice(at, at + batchSize);
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

/** The numbers of these pages; those that have none yet get the next ones. */
async function numberPages(
  trx: Writer,
  { space_id, number: space, next_page, languages }: SearchSpaceTable,
  pages: ReadonlyMap<string, IndexedPage | undefined>,
): Promise<Map<string, number>> {
  const known = await trx
    .selectFrom("search_pages")
    .where("space", "=", space)
    .where("page_id", "in", padded([...pages.keys()]))
    .select(["page_id", "number"])
    .execute();
  const numbers = new Map(known.map(({ page_id, number }) => [page_id, number]));
  const spoken = new Set(languages === "" ? [] : languages.split(","));
  let next = next_page;
  for (const [id, texts] of pages) {
    if (texts === undefined) continue;
    spoken.add(texts.language);
    if (!numbers.has(id)) numbers.set(id, next++);
  }
  if (next > maxPages) throw new Error(`space ${space_id} has no number left for a page`);
  const fresh = [...numbers].filter(([, number]) => number >= next_page);
  if (fresh.length > 0)
    await trx
      .insertInto("search_pages")
      .values(fresh.map(([page_id, number]) => ({ space, page_id, number })))
      .execute();
  await trx
    .updateTable("search_spaces")
    .where("space_id", "=", space_id)
    .set({ next_page: next, languages: [...spoken].sort().join(",") })
    .execute();
  return numbers;
}

/** Removes what there is from one number up to another. */
async function removeSections(trx: Writer, fullText: FullText, from: number, until: number): Promise<void> {
  await fullText.remove(trx, from, until);
  await trx.deleteFrom("search_sections").where("id", ">=", from).where("id", "<", until).execute();
}

/** Takes some of what the index has of a space away; at last its number, and then there is nothing left. */
export async function removeBatch(
  trx: Writer,
  fullText: FullText,
  { space_id, number }: SearchSpaceTable,
): Promise<"more" | "nothing"> {
  if ((await findIndexState(trx, space_id))?.number !== number) return "nothing";
  const [from, until] = [sectionNumber(number, 0, 0), sectionNumber(number + 1, 0, 0)];
  const beyond = await trx
    .selectFrom("search_sections")
    .where("id", ">=", from)
    .where("id", "<", until)
    .orderBy("id")
    .select("id")
    .offset(batchSize)
    .limit(1)
    .executeTakeFirst();
  await removeSections(trx, fullText, from, beyond?.id ?? until);
  if (beyond !== undefined) return "more";
  await trx.deleteFrom("search_pages").where("space", "=", number).execute();
  await trx.deleteFrom("search_spaces").where("space_id", "=", space_id).execute();
  return "nothing";
}

/** Removes all that the index has of a space, in small transactions. */
export async function removeFromIndex({ database }: SearchContext, spaceId: string): Promise<void> {
  const indexed = await findIndexState(database.read, spaceId);
  if (indexed === undefined) return;
  while ((await database.write((trx) => removeBatch(trx, database.fullText, indexed))) === "more");
}

/** What searching and indexing needs. */
export interface SearchContext extends StorageContext {
  /** Indexes a space once for all callers that wait for it. */
  readonly indexing: Coalescer<boolean>;
}
