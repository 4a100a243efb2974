import { runScheduledMerge } from "../../api/change-requests/index.ts";
import { removeExpiredEmbeds } from "../../api/embeds/index.ts";
import { exportJob, removeOldExports, runExport } from "../../api/exports/index.ts";
import { removeUnusedFontFiles } from "../../api/fonts/index.ts";
import type { Context } from "../../api/http/index.ts";
import { importJob, removeOldImportRuns, runImport } from "../../api/imports/index.ts";
import { syncPageSet } from "../../api/openapi-page-sets/index.ts";
import {
  processLinkedSpec,
  processSpec,
  refreshSources,
  removeUnusedLinkedSpecs,
} from "../../api/openapi-specs/index.ts";
import { removeOldPdfs } from "../../api/pdf/index.ts";
import { purgeSpaces } from "../../api/spaces/index.ts";
import type { Config } from "../../config/index.ts";
import { removeExpiredTokens } from "../../identity/tokens/index.ts";
import { isRolledUp, rollUpEvents } from "../../insights/index.ts";
import { removeOldNotifications } from "../../notifications/index.ts";
import { removeAbandonedFolders } from "../../platform/child-process/index.ts";
import { addMilliseconds } from "../../platform/index.ts";
import { removeExpiredCustomizationPreviews } from "../../publishing/index.ts";
import { indexIfSmall, indexSpace, scheduleStaleSpaces } from "../../search/index.ts";
import { removeOldCards } from "../../site/index.ts";
import { backUp, backUpNow } from "../../storage/backups/index.ts";
import type { OnProgress } from "../../storage/database/dialects/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { removeUnusedObjects } from "../../storage/files/index.ts";
import { measureStorage } from "../../storage/inspection/index.ts";
import { enqueueAll, repeatingKey } from "../../storage/jobs/index.ts";
import {
  collectFormerSlugs,
  collectHistory,
  removeReplacedRevisions,
} from "../../storage/repositories/index.ts";
import { cleanStorage } from "./clean-storage.ts";

export interface JobKind {
  /** Must be idempotent: it runs again after a crash. */
  run(context: Context, payload: unknown, isLastAttempt: boolean, onProgress: OnProgress): Promise<void>;
  /** Tries to do the job on the main thread within milliseconds. False if it takes longer. */
  quick?(context: Context, payload: unknown): Promise<boolean>;
  /** I/O-bound jobs mostly wait, so several of them run at the same time, alongside all others. */
  readonly ioBound?: boolean;
  /** How many jobs of this kind run at the same time, alongside all others: in one server, and for one organization. */
  readonly concurrency?: { readonly total: number; readonly perOrganization: number };
  /** The interval of a repeating job in milliseconds. A function reads it from the configuration; undefined disables it. */
  readonly every?: number | ((config: Config) => number | undefined);
}

export type JobKinds = Readonly<Record<string, JobKind>>;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const jobKinds: JobKinds = {
  "remove-expired-tokens": {
    every: day,
    run: ({ database, clock }) => database.write((trx) => removeExpiredTokens(trx, clock.now())),
  },
  "purge-spaces": { every: hour, run: purgeSpaces },
  "index-space": {
    run: async (context, payload) => {
      await indexSpace(context, (payload as SpacePayload).spaceId);
    },
    quick: (context, payload) => indexIfSmall(context, (payload as SpacePayload).spaceId),
  },
  // Scheduled by the migration that creates the table. Later changes store former slugs themselves.
  "collect-former-slugs": { run: collectFormerSlugs },
  // Likewise for the history.
  "collect-history": { run: collectHistory },
  // Every change schedules "index-space". This one covers upgrades and restored backups.
  "index-spaces": { every: hour, run: scheduleStaleSpaces },
  "roll-up-events": { every: 5 * minute, run: rollUpEvents, quick: isRolledUp },
  "remove-abandoned-folders": { every: day, run: () => removeAbandonedFolders() },
  "remove-old-notifications": { every: day, run: removeOldNotifications },
  "remove-old-pdfs": { every: hour, run: removeOldPdfs },
  "remove-old-social-cards": { every: day, run: removeOldCards },
  "remove-expired-embeds": { every: hour, run: removeExpiredEmbeds },
  "remove-expired-customization-previews": { every: hour, run: removeExpiredCustomizationPreviews },
  "collect-garbage": {
    every: day,
    // It takes minutes, and others need not wait for it.
    concurrency: { total: 1, perOrganization: 1 },
    run: async (context, _payload, _isLastAttempt, onProgress) => {
      await cleanStorage(context, { onProgress });
    },
  },
  "remove-replaced-revisions": { every: hour, run: removeReplacedRevisions },
  "remove-unused-objects": { ioBound: true, every: hour, run: removeUnusedObjects },
  "remove-unused-font-files": { every: hour, run: removeUnusedFontFiles },
  "merge-change-request": { run: runScheduledMerge },
  "back-up": { ioBound: true, every: ({ backupEvery }) => backupEvery, run: backUp },
  "make-backup": {
    ioBound: true,
    run: async (context, _payload, _isLastAttempt, onProgress) => {
      await backUpNow(context, { onProgress });
    },
  },
  "measure-storage": { ioBound: true, run: measureStorage },
  // A child process does the work, which may take long.
  [importJob]: {
    concurrency: { total: 2, perOrganization: 1 },
    run: (context, payload) => runImport(context, (payload as RunPayload).runId),
  },
  [exportJob]: {
    concurrency: { total: 2, perOrganization: 1 },
    run: (context, payload) => runExport(context, (payload as ExportPayload).exportId),
  },
  "remove-old-runs": {
    every: hour,
    run: async (context) => {
      await removeOldImportRuns(context);
      await removeOldExports(context);
    },
  },
  "read-linked-spec": { ioBound: true, run: processLinkedSpec },
  "remove-unused-linked-specs": { every: day, run: removeUnusedLinkedSpecs },
  "process-openapi-spec": {
    ioBound: true,
    run: (context, payload) => processSpec(context, (payload as SpecPayload).specId, "url"),
  },
  "process-openapi-text": {
    run: (context, payload) => processSpec(context, (payload as SpecPayload).specId, "text"),
  },
  "sync-openapi-pages": { run: syncPageSet },
  "look-at-openapi-sources": {
    every: 5 * minute,
    run: async (context) => {
      while (!(await refreshSources(context)));
    },
    quick: refreshSources,
  },
};

interface SpacePayload {
  readonly spaceId: string;
}

interface ExportPayload {
  readonly exportId: string;
}

interface RunPayload {
  readonly runId: string;
}

interface SpecPayload {
  readonly specId: string;
}

/** The interval of a repeating job; undefined if it does not repeat. */
export function intervalOf({ every }: JobKind, config: Config): number | undefined {
  return typeof every === "function" ? every(config) : every;
}

/** Puts every repeating job into the queue once. Jobs that the configuration has newly enabled run at once. */
export async function scheduleRepeatingJobs(trx: Writer, config: Config, now: string): Promise<void> {
  const key = repeatingKey;
  const scheduled = await trx.selectFrom("jobs").where("unique_key", "=", key).select("kind").execute();
  const jobs = Object.entries(jobKinds).flatMap(([kind, job]) => {
    const interval = intervalOf(job, config);
    if (interval === undefined) return [];
    const isNew = typeof job.every === "function" && !scheduled.some((other) => other.kind === kind);
    return [{ kind, key, runAt: isNew ? now : addMilliseconds(now, interval) }];
  });
  await enqueueAll(trx, jobs, now);
}
