import type { Context } from "../../api/http/index.ts";
import type { SourceKind } from "../../api/openapi-specs/index.ts";
import type { Config } from "../../config/index.ts";
import { removeExpiredTokens } from "../../identity/tokens/index.ts";
import { addMilliseconds } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";

export interface JobKind {
  /** Does the work. It may be called again after a crash, so doing it twice must do no harm. */
  run(context: Context, payload: unknown): Promise<void>;
  /** Tries to do it in a moment, without keeping requests from theirs; false where it takes longer. */
  quick?(context: Context, payload: unknown): Promise<boolean>;
  /** Of those that wait for others for the most part, a few run at a time, and beside all else. */
  readonly ioBound?: boolean;
  /** For what is done again and again: how many milliseconds lie between; where a setting says so, undefined for never. */
  readonly every?: number | ((config: Config) => number | undefined);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Every kind of job there is. What only a job needs is loaded when one is run. */
export const jobKinds: Readonly<Record<string, JobKind>> = {
  "remove-expired-tokens": {
    every: day,
    run: ({ database, clock }) => database.write((trx) => removeExpiredTokens(trx, clock.now())),
  },
  "purge-spaces": {
    every: hour,
    run: async (context) => (await import("../../api/spaces/purge-spaces.ts")).purgeSpaces(context),
  },
  "index-space": {
    run: async (context, payload) => {
      await (await loadIndexing()).indexSpace(context, spaceIn(payload));
    },
    quick: async (context, payload) => (await loadIndexing()).indexIfSmall(context, spaceIn(payload)),
  },
  // Each change asks for its own; this finds what an upgrade or a restored backup has left to do.
  "index-spaces": {
    every: hour,
    run: async (context) => (await loadIndexing()).scheduleStaleSpaces(context),
  },
  "remove-abandoned-folders": {
    every: day,
    run: async () =>
      (await import("../../platform/child-process/temporary-folder.ts")).removeAbandonedFolders(),
  },
  "remove-old-pdfs": {
    every: hour,
    run: async (context) => (await import("../../api/pdf/remove-old-pdfs.ts")).removeOldPdfs(context),
  },
  "back-up": {
    // It waits for the disk, or for the database: what is found by search need not wait for it.
    ioBound: true,
    every: ({ backupEvery }) => backupEvery,
    run: async (context) => (await import("../../storage/backups/index.ts")).backUp(context),
  },
  "process-openapi-spec": { ioBound: true, run: (context, payload) => processSpec(context, payload, "url") },
  "process-openapi-text": { run: (context, payload) => processSpec(context, payload, "text") },
  "look-at-openapi-sources": {
    every: 5 * minute,
    run: async (context) => {
      while (!(await lookAtSomeSources(context)));
    },
    quick: lookAtSomeSources,
  },
};

async function processSpec(context: Context, payload: unknown, kind: SourceKind): Promise<void> {
  const processing = await import("../../api/openapi-specs/process-spec.ts");
  await processing.processSpec(context, (payload as { specId: string }).specId, kind);
}

async function lookAtSomeSources(context: Context): Promise<boolean> {
  return (await import("../../api/openapi-specs/refresh-sources.ts")).refreshSources(context);
}

function loadIndexing() {
  return import("../../search/index.ts");
}

function spaceIn(payload: unknown): string {
  return (payload as { spaceId: string }).spaceId;
}

/** How often it is done, where it is done again and again. */
export function intervalOf({ every }: JobKind, config: Config): number | undefined {
  return typeof every === "function" ? every(config) : every;
}

/** False for what the settings of this server leave to others, which may share its database. */
export function isEnabledHere(kind: JobKind | undefined, config: Config): boolean {
  return typeof kind?.every !== "function" || kind.every(config) !== undefined;
}

/** Those of which a few run beside all else. */
export function ioBoundKinds(kinds = jobKinds): string[] {
  return Object.keys(kinds).filter((kind) => kinds[kind]?.ioBound);
}

/** Sees to it that every repeating job is on the list, once. What a setting has asked for anew shows at once that it works. */
export async function scheduleRepeatingJobs(trx: Writer, config: Config, now: string): Promise<void> {
  const key = "repeating";
  const listed = await trx.selectFrom("jobs").where("unique_key", "=", key).select("kind").execute();
  for (const [kind, job] of Object.entries(jobKinds)) {
    const interval = intervalOf(job, config);
    if (interval === undefined) continue;
    const isNew = typeof job.every === "function" && !listed.some((other) => other.kind === kind);
    await enqueue(trx, { kind, key, runAt: isNew ? now : addMilliseconds(now, interval) }, now);
  }
}
