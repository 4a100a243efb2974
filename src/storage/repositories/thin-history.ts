import { addMilliseconds, EventLoopYielder } from "../../platform/index.ts";
import { noteRemoval, type Reader, type RevisionType, type Writer } from "../database/index.ts";
import { readServerValue, type StorageContext, writeServerValue } from "../index.ts";
import { endsJob } from "../jobs/index.ts";
import { readAllSpaces, type StoredSpace } from "./all-spaces.ts";
import {
  findHistory,
  type HistorySummary,
  insertHistory,
  type RevisionHistory,
  removeHistory,
} from "./history.ts";
import { openNodes } from "./nodes.ts";
import { parentsOf } from "./revisions.ts";

// Old revisions are thinned: consecutive edits that one person made on one day (UTC) become one revision, the last of them. It gets the parents
// of the first, and its entry in the history is that of all of them, so that the history still tells who changed what.

type ThinningContext = Pick<StorageContext, "database" | "clock" | "nodeCache">;

const day = 86_400_000;
/** Until when the histories of all spaces are thinned. */
const valueName = "history-thinned-until";
const batchSize = 500;
/** The revisions that become one in a transaction, and the pages that they change. */
const maxRun = 50;
const maxPages = 1000;

/** A revision in the history of a space. */
interface Entry {
  readonly id: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly type: RevisionType;
  readonly parents: string;
  readonly root: string;
  readonly kind: HistorySummary["kind"];
  readonly pages: number;
  readonly deletesPages: boolean;
}

export interface ThinnedHistory {
  /** The number of removed revisions, or of those that would be. */
  revisions: number;
  /** The spaces whose history could not be thinned: the next run tries it again. */
  readonly failures: { readonly space: string; readonly error: unknown }[];
}

/** Thins the revisions that are older than a number of days. */
export async function thinHistory(
  context: ThinningContext,
  days: number,
  isDryRun = false,
): Promise<ThinnedHistory> {
  const thinned: ThinnedHistory = { revisions: 0, failures: [] };
  const { database, clock } = context;
  const until = `${addMilliseconds(clock.now(), -days * day).slice(0, 10)}T00:00:00.000Z`;
  const from = (await readServerValue(database.read, valueName)) ?? "";
  if (from >= until) return thinned;
  for await (const space of readAllSpaces(database.read))
    try {
      thinned.revisions += await thinSpace(context, space, { from, until }, isDryRun);
    } catch (error) {
      if (endsJob(error)) throw error;
      thinned.failures.push({ space: space.id, error });
    }
  if (!isDryRun && thinned.failures.length === 0)
    await database.write((trx) => writeServerValue(trx, valueName, until, clock.now()));
  return thinned;
}

interface Period {
  readonly from: string;
  readonly until: string;
}

async function thinSpace(
  context: ThinningContext,
  space: StoredSpace,
  period: Period,
  isDryRun: boolean,
): Promise<number> {
  const db = context.database.read;
  const yielder = new EventLoopYielder();
  let kept: ReadonlySet<string> | undefined;
  let run: Entry[] = [];
  let count = 0;
  const finish = async () => {
    if (run.length > 1 && (isDryRun || (await mergeRun(context, space, run)))) count += run.length - 1;
    run = [];
  };
  for await (const entry of readEntries(db, space.id, period)) {
    await yielder.yieldIfDue();
    const last = run.at(-1);
    if (last !== undefined && continues(last, entry) && fits(run, entry)) {
      kept ??= await findKept(db, space);
      if (kept.has(last.id)) await finish();
    } else await finish();
    run.push(entry);
  }
  await finish();
  return count;
}

async function* readEntries(db: Reader, spaceId: string, { from, until }: Period): AsyncGenerator<Entry> {
  for (let after = { created_at: from, revision_id: "" }; ; ) {
    const rows = await db
      .selectFrom("history_entries as entry")
      .innerJoin("revisions", (join) =>
        join
          .onRef("revisions.space_id", "=", "entry.space_id")
          .onRef("revisions.id", "=", "entry.revision_id"),
      )
      .where("entry.space_id", "=", spaceId)
      .where("entry.created_at", ">=", after.created_at)
      .where("entry.created_at", "<", until)
      .where((eb) =>
        eb.or([
          eb("entry.created_at", ">", after.created_at),
          eb("entry.revision_id", ">", after.revision_id),
        ]),
      )
      .orderBy("entry.created_at")
      .orderBy("entry.revision_id")
      .limit(batchSize)
      .select(["entry.revision_id", "entry.created_at", "entry.created_by", "entry.summary"])
      .select(["revisions.type", "revisions.parents", "revisions.root"])
      .execute();
    for (const { revision_id: id, summary, ...row } of rows) {
      const { kind, pages } = JSON.parse(summary) as HistorySummary;
      const changed = Object.values(pages).reduce((sum, number) => sum + number, 0);
      yield { ...row, id, kind, pages: changed, deletesPages: (pages.deleted ?? 0) > 0 };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last;
  }
}

/** Whether two revisions can be one. The content before a deletion is kept, since deleted pages are restored from it. */
function continues(first: Entry, second: Entry): boolean {
  const areEdits = [first, second].every(({ type, kind }) => type === "edits" && kind === undefined);
  const isSameDay = first.created_at.slice(0, 10) === second.created_at.slice(0, 10);
  const isNext = second.parents === first.id && first.parents !== "" && !second.deletesPages;
  return areEdits && isSameDay && isNext && first.created_by === second.created_by;
}

function fits(run: readonly Entry[], next: Entry): boolean {
  return run.length < maxRun && run.reduce((sum, { pages }) => sum + pages, next.pages) <= maxPages;
}

/** The revisions of a space that anything but the next revision refers to. */
async function findKept(db: Reader, { id, revision_id }: StoredSpace): Promise<ReadonlySet<string>> {
  const inSpace = (table: "import_runs" | "openapi_page_sets" | "block_saves") =>
    db.selectFrom(table).where("space_id", "=", id);
  const requests = await db
    .selectFrom("change_requests")
    .where("space_id", "=", id)
    .select(["revision_id", "initial_revision_id", "merged_ancestor_id", "merged_revision_id"])
    .execute();
  const named = [
    ...requests.flatMap((row) => Object.values(row)),
    ...(
      await db.selectFrom("comments").where("place_id", "=", id).select("revision_id").distinct().execute()
    ).map((row) => row.revision_id),
    ...(
      await db
        .selectFrom("import_runs")
        .where("space_id", "=", id)
        .select(["revision_id", "previous_revision_id"])
        .execute()
    ).flatMap((row) => Object.values(row)),
    ...(await inSpace("openapi_page_sets").select("revision_id").execute()).map((row) => row.revision_id),
    ...(await inSpace("block_saves").select("revision_id").execute()).map((row) => row.revision_id),
  ];
  const kept = new Set([revision_id, ...named.filter((name) => name !== null)]);
  for (const revision of await findBranchedAndRestored(db, id)) kept.add(revision);
  return kept;
}

/** The revisions that are a parent of several ones or not the only parent of one, and those that were restored. */
async function findBranchedAndRestored(db: Reader, spaceId: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const found = new Set<string>();
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("revisions")
      .leftJoin("history_entries as entry", (join) =>
        join
          .onRef("entry.space_id", "=", "revisions.space_id")
          .onRef("entry.revision_id", "=", "revisions.id")
          .on("revisions.type", "=", "rollback"),
      )
      .where("revisions.space_id", "=", spaceId)
      .where("revisions.id", ">", after)
      .orderBy("revisions.id")
      .limit(batchSize)
      .select(["revisions.id", "revisions.parents", "entry.summary"])
      .execute();
    for (const row of rows) {
      const parents = parentsOf(row);
      for (const parent of parents) {
        if (parents.length > 1 || seen.has(parent)) found.add(parent);
        seen.add(parent);
      }
      const restored =
        row.summary === null ? undefined : (JSON.parse(row.summary) as HistorySummary).restored;
      if (restored !== undefined) found.add(restored);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return found;
    after = last.id;
  }
}

/** Makes consecutive revisions one. False if they have changed in the meantime, or change too many pages together. */
async function mergeRun(
  context: ThinningContext,
  space: StoredSpace,
  run: readonly Entry[],
): Promise<boolean> {
  const { database } = context;
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return false;
  const before = await database.read
    .selectFrom("revisions")
    .where("space_id", "=", space.id)
    .where("id", "=", parentsOf(first)[0] ?? "")
    .select("root")
    .executeTakeFirst();
  if (before === undefined) return false;
  const history = await findHistory(openNodes(context, space.repository_id), before.root, last.root);
  if (history.pages.length > maxPages) return false;
  return database.write((trx) => replaceRun(trx, space.id, run, history, context.clock.now()));
}

async function replaceRun(
  trx: Writer,
  spaceId: string,
  run: readonly Entry[],
  history: RevisionHistory,
  now: string,
): Promise<boolean> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return false;
  const removed = run.slice(0, -1).map(({ id }) => id);
  const { numUpdatedRows } = await trx
    .updateTable("revisions")
    .where("space_id", "=", spaceId)
    .where("id", "=", last.id)
    .where("parents", "=", last.parents)
    .set({ parents: first.parents })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx.deleteFrom("revisions").where("space_id", "=", spaceId).where("id", "in", removed).execute();
  for (const { id } of run) await removeHistory(trx, spaceId, id);
  const ref = { spaceId, id: last.id, now: last.created_at, userId: last.created_by };
  await insertHistory(trx, ref, history);
  const space = await trx
    .selectFrom("spaces")
    .where("id", "=", spaceId)
    .select("repository_id")
    .executeTakeFirst();
  if (space !== undefined) await noteRemoval(trx, [space.repository_id], now);
  return true;
}
