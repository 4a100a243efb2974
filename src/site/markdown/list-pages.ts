import { type Content, type PageRecord, readRecords } from "../../content/index.ts";
import { startingWith } from "../../content/map/index.ts";
import { findPages } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type Claims, isMet } from "../../publishing/index.ts";
import { isEmptyParent } from "../page/index.ts";

/** A page or a group in the table of contents. */
export interface ListedPage {
  readonly id: string;
  readonly record: PageRecord;
  /** The page and its ancestors by id, from the top. */
  readonly trail: ReadonlyMap<string, PageRecord>;
}

/** The number of siblings that are read at once. */
const pagesPerBatch = 200;

/**
 * Lists the pages and groups that a visitor with these claims sees in the table of contents, in its order. Pages that are
 * excluded from search are omitted with their subpages. Only one batch of siblings is kept for each level.
 */
export async function* listPages(
  content: Content,
  claims: Claims,
  parent = "",
  parents: ReadonlyMap<string, PageRecord> = new Map(),
): AsyncGenerator<ListedPage> {
  const yielder = new EventLoopYielder();
  for await (const ids of childrenInBatches(content, parent)) {
    const records = await findPages(content, ids);
    for (const id of ids) {
      if (yielder.isDue) await yielder.yieldIfDue();
      const record = records.get(id);
      if (record === undefined || record.type === "link" || record.hidden || record.noIndex) continue;
      if (!isMet(record.condition, claims)) continue;
      const trail = new Map([...parents, [id, record]]);
      yield { id, record, trail };
      yield* listPages(content, claims, id, trail);
    }
  }
}

async function* childrenInBatches(content: Content, parent: string): AsyncGenerator<string[]> {
  const { from: first, until } = startingWith(`${parent}/`);
  for (let from = first; ; ) {
    const batch = await readRecords(content, "order", { from, until, limit: pagesPerBatch });
    yield batch.map(({ value }) => value);
    const last = batch.at(-1);
    if (last === undefined || batch.length < pagesPerBatch) return;
    from = `${last.key}\0`;
  }
}

/** Whether a page has text. Groups, and pages without text that have subpages, lead to another page. */
export async function isTextPage(content: Content, { id, record }: ListedPage): Promise<boolean> {
  if (record.type !== "document" || record.document === undefined) return false;
  return !(await isEmptyParent(content, id, record));
}
