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

/** Stands for the rarest values of a field, if there are too many. */
export const otherValue = "(other)";

/** Adds up equal events, after rare values were replaced. */
export function sumEvents(events: readonly SummedEvent[]): SummedEvent[] {
  const sums = new Map<string, { fields: EventFields; count: number }>();
  for (const { fields, count } of limitValues(events)) {
    const key = JSON.stringify(eventFields.map((name) => fields[name]));
    const sum = sums.getOrInsertComputed(key, () => ({ fields, count: 0 }));
    sum.count += count;
  }
  return [...sums.values()];
}

function limitValues(events: readonly SummedEvent[]): readonly SummedEvent[] {
  const kept = new Map<EventField, ReadonlySet<string>>();
  for (const name of eventFields) {
    const max = maxValues[name] ?? defaultMaxValues;
    const counts = unlimited.has(name) ? new Map<string, number>() : countValues(events, name);
    if (counts.size > max) kept.set(name, mostFrequent(counts, max));
  }
  if (kept.size === 0) return events;
  return events.map(({ fields, count }) => {
    const limited: Partial<Record<EventField, string>> = { ...fields };
    for (const [name, values] of kept) {
      const value = fields[name];
      if (value !== undefined && !values.has(value)) limited[name] = otherValue;
    }
    return { fields: limited, count };
  });
}

function countValues(events: readonly SummedEvent[], name: EventField): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fields, count } of events) {
    const value = fields[name];
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return counts;
}

function mostFrequent(counts: ReadonlyMap<string, number>, max: number): ReadonlySet<string> {
  const ordered = [...counts].sort(([, a], [, b]) => b - a).slice(0, max);
  return new Set([otherValue, ...ordered.map(([value]) => value)]);
}

/** Encodes events as columns. Rows of a visitor are beside each other, since most of their fields are equal. */
export async function encodeSums(events: readonly SummedEvent[]): Promise<Map<SumField, Buffer>> {
  const keyOf = ({ fields }: SummedEvent) => `${fields.visitor ?? ""} ${fields.hour}`;
  const rows = events
    .map((event) => ({ event, key: keyOf(event) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ event }) => event);
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
  const count = columns.get("count");
  if (count === undefined) return [];
  return Array.from({ length: count.length }, (_, row) => ({
    count: Number(valueAt(count, row)),
    fields: Object.fromEntries(
      eventFields.flatMap((name) => {
        const column = columns.get(name);
        const value = column && valueAt(column, row);
        return value === undefined || value === null ? [] : [[name, value]];
      }),
    ),
  }));
}
