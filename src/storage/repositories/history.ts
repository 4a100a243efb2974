import { diffContents, type Nodes, openContent, type PageRecord } from "../../content/index.ts";
import { EventLoopYielder, fold } from "../../platform/index.ts";
import {
  batchesBySize,
  type Database,
  type PageChangeKind,
  type PageChangeTable,
  together,
  type Writer,
} from "../database/index.ts";

// The history of primary content: an entry for each revision, and a row for each page that it changed. Both are derived
// from the revisions, and written with them, so that lists by person, page and time read only what they show.

/** The origin of a revision, where its type does not tell it. */
export type HistoryKind = "start" | "import" | "restore";

export interface PageChange {
  readonly id: string;
  readonly change: PageChangeKind;
  readonly title: string;
  readonly deletedWith?: string;
}

/** What a revision changed: the number of changed things, and the first changed pages. */
export interface HistorySummary {
  readonly kind?: HistoryKind;
  /** The revision whose state was restored. */
  readonly restored?: string;
  readonly pages: Readonly<Partial<Record<PageChangeKind, number>>>;
  readonly files?: number;
  readonly reusableContents?: number;
  readonly variables?: number;
  readonly listed: readonly Pick<PageChange, "id" | "change" | "title">[];
}

export interface RevisionHistory {
  readonly summary: HistorySummary;
  readonly pages: readonly PageChange[];
}

/** The number of changed pages that a summary lists. */
const maxListed = 5;

/** Finds what changed between two contents. The cost is proportional to the difference. */
export async function findHistory(nodes: Nodes, before: string, after: string): Promise<RevisionHistory> {
  const diff = await diffContents(openContent(nodes, before), openContent(nodes, after));
  const pages: PageChange[] = [];
  const counts: Partial<Record<PageChangeKind, number>> = {};
  const deleted = new Map(
    diff.pages.flatMap(({ key, before: record, after: next }) =>
      record !== undefined && next === undefined ? [[key, record] as const] : [],
    ),
  );
  const yielder = new EventLoopYielder();
  for (const { key: id, before: previous, after: current } of diff.pages) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const change = changeOf(previous, current);
    if (change === undefined) continue;
    counts[change] = (counts[change] ?? 0) + 1;
    const { title } = current ?? previous ?? { title: "" };
    const deletedWith = change === "deleted" ? topDeleted(deleted, id) : id;
    pages.push({ id, change, title, ...(deletedWith !== id && { deletedWith }) });
  }
  const [files, reusableContents, variables] = [diff.files, diff.reusableContents, diff.variables].map(
    ({ length }) => length,
  );
  const listed = pages
    .filter(({ deletedWith }) => deletedWith === undefined)
    .slice(0, maxListed)
    .map(({ id, change, title }) => ({ id, change, title }));
  return {
    summary: {
      pages: counts,
      ...(files && { files }),
      ...(reusableContents && { reusableContents }),
      ...(variables && { variables }),
      listed,
    },
    pages,
  };
}

/** What happened to a page. The time of its last change does not count. */
function changeOf(before: PageRecord | undefined, after: PageRecord | undefined): PageChangeKind | undefined {
  if (before === undefined || after === undefined) {
    if (before === after) return undefined;
    return before === undefined ? "created" : "deleted";
  }
  if (before.document !== after.document) return "edited";
  if (before.parent !== after.parent || before.order !== after.order) return "moved";
  const { updatedAt } = after;
  return JSON.stringify({ ...before, updatedAt }) === JSON.stringify(after) ? undefined : "attributes";
}

/** The uppermost page that was deleted with a page. */
function topDeleted(deleted: ReadonlyMap<string, PageRecord>, id: string): string {
  let top = id;
  for (let parent = deleted.get(top)?.parent; parent !== undefined && deleted.has(parent); ) {
    top = parent;
    parent = deleted.get(top)?.parent;
  }
  return top;
}

/** A revision in the history of a space. */
export interface HistoryRef {
  readonly spaceId: string;
  readonly id: string;
  readonly now: string;
  readonly userId: string;
}

/** The number of changed pages that are saved with their revision. Others are saved before, to keep the transaction short. */
const maxTogether = 1000;

/**
 * Saves the changes of many pages in separate transactions before their revision. Returns the others. Changes without a history entry
 * are never read.
 */
export async function savePageChangesEarly(
  { write }: Pick<Database, "write">,
  ref: HistoryRef,
  pages: readonly PageChange[],
): Promise<readonly PageChange[]> {
  const count = pages.length > maxTogether ? pages.length - maxTogether : 0;
  for (let start = 0; start < count; start += maxTogether)
    await write((trx) =>
      insertPageChanges(trx, ref, pages.slice(start, Math.min(start + maxTogether, count))),
    );
  return pages.slice(count);
}

/** Adds a revision to the history of its space, in the place of the one that it replaces. */
export async function insertHistory(
  trx: Writer,
  ref: HistoryRef,
  { summary, pages }: RevisionHistory,
  replacedId?: string,
): Promise<void> {
  if (replacedId !== undefined) await removeHistory(trx, ref.spaceId, replacedId);
  const entry = {
    space_id: ref.spaceId,
    revision_id: ref.id,
    created_at: ref.now,
    created_by: ref.userId,
    summary: JSON.stringify(summary),
  };
  await together([
    trx
      .insertInto("history_entries")
      .values(entry)
      .onConflict((existing) => existing.doNothing())
      .execute(),
    insertPageChanges(trx, ref, pages),
  ]);
}

/** Adds the first revision of a space. Its pages are those of another space, or there are none. */
export async function insertFirstEntry(trx: Writer, ref: HistoryRef): Promise<void> {
  await insertHistory(trx, ref, { summary: { kind: "start", pages: {}, listed: [] }, pages: [] });
}

export async function removeHistory(trx: Writer, spaceId: string, revisionId: string): Promise<void> {
  const pages = trx
    .selectFrom("page_changes")
    .where("space_id", "=", spaceId)
    .where("revision_id", "=", revisionId)
    .select("page_id");
  const time = trx
    .selectFrom("history_entries")
    .where("space_id", "=", spaceId)
    .where("revision_id", "=", revisionId)
    .select("created_at");
  // By their whole keys: SQLite would read all changes of the space.
  await trx
    .deleteFrom("page_changes")
    .where("space_id", "=", spaceId)
    .where("page_id", "in", pages)
    .where("created_at", "=", time)
    .where("revision_id", "=", revisionId)
    .execute();
  await trx
    .deleteFrom("history_entries")
    .where("space_id", "=", spaceId)
    .where("revision_id", "=", revisionId)
    .execute();
}

async function insertPageChanges(
  trx: Writer,
  { spaceId, id, now }: HistoryRef,
  pages: readonly PageChange[],
): Promise<void> {
  for (const batch of batchesBySize(pages, ({ title }) => title.length)) {
    const rows = batch.map(
      (page): PageChangeTable => ({
        space_id: spaceId,
        page_id: page.id,
        created_at: now,
        revision_id: id,
        change: page.change,
        title: page.title,
        search_text: page.change === "deleted" ? fold(page.title) : null,
        deleted_with: page.deletedWith ?? null,
      }),
    );
    await trx
      .insertInto("page_changes")
      .values(rows)
      .onConflict((existing) => existing.doNothing())
      .execute();
  }
}
