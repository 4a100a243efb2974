import { canonicalize } from "../content/index.ts";
import { badInput } from "../platform/index.ts";
import { type Dimension, dimensionOf, type QueryColumn } from "./dimensions.ts";
import type { EventField } from "./event.ts";
import { isMeasure, type Measure, measureFields } from "./measures.ts";

export interface EventQuery {
  readonly select?: readonly QueryColumn[] | undefined;
  readonly where?: readonly QueryFilter[] | undefined;
  readonly groupBy?: readonly QueryColumn[] | undefined;
  readonly order?: { readonly by: QueryColumn; readonly direction: "asc" | "desc" } | undefined;
  readonly range: QueryRange;
  readonly limit?: number | undefined;
}

export const queryOperators = [
  "in",
  "notIn",
  "greaterThan",
  "greaterThanOrEqual",
  "lessThan",
  "lessThanOrEqual",
] as const;

export interface QueryFilter extends QueryColumn {
  readonly operator?: (typeof queryOperators)[number] | undefined;
  readonly values: readonly unknown[];
}

/** The ranges that end now, in days. */
const rangeDays = { lastYear: 365, last3Months: 90, last30Days: 30, last7Days: 7, last24Hours: 1 } as const;
export const rangePresets = Object.keys(rangeDays) as (keyof typeof rangeDays)[];
export type QueryRange = keyof typeof rangeDays | { readonly from: string; readonly to: string };

/** All filters of a column. */
export interface PlannedFilter {
  readonly dimension: Dimension;
  accepts(values: readonly unknown[]): boolean;
}

/** A column of the result: a dimension, by its index among those of the plan, or a measure. */
export type PlannedColumn = { readonly dimension: number } | { readonly measure: Measure };

/** A checked query. */
export interface QueryPlan {
  readonly dimensions: readonly Dimension[];
  readonly columns: readonly (PlannedColumn & { readonly column: QueryColumn })[];
  readonly filters: readonly PlannedFilter[];
  /** Filters of groups. */
  readonly having: readonly { readonly measure: Measure; accepts(value: unknown): boolean }[];
  readonly order: (PlannedColumn & { readonly isDescending: boolean }) | undefined;
  readonly measures: ReadonlySet<Measure>;
  readonly fields: readonly EventField[];
  /** The first hour, and the hour after the last one, such as `2030-01-31T23`. */
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

const defaultLimit = 1_000;

export function planQuery(query: EventQuery, now: number): QueryPlan {
  const { groupBy = [], select = [], where = [], order } = query;
  const selected = select.length > 0 ? select : [{ column: "eventsCount" }];
  groupBy.forEach((column, i) => {
    if (isMeasure(column.column))
      throw badInput(`groupBy[${i}].column`, "must be a column with a value for each event");
  });
  const wanted = new Map([...groupBy, ...selected].map((column) => [keyOf(column), column]));
  const grouped = [...wanted.values()].filter(({ column }) => !isMeasure(column));
  const dimensions = grouped.map(requireDimension);
  const keys = grouped.map(keyOf);
  const planColumn = (column: QueryColumn): PlannedColumn | undefined => {
    if (isMeasure(column.column)) return { measure: column.column };
    const dimension = keys.indexOf(keyOf(column));
    return dimension === -1 ? undefined : { dimension };
  };
  const columns = [...wanted.values()].flatMap((column) => {
    const planned = planColumn(column);
    return planned === undefined ? [] : [{ ...planned, column }];
  });
  const by = order && planColumn(order.by);
  if (order !== undefined && by === undefined)
    throw badInput("order.by", "must be a measure, or a column of `groupBy` or `select`");
  const planned = where.map((filter, i) => ({ filter, accepts: acceptFor(filter, `where[${i}]`) }));
  const filters = planFilters(planned.filter(({ filter }) => !isMeasure(filter.column)));
  const having = planned.flatMap(({ filter: { column }, accepts }) =>
    isMeasure(column)
      ? [{ measure: column, accepts: (value: unknown) => accepts([toFilterValue(value)]) }]
      : [],
  );
  const measures = new Set(
    [...columns, ...having, ...(by ? [by] : [])].flatMap((column) =>
      "measure" in column ? column.measure : [],
    ),
  );
  const fields = new Set<EventField>([
    "hour",
    ...dimensions.map(({ field }) => field),
    ...filters.map(({ dimension }) => dimension.field),
    ...[...measures].flatMap((measure) => measureFields[measure]),
  ]);
  return {
    dimensions,
    columns,
    filters,
    having,
    order: by && { ...by, isDescending: order?.direction === "desc" },
    measures,
    fields: [...fields],
    ...rangeOf(query.range, now),
    limit: query.limit ?? defaultLimit,
  };
}

interface ColumnFilter {
  readonly filter: QueryFilter;
  accepts(values: readonly FilterValue[]): boolean;
}

/** Filters of the same column become one, so that each of its values is read once. */
function planFilters(all: readonly ColumnFilter[]): PlannedFilter[] {
  const columnOf = ({ filter }: ColumnFilter): QueryColumn => ({ ...filter, interval: "hour" });
  return [...Map.groupBy(all, (filter) => keyOf(columnOf(filter))).values()].flatMap((ofColumn) =>
    ofColumn.slice(0, 1).map((first) => ({
      dimension: requireDimension(columnOf(first)),
      accepts: (values) => {
        const compared = values.map(toFilterValue);
        return ofColumn.every(({ accepts }) => accepts(compared));
      },
    })),
  );
}

/** The parameters of columns. Others are ignored. */
const parameters: Readonly<Record<string, "interval" | "claim" | "precision">> = {
  datetime: "interval",
  visitorClaim: "claim",
  visitorGeoPoint: "precision",
};

/** Identifies a column with its parameter. */
function keyOf(column: QueryColumn): string {
  const parameter = parameters[column.column];
  return JSON.stringify([column.column, parameter && column[parameter]]);
}

function requireDimension(column: QueryColumn): Dimension {
  const dimension = dimensionOf(column);
  if (dimension === undefined) throw badInput("column", `must not be ${column.column}`);
  return dimension;
}

const hour = 3_600_000;

function rangeOf(range: QueryRange, now: number) {
  const ends =
    typeof range === "string"
      ? { from: now - rangeDays[range] * 24 * hour, to: now + hour }
      : { from: Date.parse(range.from), to: Date.parse(range.to) };
  if (!(ends.from < ends.to)) throw badInput("range.to", "must be after `range.from`");
  return { from: hourOf(ends.from), to: hourOf(ends.to + hour - 1) };
}

function hourOf(time: number): string {
  return new Date(time).toISOString().slice(0, 13);
}

/** A value with its canonical text, which takes longer to write than all filters take to look it up. */
interface FilterValue {
  readonly value: unknown;
  readonly text: string;
}

function toFilterValue(value: unknown): FilterValue {
  return { value, text: textOf(value) };
}

/** Whether some values of an event or a group satisfy a filter. */
function acceptFor(filter: QueryFilter, field: string): ColumnFilter["accepts"] {
  const { operator = "in" } = filter;
  const isTime = filter.column === "datetime";
  const expected = filter.values.map((value) => (isTime ? new Date(String(value)).toISOString() : value));
  if (operator === "in" || operator === "notIn") {
    const known = new Set(expected.map(textOf));
    const isIn = (values: readonly FilterValue[]) => values.some(({ text }) => known.has(text));
    return operator === "in" ? isIn : (values) => !isIn(values);
  }
  const [limit] = expected;
  if (expected.length !== 1 || (typeof limit !== "string" && typeof limit !== "number"))
    throw badInput(`${field}.values`, `must be one number or text for the operator ${operator}`);
  const satisfies = comparisons[operator];
  return (values) =>
    values.some(({ value }) => typeof value === typeof limit && satisfies(compareValues(value, limit)));
}

const comparisons = {
  greaterThan: (order: number) => order > 0,
  greaterThanOrEqual: (order: number) => order >= 0,
  lessThan: (order: number) => order < 0,
  lessThanOrEqual: (order: number) => order <= 0,
} as const;

function textOf(value: unknown): string {
  return JSON.stringify(canonicalize(value));
}

/** A value that `compareValues` compares in the same way, and faster. */
export function sortKeyOf(value: unknown): string | number | null {
  return value === null || typeof value === "string" || typeof value === "number" ? value : textOf(value);
}

/** Compares values of a column: nothing first, then numbers, then texts and objects. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [first, second] = [a, b].map((value) => (typeof value === "string" ? value : textOf(value)));
  if (first === second) return 0;
  return (first ?? "") < (second ?? "") ? -1 : 1;
}
