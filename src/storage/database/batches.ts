import type { Database } from "./database.ts";
import type { Writer } from "./dialects/index.ts";
import { padToPowerOfTwo } from "./dialects/index.ts";

const batchSize = 256;

/** Runs a query for any number of values, in batches. */
export async function inBatches<V, Row>(
  values: readonly V[],
  find: (batch: readonly V[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += batchSize)
    for (const row of await find(padToPowerOfTwo(values.slice(start, start + batchSize)))) rows.push(row);
  return rows;
}

/** The number of rows that one transaction deletes. Larger transactions would block others for long. */
export const stepSize = 200;

/** Deletes rows in transactions of limited size until none are left. */
export async function inSteps(database: Database, remove: (trx: Writer) => Promise<number>, size = stepSize) {
  while ((await database.write(remove)) === size);
}
