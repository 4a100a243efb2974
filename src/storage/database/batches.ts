import type { Database } from "./database.ts";
import type { Writer } from "./dialects/index.ts";
import { padded } from "./dialects/index.ts";

const batchSize = 256;

/** Runs a query for any number of values, in batches. */
export async function inBatches<V, Row>(
  values: readonly V[],
  find: (batch: readonly V[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < values.length; at += batchSize)
    for (const row of await find(padded(values.slice(at, at + batchSize)))) found.push(row);
  return found;
}

/** Rows that one transaction deletes: it must not block others for long. */
export const stepSize = 200;

/** Deletes rows in transactions of limited size until none are left. */
export async function inSteps(database: Database, remove: (trx: Writer) => Promise<number>, size = stepSize) {
  while ((await database.write(remove)) === size);
}
