import type { Database, Writer } from "./database.ts";

/** How many rows one transaction takes away: it must not hold up others for long. */
export const stepSize = 200;

/** Takes rows away again and again, a transaction each, until there are fewer than that. */
export async function inSteps(
  database: Database,
  remove: (trx: Writer) => Promise<number>,
  size = stepSize,
): Promise<void> {
  while ((await database.write(remove)) === size);
}
