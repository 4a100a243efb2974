import { badInput, type Clock, finishYielding, type Steps } from "../platform/index.ts";
import type { Database } from "../storage/database/index.ts";
import { type Column, decodeColumn, emptyColumn, toColumn, valueAt } from "./column.ts";
import type { QueryColumn } from "./dimensions.ts";
import { hashNumber } from "./distinct-counter.ts";
import type { EventField, StoredEvent } from "./event.ts";
import {
  compareValues,
  type EventQuery,
  type PlannedColumn,
  planQuery,
  type QueryPlan,
  sortKeyOf,
} from "./event-query.ts";
import { haveAllBatches, readBatches, readEvents, readParts } from "./event-store.ts";
import { GroupCounter } from "./measures.ts";

export interface AggregateContext {
  readonly database: Database;
  readonly clock: Clock;
}

export interface ResultColumn extends QueryColumn {
  readonly values: readonly unknown[];
}

/** The number of groups of a query, which are held in memory. */
const maxGroups = 100_000;
/** The number of batches that are read and parsed at once, of up to 500 events each. */
const batchesPerRead = 10;
/** How often a query starts again because events were added to the sums in the meantime. */
const maxAttempts = 5;
const rowsPerStep = 500;
const valuesPerStep = 50;

/** Counts the events of a site: those in the daily sums, and those that are not added to them yet. */
export async function aggregateEvents(
  { database, clock }: AggregateContext,
  siteId: string,
  query: EventQuery,
): Promise<ResultColumn[]> {
  const plan = planQuery(query, clock.time());
  for (let attempt = 1; ; attempt++) {
    const groups = new Groups(plan);
    const batchIds = await countRecent(database, siteId, groups);
    await countSums(database, siteId, groups);
    // A batch that was added to the sums between both steps would be counted twice.
    if (attempt === maxAttempts || (await haveAllBatches(database.read, batchIds)))
      return finishYielding(presentGroups(plan, groups));
  }
}

/** Counts events that are not in the sums yet. Returns the ids of their batches. */
async function countRecent(database: Database, siteId: string, groups: Groups): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const batches = await readBatches(database.read, siteId, { limit: batchesPerRead, after: ids.at(-1) });
    const events = await finishYielding(readEvents(batches));
    for (const [day, ofDay] of Map.groupBy(events, (event) => event.day))
      await finishYielding(groups.add(day, await finishYielding(columnsOf(ofDay, groups.plan.fields))));
    for (const { id } of batches) ids.push(id);
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

async function countSums(database: Database, siteId: string, groups: Groups): Promise<void> {
  const { from, to, fields } = groups.plan;
  const query = {
    siteId,
    from: from.slice(0, 10),
    to: to.slice(0, 10),
    fields: ["count", ...fields] as const,
  };
  for await (const { day, columns } of readParts(database, query)) {
    const decoded = new Map<string, Column>();
    for (const [name, bytes] of columns) decoded.set(name, await decodeColumn(bytes));
    await finishYielding(groups.add(day, decoded));
  }
}

interface Group {
  /** The indexes of its values among those of each dimension. */
  readonly ids: readonly number[];
  readonly counter: GroupCounter;
}

/** Events grouped by the dimensions of a query. */
class Groups {
  readonly plan: QueryPlan;
  readonly #groups = new Map<string, Group>();
  /** The distinct values of each dimension, by their JSON text. */
  readonly #known: readonly Map<string, number>[];
  readonly #values: readonly unknown[][];

  constructor(plan: QueryPlan) {
    this.plan = plan;
    this.#known = plan.dimensions.map(() => new Map());
    this.#values = plan.dimensions.map(() => []);
    if (plan.dimensions.length === 0) this.#find([]);
  }

  /** Adds the rows of a part of a day. */
  *add(day: string, columns: ReadonlyMap<string, Column>): Steps<void> {
    const { length } = columns.get("count") ?? emptyColumn(0);
    const columnOf = (name: string) => columns.get(name) ?? emptyColumn(length);
    const [count, hour] = [columnOf("count"), columnOf("hour")];
    const [type, rating, answerRating] = [columnOf("type"), columnOf("rating"), columnOf("answerRating")];
    const [visitor, session] = [columnOf("visitor"), columnOf("session")];
    const visitorHashes = yield* mapValues(visitor, hashOf);
    const sessionHashes = yield* mapValues(session, hashOf);
    const isInRange = hour.values.map((text) => this.#isInRange(`${day}T${text}`));
    const filters: { column: Column; accepted: boolean[] }[] = [];
    for (const { dimension, accepts } of this.plan.filters) {
      const column = columnOf(dimension.field);
      const accepted = yield* mapValues(column, (text) => accepts(dimension.read(text, day)));
      filters.push({ column, accepted });
    }
    const keys: { column: Column; ids: number[][] }[] = [];
    for (const [i, dimension] of this.plan.dimensions.entries()) {
      const column = columnOf(dimension.field);
      const idsOf = (text: string | null) => dimension.read(text, day).map((value) => this.#idOf(i, value));
      keys.push({ column, ids: yield* mapValues(column, idsOf) });
    }
    for (let row = 0; row < length; row++) {
      if (row % rowsPerStep === 0) yield;
      if (!isInRange[hour.indexes[row] ?? 0]) continue;
      if (filters.some(({ column, accepted }) => !accepted[column.indexes[row] ?? 0])) continue;
      const visitorHash = visitorHashes[visitor.indexes[row] ?? 0];
      const events = {
        count: Number(valueAt(count, row)),
        type: valueAt(type, row),
        rating: valueAt(rating, row),
        answerRating: valueAt(answerRating, row),
        visitor: visitorHash,
        // The session of a visitor without a cookie is their day.
        session: sessionHashes[session.indexes[row] ?? 0] ?? visitorHash,
      };
      const choices = keys.map(({ column, ids }) => ids[column.indexes[row] ?? 0] ?? []);
      for (const ids of combinations(choices)) this.#find(ids).counter.add(events);
    }
  }

  /** The groups with the values of their dimensions. */
  *read(): Generator<Row> {
    for (const { ids, counter } of this.#groups.values())
      yield { values: ids.map((id, i) => this.#values[i]?.[id]), counter };
  }

  #isInRange(hour: string): boolean {
    return hour >= this.plan.from && hour < this.plan.to;
  }

  #idOf(dimension: number, value: unknown): number {
    const [known, values] = [this.#known[dimension], this.#values[dimension]];
    if (known === undefined || values === undefined) return 0;
    return known.getOrInsertComputed(JSON.stringify(value), () => values.push(value) - 1);
  }

  #find(ids: readonly number[]): Group {
    const key = ids.join();
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    if (this.#groups.size >= maxGroups)
      throw badInput(
        "groupBy",
        `must not give more than ${maxGroups} groups; shorten the range or filter the events`,
      );
    const group = { ids, counter: new GroupCounter(this.plan.measures) };
    this.#groups.set(key, group);
    return group;
  }
}

/** The results of a function for the distinct values of a column. */
function* mapValues<T>({ values }: Column, map: (text: string | null) => T): Steps<T[]> {
  const results: T[] = [];
  for (const text of values) {
    if (results.length % valuesPerStep === 0) yield;
    results.push(map(text));
  }
  return results;
}

function hashOf(text: string | null): number | undefined {
  return text === null ? undefined : hashNumber(text);
}

/** All lists with one of the choices at each position. */
function combinations(choices: readonly (readonly number[])[]): readonly (readonly number[])[] {
  let lists: readonly (readonly number[])[] = [[]];
  for (const choice of choices) lists = lists.flatMap((list) => choice.map((id) => [...list, id]));
  return lists;
}

interface Row {
  readonly values: readonly unknown[];
  readonly counter: GroupCounter;
}

function readCell({ values, counter }: Row, column: PlannedColumn): unknown {
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
function* firstRows({ having, order, limit }: QueryPlan, rows: Iterable<Row>): Steps<Row[]> {
  let first: { row: Row; keys: readonly SortKey[] }[] = [];
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
