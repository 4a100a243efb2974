import { EventLoopYielder } from "../../platform/index.ts";
import type { Database } from "./database.ts";
import type { Writer } from "./dialects/index.ts";
import { padToPowerOfTwo } from "./dialects/index.ts";

const batchSize = 256;

/** Runs a query for any number of values, in batches. Between them, other requests run. */
export async function inBatches<V, Row>(
  values: readonly V[],
  find: (batch: readonly V[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const yielder = new EventLoopYielder();
  for (let start = 0; start < values.length; start += batchSize) {
    if (start > 0) await yielder.yieldIfDue();
    for (const row of await find(padToPowerOfTwo(values.slice(start, start + batchSize)))) rows.push(row);
  }
  return rows;
}

/** The approximate size of a batch in bytes or characters. */
const maxBatchSize = 1024 * 1024;

/** Splits items into batches of limited number and size, for one statement or transaction each. */
export function* batchesBySize<T>(items: Iterable<T>, sizeOf: (item: T) => number): Generator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const item of items) {
    batch.push(item);
    size += sizeOf(item);
    if (batch.length < batchSize && size < maxBatchSize) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The number of rows that one transaction deletes. Larger transactions would block others for long. */
export const stepSize = 200;

/** Deletes rows in transactions of limited size until none are left. */
export async function inSteps(database: Database, remove: (trx: Writer) => Promise<number>, size = stepSize) {
  while ((await database.write(remove)) === size);
}
