import { badInput, type Steps } from "../platform/index.ts";
import { type Column, emptyColumn, valueAt } from "./column.ts";
import type { Dimension } from "./dimensions.ts";
import { hashNumber } from "./distinct-counter.ts";
import type { EventField } from "./event.ts";
import type { QueryPlan } from "./event-query.ts";
import { GroupCounter } from "./measures.ts";
import { combineColumns, eachRow, type RowCombinations, type RowFilter, selectRows } from "./part-rows.ts";

/** The number of groups of a query, which are held in memory. */
const maxGroups = 100_000;
const valuesPerStep = 50;
/** The number of texts of a field whose meaning is kept from one part to the next. */
const maxKnownTexts = 50_000;

interface Group {
  /** The indexes of its values among those of each dimension. */
  readonly ids: readonly number[];
  readonly counter: GroupCounter;
}

export interface GroupRow {
  readonly values: readonly unknown[];
  readonly counter: GroupCounter;
}

type ColumnOf = (name: EventField | "count") => Column;

/** Events grouped by the dimensions of a query. */
export class Groups {
  readonly plan: QueryPlan;
  readonly #groups = new Map<string, Group>();
  readonly #dimensions: readonly DimensionValues[];
  readonly #filters: readonly { readonly field: EventField; readonly accepted: KnownTexts<boolean> }[];

  constructor(plan: QueryPlan) {
    this.plan = plan;
    this.#dimensions = plan.dimensions.map((dimension) => new DimensionValues(dimension));
    this.#filters = plan.filters.map(({ dimension, accepts }) => ({
      field: dimension.field,
      accepted: new KnownTexts(dimension, accepts),
    }));
    if (plan.dimensions.length === 0) this.#find([]);
  }

  /**
   * Adds the rows of a part of a day. A year has millions of rows, but few combinations of values in a day: rows are
   * compared by the indexes of their values, and only the combinations are looked up.
   */
  *add(day: string, columns: ReadonlyMap<string, Column>): Steps<void> {
    const { length } = columns.get("count") ?? emptyColumn(0);
    const columnOf: ColumnOf = (name) => columns.get(name) ?? emptyColumn(length);
    const rows = yield* selectRows(yield* this.#filtersFor(day, columnOf), length);
    if (rows.length === 0) return;
    const keys = this.plan.dimensions.map(({ field }) => columnOf(field));
    const combined = yield* combineColumns(rows, keys);
    const groups: Group[][] = [];
    for (const combination of combined.combinations) {
      if (groups.length % valuesPerStep === 0) yield;
      groups.push(this.#groupsOf(day, keys, combination));
    }
    yield* this.#count(columnOf, rows, combined.indexes, groups);
  }

  /** The groups with the values of their dimensions. */
  *read(): Generator<GroupRow> {
    for (const { ids, counter } of this.#groups.values())
      yield { values: ids.map((id, i) => this.#dimensions[i]?.values[id]), counter };
  }

  *#filtersFor(day: string, columnOf: ColumnOf): Steps<RowFilter[]> {
    const hour = columnOf("hour");
    const filters: RowFilter[] = [
      { column: hour, accepted: hour.values.map((text) => this.#isInRange(`${day}T${text}`)) },
    ];
    for (const { field, accepted } of this.#filters) {
      const column = columnOf(field);
      filters.push({ column, accepted: yield* mapValues(column, (text) => accepted.get(text, day)) });
    }
    return filters;
  }

  /** The groups of events with these values: several if a dimension has several values for one text. */
  #groupsOf(day: string, columns: readonly Column[], combination: readonly number[]): Group[] {
    let lists: readonly (readonly number[])[] = [[]];
    for (const [i, dimension] of this.#dimensions.entries()) {
      const ids = dimension.idsOf(columns[i]?.values[combination[i] ?? 0] ?? null, day);
      lists = lists.flatMap((list) => ids.map((id) => [...list, id]));
    }
    return lists.map((ids) => this.#find(ids));
  }

  *#count(
    columnOf: ColumnOf,
    rows: Uint32Array,
    indexes: RowCombinations["indexes"],
    groups: readonly (readonly Group[])[],
  ): Steps<void> {
    const { measures } = this.plan;
    const groupsAt = (position: number) => groups[indexes[position] ?? 0] ?? [];
    const counts = columnOf("count");
    const numbers = counts.values.map(Number);
    const sums = new Float64Array(groups.length);
    yield* eachRow(rows, (row, i) => {
      const index = indexes[i] ?? 0;
      sums[index] = (sums[index] ?? 0) + (numbers[counts.indexes[row] ?? 0] ?? 0);
    });
    for (const [i, ofCombination] of groups.entries())
      for (const { counter } of ofCombination) counter.addEvents(sums[i] ?? 0);

    if (measures.has("visitorsCount") || measures.has("sessionsCount")) {
      const [visitor, session] = [columnOf("visitor"), columnOf("session")];
      const visitors = yield* mapValues(visitor, hashOf);
      const sessions = yield* mapValues(session, hashOf);
      yield* eachRow(rows, (row, i) => {
        const visitorHash = visitors[visitor.indexes[row] ?? 0];
        // The session of a visitor without a cookie is their day.
        const sessionHash = sessions[session.indexes[row] ?? 0] ?? visitorHash;
        for (const { counter } of groupsAt(i)) counter.addVisit(visitorHash, sessionHash);
      });
    }

    if (measures.has("pageFeedbackRating") || measures.has("askResponseRating")) {
      const [type, rating, answerRating] = [columnOf("type"), columnOf("rating"), columnOf("answerRating")];
      yield* eachRow(rows, (row, i) => {
        const events = {
          count: Number(valueAt(counts, row)),
          type: valueAt(type, row),
          rating: valueAt(rating, row),
          answerRating: valueAt(answerRating, row),
        };
        for (const { counter } of groupsAt(i)) counter.addRatings(events);
      });
    }
  }

  #isInRange(hour: string): boolean {
    return hour >= this.plan.from && hour < this.plan.to;
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

/** What the texts of a field mean: most occur every day, and reading one takes longer than finding it. */
class KnownTexts<T> {
  readonly #dimension: Dimension;
  readonly #map: (values: readonly unknown[]) => T;
  readonly #known = new Map<string | null, T>();
  #day = "";

  constructor(dimension: Dimension, map: (values: readonly unknown[]) => T) {
    this.#dimension = dimension;
    this.#map = map;
  }

  get(text: string | null, day: string): T {
    const isOld = this.#dimension.dependsOnDay && day !== this.#day;
    if (isOld || this.#known.size >= maxKnownTexts) this.#known.clear();
    this.#day = day;
    return this.#known.getOrInsertComputed(text, () => this.#map(this.#dimension.read(text, day)));
  }
}

/** The distinct values of a dimension. */
class DimensionValues {
  readonly values: unknown[] = [];
  /** The indexes of values, by their JSON text. */
  readonly #ids = new Map<string, number>();
  readonly #texts: KnownTexts<number[]>;

  constructor(dimension: Dimension) {
    this.#texts = new KnownTexts(dimension, (values) => values.map((value) => this.#idOf(value)));
  }

  idsOf(text: string | null, day: string): readonly number[] {
    return this.#texts.get(text, day);
  }

  #idOf(value: unknown): number {
    return this.#ids.getOrInsertComputed(JSON.stringify(value), () => this.values.push(value) - 1);
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
