import { type Clock, finishYielding, type Steps } from "../platform/index.ts";
import type { Database } from "../storage/database/index.ts";
import { type Column, decodeColumn, toColumn } from "./column.ts";
import type { QueryColumn } from "./dimensions.ts";
import type { EventField, StoredEvent } from "./event.ts";
import {
  compareValues,
  type EventQuery,
  type PlannedColumn,
  planQuery,
  type QueryPlan,
  sortKeyOf,
} from "./event-query.ts";
import { haveAllBatches, readBatchesOfSites, readEvents, readParts, type SiteBatch } from "./event-store.ts";
import { type GroupRow, Groups } from "./groups.ts";

export interface AggregateContext {
  readonly database: Database;
  readonly clock: Clock;
}

export interface ResultColumn extends QueryColumn {
  readonly values: readonly unknown[];
}

/** The number of batches that are read and parsed at once, of up to 500 events each. */
const batchesPerRead = 10;
/** How often a query starts again because events were added to the sums in the meantime. */
const maxAttempts = 5;
const rowsPerStep = 500;

/** Counts the events of a site: those in the daily sums, and those that are not added to them yet. */
export async function aggregateEvents(
  context: AggregateContext,
  siteId: string,
  query: EventQuery,
): Promise<ResultColumn[]> {
  return (await aggregateSites(context, [siteId], query)).get(siteId) ?? [];
}

/** Counts the events of each of some sites, at once. */
export async function aggregateSites(
  { database, clock }: AggregateContext,
  siteIds: readonly string[],
  query: EventQuery,
): Promise<ReadonlyMap<string, ResultColumn[]>> {
  const plan = planQuery(query, clock.time());
  for (let attempt = 1; ; attempt++) {
    const sites: SiteGroups = new Map(siteIds.map((id) => [id, new Groups(plan)]));
    const batchIds = await countRecent(database, sites);
    await countSums(database, plan, sites);
    // A batch that was added to the sums between both steps would be counted twice.
    if (attempt < maxAttempts && !(await haveAllBatches(database.read, batchIds))) continue;
    const results = new Map<string, ResultColumn[]>();
    for (const [id, groups] of sites) results.set(id, await finishYielding(presentGroups(plan, groups)));
    return results;
  }
}

/** The groups of each site by its id. */
type SiteGroups = ReadonlyMap<string, Groups>;

/** Counts events that are not in the sums yet. Returns the ids of their batches. */
async function countRecent(database: Database, sites: SiteGroups): Promise<string[]> {
  const ids: string[] = [];
  const siteIds = [...sites.keys()];
  let after: SiteBatch | undefined;
  for (;;) {
    const batches = await readBatchesOfSites(database.read, siteIds, { limit: batchesPerRead, after });
    for (const [siteId, ofSite] of Map.groupBy(batches, (batch) => batch.siteId)) {
      const groups = sites.get(siteId);
      const events = await finishYielding(readEvents(ofSite));
      for (const [day, ofDay] of Map.groupBy(events, (event) => event.day))
        if (groups !== undefined)
          await finishYielding(groups.add(day, await finishYielding(columnsOf(ofDay, groups.plan.fields))));
    }
    for (const { id } of batches) ids.push(id);
    after = batches.at(-1);
    if (batches.length < batchesPerRead) return ids;
  }
}

function* columnsOf(
  events: readonly StoredEvent[],
  fields: readonly EventField[],
): Steps<Map<string, Column>> {
  const columns = new Map([["count", toColumn(events.map(() => "1"))]]);
  for (const name of fields) {
    yield;
    columns.set(name, toColumn(events.map((event) => event.fields[name])));
  }
  return columns;
}

async function countSums(database: Database, plan: QueryPlan, sites: SiteGroups): Promise<void> {
  const query = {
    siteIds: [...sites.keys()],
    from: plan.from.slice(0, 10),
    to: plan.to.slice(0, 10),
    fields: ["count", ...plan.fields] as const,
  };
  for await (const { siteId, day, columns } of readParts(database, query)) {
    const decoded = [...columns].map(async ([name, bytes]) => [name, await decodeColumn(bytes)] as const);
    const groups = sites.get(siteId);
    if (groups) await finishYielding(groups.add(day, new Map<string, Column>(await Promise.all(decoded))));
  }
}

function readCell({ values, counter }: GroupRow, column: PlannedColumn): unknown {
  return "measure" in column ? counter.read(column.measure) : values[column.dimension];
}

function* presentGroups(plan: QueryPlan, groups: Groups): Steps<ResultColumn[]> {
  const shown = yield* firstRows(plan, groups.read());
  return plan.columns.map(({ column, ...planned }) => ({
    ...column,
    values: shown.map((row) => readCell(row, planned)),
  }));
}

type SortKey = ReturnType<typeof sortKeyOf>;

/** The first rows in the order of the query. Only the first ones of what was read so far are kept sorted. */
function* firstRows({ having, order, limit }: QueryPlan, rows: Iterable<GroupRow>): Steps<GroupRow[]> {
  let first: { row: GroupRow; keys: readonly SortKey[] }[] = [];
  const sortFirst = () => {
    first = first.sort((a, b) => compareKeys(a.keys, b.keys, order?.isDescending)).slice(0, limit);
  };
  let count = 0;
  for (const row of rows) {
    if (++count % rowsPerStep === 0) yield;
    if (having.every(({ measure, accepts }) => accepts(row.counter.read(measure)))) {
      const ordered = order === undefined ? null : readCell(row, order);
      first.push({ row, keys: [ordered, ...row.values].map(sortKeyOf) });
    }
    if (first.length >= limit + rowsPerStep) sortFirst();
  }
  sortFirst();
  return first.map(({ row }) => row);
}

/** Compares the keys of two rows. Only the first one can be in descending order. */
function compareKeys(a: readonly SortKey[], b: readonly SortKey[], isDescending = false): number {
  for (const [i, key] of a.entries()) {
    const difference = compareValues(key, b[i]);
    if (difference !== 0) return i === 0 && isDescending ? -difference : difference;
  }
  return 0;
}
