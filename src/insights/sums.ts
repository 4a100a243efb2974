import { finishYielding, type Steps, sortSteps, sortYielding } from "../platform/index.ts";
import { type Column, decodeColumn, encodeColumn, toColumn, valueAt } from "./column.ts";
import { type EventField, type EventFields, eventFields } from "./event.ts";

/** Equal events of a day. */
export interface SummedEvent {
  readonly fields: EventFields;
  readonly count: number;
}

/** The columns of sums: the fields of events, and how often each combination occurred. */
export type SumField = EventField | "count";

/** The number of distinct values that are kept of a field. Others become `otherValue`. */
const maxValues: Readonly<Partial<Record<EventField, number>>> = {
  url: 10_000,
  page: 10_000,
  comment: 2_000,
  query: 2_000,
  referrer: 1_000,
  linkTarget: 2_000,
};
const defaultMaxValues = 500;
/** Only counted, never shown. */
const unlimited = new Set<EventField>(["visitor", "session"]);

/** The number of rows that are read or changed in a step. */
const rowsPerStep = 500;

/** Stands for the rarest values of a field, if there are too many. */
export const otherValue = "(other)";

/** Adds up equal events, after rare values were replaced. */
export function* sumEvents(events: readonly SummedEvent[]): Steps<SummedEvent[]> {
  const sums = new Map<string, { fields: EventFields; count: number }>();
  for (const [i, { fields, count }] of (yield* limitValues(events)).entries()) {
    if (i % rowsPerStep === 0) yield;
    const key = JSON.stringify(eventFields.map((name) => fields[name]));
    const sum = sums.getOrInsertComputed(key, () => ({ fields, count: 0 }));
    sum.count += count;
  }
  return [...sums.values()];
}

function* limitValues(events: readonly SummedEvent[]): Steps<readonly SummedEvent[]> {
  const kept = new Map<EventField, ReadonlySet<string>>();
  for (const name of eventFields) {
    if (unlimited.has(name)) continue;
    const max = maxValues[name] ?? defaultMaxValues;
    const counts = yield* countValues(events, name);
    if (counts.size > max) kept.set(name, yield* mostFrequent(counts, max));
  }
  if (kept.size === 0) return events;
  const limited: SummedEvent[] = [];
  for (const event of events) {
    if (limited.length % rowsPerStep === 0) yield;
    limited.push(limitFields(event, kept));
  }
  return limited;
}

function limitFields(
  { fields, count }: SummedEvent,
  kept: ReadonlyMap<EventField, ReadonlySet<string>>,
): SummedEvent {
  const limited: Partial<Record<EventField, string>> = { ...fields };
  for (const [name, values] of kept) {
    const value = fields[name];
    if (value !== undefined && !values.has(value)) limited[name] = otherValue;
  }
  return { fields: limited, count };
}

function* countValues(events: readonly SummedEvent[], name: EventField): Steps<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [i, { fields, count }] of events.entries()) {
    if (i % rowsPerStep === 0) yield;
    const value = fields[name];
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return counts;
}

function* mostFrequent(counts: ReadonlyMap<string, number>, max: number): Steps<ReadonlySet<string>> {
  const ordered = yield* sortSteps([...counts], ([, a], [, b]) => b - a);
  return new Set([otherValue, ...ordered.slice(0, max).map(([value]) => value)]);
}

/** Encodes events as columns. Rows of a visitor are beside each other, since most of their fields are equal. */
export async function encodeSums(events: readonly SummedEvent[]): Promise<Map<SumField, Buffer>> {
  const keyOf = ({ fields }: SummedEvent) => `${fields.visitor ?? ""} ${fields.hour}`;
  const keyed = events.map((event) => ({ event, key: keyOf(event) }));
  const ordered = await sortYielding(keyed, (a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const rows = ordered.map(({ event }) => event);
  const columns = new Map<SumField, Buffer>();
  columns.set("count", await encodeColumn(toColumn(rows.map(({ count }) => String(count)))));
  for (const name of eventFields) {
    const values = rows.map(({ fields }) => fields[name]);
    if (values.some((value) => value !== undefined)) columns.set(name, await encodeColumn(toColumn(values)));
  }
  return columns;
}

export async function decodeSums(encoded: ReadonlyMap<string, Uint8Array>): Promise<SummedEvent[]> {
  const columns = new Map<string, Column>();
  for (const [name, bytes] of encoded) columns.set(name, await decodeColumn(bytes));
  return finishYielding(rowsOf(columns));
}

function* rowsOf(columns: ReadonlyMap<string, Column>): Steps<SummedEvent[]> {
  const count = columns.get("count");
  const fieldColumns = eventFields.flatMap((name) => {
    const column = columns.get(name);
    return column === undefined ? [] : [{ name, column }];
  });
  const rows: SummedEvent[] = [];
  for (let row = 0; row < (count?.length ?? 0); row++) {
    if (row % rowsPerStep === 0) yield;
    const fields: Partial<Record<EventField, string>> = {};
    for (const { name, column } of fieldColumns) {
      const value = valueAt(column, row);
      if (value !== null) fields[name] = value;
    }
    rows.push({ fields, count: count === undefined ? 0 : Number(valueAt(count, row)) });
  }
  return rows;
}
