import { padded } from "./padded.ts";

/** How many values one statement is asked with. */
const batchSize = 256;

/** What a query finds for all of these values, asked for some at a time: so no statement gets too long. */
export async function inBatches<V, Row>(
  values: readonly V[],
  find: (batch: readonly V[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < values.length; at += batchSize)
    for (const row of await find(padded(values.slice(at, at + batchSize)))) found.push(row);
  return found;
}
