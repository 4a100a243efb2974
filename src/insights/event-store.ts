import { LecternError, type Steps } from "../platform/index.ts";
import { type Database, inBatches, type Reader, type Writer } from "../storage/database/index.ts";
import type { EventFields, StoredEvent } from "./event.ts";
import type { SumField } from "./sums.ts";

/** Events of a site that are not in the sums yet. */
export interface EventBatch {
  readonly id: string;
  /** JSON texts of events, in a list. */
  readonly events: string;
}

export interface SiteBatch extends EventBatch {
  readonly siteId: string;
}

/** The text of an event in a batch. */
export function writeEvent({ day, fields }: StoredEvent): string {
  return JSON.stringify([day, fields]);
}

/** Parses the events of batches, one batch in a step. */
export function* readEvents(batches: readonly EventBatch[]): Steps<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (const batch of batches) {
    yield;
    for (const [day, fields] of JSON.parse(batch.events) as [string, EventFields][])
      events.push({ day, fields });
  }
  return events;
}

/** Adds a batch, unless the site was deleted. */
export async function insertBatch(trx: Writer, siteId: string, { id, events }: EventBatch): Promise<void> {
  await trx
    .insertInto("site_event_batches")
    .columns(["id", "site_id", "events"])
    .expression((eb) =>
      eb
        .selectFrom("sites")
        .where("sites.id", "=", siteId)
        .select([eb.val(id).as("id"), "sites.id as site_id", eb.val(events).as("events")]),
    )
    .execute();
}

/** The oldest batches of a site that follow `after`. */
export function readBatches(
  db: Reader,
  siteId: string,
  { limit, after = "" }: { readonly limit: number; readonly after?: string | undefined },
): Promise<EventBatch[]> {
  return db
    .selectFrom("site_event_batches")
    .where("site_id", "=", siteId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .select(["id", "events"])
    .execute();
}

/** The next batches of some sites, by site and id. */
export function readBatchesOfSites(
  db: Reader,
  siteIds: readonly string[],
  { limit, after }: { readonly limit: number; readonly after?: SiteBatch | undefined },
): Promise<SiteBatch[]> {
  let batches = db.selectFrom("site_event_batches").where("site_id", "in", siteIds);
  if (after !== undefined)
    batches = batches.where((eb) => eb(eb.refTuple("site_id", "id"), ">", eb.tuple(after.siteId, after.id)));
  return batches
    .orderBy("site_id")
    .orderBy("id")
    .limit(limit)
    .select(["site_id as siteId", "id", "events"])
    .execute();
}

/** The next site with batches, by id. */
export async function findSiteWithBatches(db: Reader, after = ""): Promise<string | undefined> {
  const row = await db
    .selectFrom("site_event_batches")
    .where("site_id", ">", after)
    .orderBy("site_id")
    .limit(1)
    .select("site_id")
    .executeTakeFirst();
  return row?.site_id;
}

/** Deletes batches and returns how many existed. */
export async function deleteBatches(trx: Writer, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("site_event_batches")
    .where("id", "in", ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether none of these batches was deleted. */
export async function haveAllBatches(db: Reader, ids: readonly string[]): Promise<boolean> {
  const rows = await inBatches(ids, (batch) =>
    db.selectFrom("site_event_batches").where("id", "in", batch).select("id").execute(),
  );
  return rows.length === ids.length;
}

/** Whether a write failed because the site was deleted, with its events. */
export function isSiteDeleted(error: unknown): boolean {
  return error instanceof LecternError && error.status === 404;
}

/** The columns of a part of a day. */
export interface StoredPart {
  readonly day: string;
  readonly part: number;
  readonly columns: ReadonlyMap<SumField, Uint8Array>;
}

/** The last part of a day. */
export async function readLastPart(db: Reader, siteId: string, day: string): Promise<StoredPart | undefined> {
  const sums = db.selectFrom("site_event_sums").where("site_id", "=", siteId).where("day", "=", day);
  const last = await sums.orderBy("part", "desc").limit(1).select("part").executeTakeFirst();
  if (last === undefined) return undefined;
  const rows = await sums.where("part", "=", last.part).select(["field", "bytes"]).execute();
  return { day, part: last.part, columns: columnsOf(rows) };
}

/** Replaces a part of a day. */
export async function writePart(trx: Writer, siteId: string, { day, part, columns }: StoredPart) {
  await trx
    .deleteFrom("site_event_sums")
    .where("site_id", "=", siteId)
    .where("day", "=", day)
    .where("part", "=", part)
    .execute();
  for (const [field, bytes] of columns)
    await trx.insertInto("site_event_sums").values({ site_id: siteId, day, part, field, bytes }).execute();
}

interface PartQuery {
  readonly siteIds: readonly string[];
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly fields: readonly SumField[];
}

/** The number of rows that are read at a time. They have up to some 100 KB. */
const rowsPerRead = 50;

/** Reads columns of all parts of some days of some sites, in order. */
export async function* readParts(
  database: Database,
  { siteIds, from, to, fields }: PartQuery,
): AsyncGenerator<StoredPart & { readonly siteId: string }> {
  let parts = await database.read
    .selectFrom("site_event_sums")
    .where("site_id", "in", siteIds)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("field", "=", "count")
    .orderBy("site_id")
    .orderBy("day")
    .orderBy("part")
    .select(["site_id", "day", "part"])
    .execute();
  const size = Math.max(1, Math.floor(rowsPerRead / fields.length));
  for (; parts.length > 0; parts = parts.slice(size)) {
    const batch = parts.slice(0, size);
    const rows = await database.read
      .selectFrom("site_event_sums")
      .where((eb) => eb.or(batch.map((part) => eb.and(part))))
      .where("field", "in", fields)
      .select(["site_id", "day", "part", "field", "bytes"])
      .execute();
    const groups = Map.groupBy(rows, keyOfPart);
    for (const stored of batch) {
      const { site_id: siteId, day, part } = stored;
      yield { siteId, day, part, columns: columnsOf(groups.get(keyOfPart(stored)) ?? []) };
    }
  }
}

function keyOfPart({ site_id, day, part }: { readonly site_id: string; readonly day: string; part: number }) {
  return `${site_id} ${day} ${part}`;
}

function columnsOf(rows: readonly { readonly field: string; readonly bytes: Uint8Array }[]) {
  return new Map(rows.map(({ field, bytes }) => [field as SumField, bytes]));
}
