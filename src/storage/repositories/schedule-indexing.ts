import type { Writer } from "../database/index.ts";
import { enqueue } from "../jobs/index.ts";

/** To be called in the transaction that changes the primary content of a space: soon after, that is what is found. */
export async function scheduleIndexing(
  trx: Writer,
  spaceId: string,
  now: string,
  runAt = now,
): Promise<void> {
  await enqueue(trx, { kind: "index-space", key: spaceId, payload: { spaceId }, runAt }, now);
}
