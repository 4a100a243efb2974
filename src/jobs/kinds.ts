import { later } from "../clock.ts";
import type { Context } from "../context.ts";
import type { Writer } from "../database/database.ts";
import { purgeSpaces } from "../resources/spaces/purge-spaces.ts";
import { removeExpiredTokens } from "../tokens/remove-expired-tokens.ts";
import { enqueue } from "./queue.ts";

export interface JobKind {
  /** Does the work. It may be called again after a crash, so doing it twice must do no harm. */
  run(context: Context, payload: unknown): Promise<void>;
  /** For what is done again and again: how many milliseconds lie between. */
  readonly every?: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Every kind of job there is. */
export const jobKinds: Readonly<Record<string, JobKind>> = {
  "remove-expired-tokens": {
    every: day,
    run: ({ database, clock }) => database.write((trx) => removeExpiredTokens(trx, clock.now())),
  },
  "purge-spaces": { every: hour, run: purgeSpaces },
  "index-space": {
    run: (context, payload) =>
      withIndex(({ indexSpace }) => indexSpace(context, (payload as { spaceId: string }).spaceId)),
  },
  // Each change asks for its own; this finds what an upgrade or a restored backup has left to do.
  "index-spaces": {
    every: hour,
    run: (context) => withIndex(({ indexStaleSpaces }) => indexStaleSpaces(context)),
  },
};

/** It brings the reader of documents along, which only its own jobs need. */
async function withIndex(
  work: (index: typeof import("../search/index-space.ts")) => Promise<void>,
): Promise<void> {
  await work(await import("../search/index-space.ts"));
}

/** Sees to it that every repeating job is on the list, once. */
export async function scheduleRepeatingJobs(trx: Writer, now: string): Promise<void> {
  for (const [kind, { every }] of Object.entries(jobKinds)) {
    if (every !== undefined) await enqueue(trx, { kind, key: "repeating", runAt: later(now, every) }, now);
  }
}
