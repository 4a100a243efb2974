import { type SelectQueryBuilder, sql } from "kysely";
import { emptyRoot, openContent } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { notFound } from "../../platform/index.ts";
import {
  inBatches,
  type PageChangeKind,
  type Reader,
  type RevisionType,
} from "../../storage/database/index.ts";
import { type HistorySummary, openNodes } from "../../storage/repositories/index.ts";
import { findByMergedRevisions, presentChangeRequest } from "../change-requests/index.ts";
import {
  type Call,
  type Context,
  cursorScope,
  encodeCursor,
  type ListCall,
  readList,
} from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import { onUserId, presentOptionalUser, userColumns } from "../users/index.ts";
import type { HistoryQuery, PageHistoryQuery, RevisionKind } from "./schema.ts";

type Filters = Partial<Pick<HistoryQuery, "authors" | "from" | "to" | "revisions">>;

/** A list in which the table of the alias `entry` is ordered by time. */
function fromEntries(db: Reader, spaceId: string, { revisions, authors, from, to }: Filters) {
  let query = db.selectFrom("history_entries as entry").where("entry.space_id", "=", spaceId);
  if (revisions !== undefined) query = query.where("entry.revision_id", "in", revisions);
  if (authors !== undefined) query = query.where("entry.created_by", "in", [...new Set(authors)]);
  if (from !== undefined) query = query.where("entry.created_at", ">=", from);
  if (to !== undefined) query = query.where("entry.created_at", "<=", to);
  return query;
}

/** The changes of one page. Those without an entry are of revisions that were not saved. */
function fromPageChanges(db: Reader, spaceId: string, pageId: string, filters: Filters) {
  const { revisions, authors, from, to } = filters;
  let query = db
    .selectFrom("page_changes as entry")
    .innerJoin("history_entries as history", (join) =>
      join
        .onRef("history.space_id", "=", "entry.space_id")
        .onRef("history.revision_id", "=", "entry.revision_id"),
    )
    .where("entry.space_id", "=", spaceId)
    .where("entry.page_id", "=", pageId);
  if (revisions !== undefined) query = query.where("entry.revision_id", "in", revisions);
  if (authors !== undefined) query = query.where("history.created_by", "in", [...new Set(authors)]);
  if (from !== undefined) query = query.where("entry.created_at", ">=", from);
  if (to !== undefined) query = query.where("entry.created_at", "<=", to);
  return query;
}

/** The entries of some revisions with their authors, the newest first. */
function selectEntries<DB, TB extends keyof DB>(
  db: Reader,
  spaceId: string,
  ids: SelectQueryBuilder<DB, TB, { revision_id: string }>,
) {
  return (
    db
      .selectFrom("history_entries as entry")
      .innerJoin("revisions", (join) =>
        join
          .onRef("revisions.space_id", "=", "entry.space_id")
          .onRef("revisions.id", "=", "entry.revision_id"),
      )
      .leftJoin("users as author", onUserId("author", "entry.created_by"))
      .where("entry.space_id", "=", spaceId)
      .where("entry.revision_id", "in", ids)
      .select([
        "entry.revision_id",
        "entry.created_at",
        "entry.created_by",
        "entry.summary",
        "revisions.type",
      ])
      .select(userColumns("author"))
      // By an expression: SQLite would read all entries in the order of an index, instead of looking these up.
      .orderBy(sql`entry.created_at || entry.revision_id`, "desc")
  );
}

const keys = ["entry.created_at", "entry.revision_id"] as const;

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>["execute"]>>[number];
type PageRow = EntryRow & { readonly change: PageChangeKind; readonly title: string };

type HistoryCall<Params = unknown, Query = unknown> = ListCall &
  Call<Params, Query> & { readonly space: SpaceRow };

/** Times as they are stored, so that they can be compared as text. */
function filtersOf({ revisions, authors, from, to }: Filters): Filters {
  const stored = (time: string) => new Date(time).toISOString();
  return {
    ...(revisions && { revisions }),
    ...(authors && { authors }),
    ...(from !== undefined && { from: stored(from) }),
    ...(to !== undefined && { to: stored(to) }),
  };
}

/** Lists the revisions of the primary content of a space, the newest first. */
export function listRevisions(call: HistoryCall<unknown, HistoryQuery>) {
  const { context, space, query } = call;
  const db = context.database.read;
  const filters = filtersOf(query);
  const paging = {
    keys,
    order: "desc",
    present: (rows: EntryRow[]) => presentRevisions(call, rows),
  } as const;
  // The revisions of the page are found in an index first.
  const limit = query.limit + 1;
  return query.targetPage === undefined
    ? readList(call, {
        ...paging,
        matching: fromEntries(db, space.id, filters),
        select: (found) => selectEntries(db, space.id, found.select("entry.revision_id").limit(limit)),
      })
    : readList(call, {
        ...paging,
        matching: fromPageChanges(db, space.id, query.targetPage, filters),
        select: (found) => selectEntries(db, space.id, found.select("entry.revision_id").limit(limit)),
      });
}

/** Lists the revisions of the primary content that changed a page, the newest first. */
export async function listPageRevisions(call: HistoryCall<{ pageId: string }, PageHistoryQuery>) {
  const { context, space, query, params } = call;
  const { pageId } = params;
  const db = context.database.read;
  const filters = filtersOf(query);
  const list = await readList(call, {
    matching: fromPageChanges(db, space.id, pageId, filters),
    select: (found) =>
      selectEntries(db, space.id, found.select("entry.revision_id").limit(query.limit + 1))
        .innerJoin("page_changes as changed", (join) =>
          join
            .on("changed.page_id", "=", pageId)
            .onRef("changed.space_id", "=", "entry.space_id")
            .onRef("changed.created_at", "=", "entry.created_at")
            .onRef("changed.revision_id", "=", "entry.revision_id"),
        )
        .select(["changed.change", "changed.title"]),
    keys,
    order: "desc",
    present: (rows: PageRow[]) => presentPageRevisions(call, pageId, rows),
  });
  const start = await findStart(context, space, pageId);
  if (start === undefined && list.items.length === 0 && !(await wasEverChanged(db, space.id, pageId)))
    throw notFound("Page");
  const isListed = start !== undefined && matches(start, filters);
  const count = list.count + (isListed ? 1 : 0);
  if (!isListed || list.next !== undefined) return { ...list, count };
  const last = list.items.at(-1);
  if (last === undefined || list.items.length < query.limit)
    return { ...list, count, items: [...list.items, ...(await presentPageRevisions(call, pageId, [start]))] };
  const scope = cursorScope(call, "desc", keys);
  const page = encodeCursor(context.secrets.cursors, scope, [last.createdAt, last.revision]);
  return { ...list, count, next: { page } };
}

function matches({ created_at, created_by }: EntryRow, { authors, from, to }: Filters): boolean {
  const isInTime = (from === undefined || created_at >= from) && (to === undefined || created_at <= to);
  return isInTime && (authors === undefined || authors.includes(created_by));
}

/** The first revision of a space that is a copy, if it has the page. There is no change of the page for it. */
export async function findStart(context: Context, space: SpaceRow, pageId: string) {
  const db = context.database.read;
  const first = fromEntries(db, space.id, {})
    .orderBy("entry.created_at")
    .orderBy("entry.revision_id")
    .limit(1);
  const row = await selectEntries(db, space.id, first.select("entry.revision_id"))
    .select(["revisions.root", "revisions.parents"])
    .executeTakeFirst();
  if (row === undefined || row.root === emptyRoot || summaryOf(row).kind !== "start") return undefined;
  const page = await findPage(openContent(openNodes(context, space.repository_id), row.root), pageId);
  return page && { ...row, change: "created" as const, title: page.title };
}

async function wasEverChanged(db: Reader, spaceId: string, pageId: string): Promise<boolean> {
  const found = await fromPageChanges(db, spaceId, pageId, {}).select("entry.page_id").limit(1).execute();
  return found.length > 0;
}

async function presentRevisions(call: HistoryCall, rows: readonly EntryRow[]) {
  const { context, space } = call;
  const presentEntry = await entryPresenter(call, rows);
  return rows.map((row) => {
    const { pages, files, reusableContents, variables, listed } = summaryOf(row);
    return {
      object: "revision-entry" as const,
      id: row.revision_id,
      ...presentEntry(row),
      changes: { pages, files, reusableContents, variables, listed: [...listed] },
      urls: { app: context.urls.app(`/spaces/${space.id}/revisions/${row.revision_id}`) },
    };
  });
}

async function presentPageRevisions(call: HistoryCall, pageId: string, rows: readonly PageRow[]) {
  const { context, space } = call;
  const presentEntry = await entryPresenter(call, rows);
  return rows.map((row) => ({
    object: "page-revision" as const,
    revision: row.revision_id,
    change: row.change,
    title: row.title,
    ...presentEntry(row),
    urls: { app: context.urls.app(`/spaces/${space.id}/revisions/${row.revision_id}/pages/${pageId}`) },
  }));
}

/** Presents what entries have in common, with the change requests and revisions that they refer to. */
async function entryPresenter({ context, space }: HistoryCall, rows: readonly EntryRow[]) {
  const { database, urls } = context;
  const merges = rows.filter(({ type }) => type === "merge").map(({ revision_id }) => revision_id);
  const merged = await findByMergedRevisions(database.read, space, merges);
  const restored = await inBatches(
    rows.flatMap((row) => summaryOf(row).restored ?? []),
    (batch) =>
      database.read
        .selectFrom("revisions")
        .where("space_id", "=", space.id)
        .where("id", "in", batch)
        .select(["id", "created_at"])
        .execute(),
  );
  const times = new Map(restored.map(({ id, created_at }) => [id, created_at]));
  return (row: EntryRow) => {
    const { kind, restored: from } = summaryOf(row);
    const [author, request] = [presentOptionalUser(row, "author", urls), merged.get(row.revision_id)];
    return {
      type: row.type,
      kind: kind ?? kinds[row.type],
      createdAt: row.created_at,
      ...(author && { createdBy: author }),
      ...(request && { mergedFrom: presentChangeRequest(request, urls) }),
      ...(from !== undefined && { restored: { revision: from, createdAt: times.get(from) } }),
    };
  };
}

const kinds: Readonly<Record<RevisionType, RevisionKind>> = {
  edits: "edit",
  merge: "merge",
  rollback: "restore",
  update: "update",
  computed: "computed",
};

function summaryOf({ summary }: Pick<EntryRow, "summary">): HistorySummary {
  return JSON.parse(summary) as HistorySummary;
}
