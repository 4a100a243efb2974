import { type Clock, finishYielding } from "../platform/index.ts";
import type { Database } from "../storage/database/index.ts";
import type { StoredEvent } from "./event.ts";
import {
  deleteBatches,
  findSiteWithBatches,
  isSiteDeleted,
  readBatches,
  readEvents,
  readLastPart,
  type StoredPart,
  writePart,
} from "./event-store.ts";
import { decodeSums, encodeSums, type SummedEvent, sumEvents } from "./sums.ts";
import { removeVisitorSalts } from "./visitor-ids.ts";

interface RollUpContext {
  readonly database: Database;
  readonly clock: Clock;
}

/** The number of batches that are added to the sums at a time, of up to 500 events each. */
const maxBatches = 100;
/** The number of rows in a part of a day, so that adding to it takes limited time and memory. */
const maxRowsPerPart = 50_000;

/** Adds the events of all sites to their daily sums, and deletes the salts of earlier days. */
export async function rollUpEvents({ database, clock }: RollUpContext): Promise<void> {
  await removeVisitorSalts(database, clock.now().slice(0, 10));
  for (
    let siteId = await findSiteWithBatches(database.read);
    siteId !== undefined;
    siteId = await findSiteWithBatches(database.read, siteId)
  )
    while (await rollUpSite(database, siteId));
}

/** Whether there is nothing to add up, which is found out quickly. */
export async function isRolledUp({ database, clock }: RollUpContext): Promise<boolean> {
  const old = await database.read
    .selectFrom("visitor_salts")
    .where("day", "<", clock.now().slice(0, 10))
    .select("day")
    .executeTakeFirst();
  return old === undefined && (await findSiteWithBatches(database.read)) === undefined;
}

/**
 * Adds the oldest events of a site to its sums. False if there are none. The sums are computed before the transaction, which
 * deletes the batches and writes the sums. If a batch is missing then, another process has added it, and nothing changes:
 * every process takes the oldest batches first, and reads the sums after the batches.
 */
async function rollUpSite(database: Database, siteId: string): Promise<boolean> {
  const batches = await readBatches(database.read, siteId, { limit: maxBatches });
  if (batches.length === 0) return false;
  const parts: StoredPart[] = [];
  const events = await finishYielding(readEvents(batches));
  for (const [day, ofDay] of Map.groupBy(events, (event) => event.day))
    parts.push(...(await addToDay(database, siteId, day, ofDay)));
  const ids = batches.map(({ id }) => id);
  try {
    await database.write(
      async (trx) => {
        if ((await deleteBatches(trx, ids)) !== ids.length) throw new AlreadyAdded();
        for (const part of parts) await writePart(trx, siteId, part);
      },
      undefined,
      "snapshot",
    );
  } catch (error) {
    if (error instanceof AlreadyAdded) return true;
    if (isSiteDeleted(error)) return false;
    throw error;
  }
  return true;
}

class AlreadyAdded extends Error {}

/** Adds events to the last part of a day, or to new parts if it is full. */
async function addToDay(
  database: Database,
  siteId: string,
  day: string,
  events: readonly StoredEvent[],
): Promise<StoredPart[]> {
  const last = await readLastPart(database.read, siteId, day);
  const existing = last === undefined ? [] : await decodeSums(last.columns);
  const isFull = existing.length >= maxRowsPerPart;
  const added: SummedEvent[] = events.map(({ fields }) => ({ fields, count: 1 }));
  const rows = await finishYielding(sumEvents(isFull ? added : existing.concat(added)));
  const first = last === undefined ? 0 : last.part + (isFull ? 1 : 0);
  const parts: StoredPart[] = [];
  for (let start = 0; start < rows.length; start += maxRowsPerPart) {
    const columns = await encodeSums(rows.slice(start, start + maxRowsPerPart));
    parts.push({ day, part: first + parts.length, columns });
  }
  return parts;
}
