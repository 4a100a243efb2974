import { addMilliseconds } from "../../platform/index.ts";
import type { OnProgress } from "../database/dialects/index.ts";
import { hourOf, type Reader } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { endsJob } from "../jobs/index.ts";
import { markUsed } from "./mark.ts";
import { emptySwept, type Swept, sweepRepository } from "./sweep.ts";

// Garbage are nodes and files that no content uses: those of changes and uploads that were never completed, of purged copies of a
// space, and of revisions and versions that were removed. It is collected by mark and sweep, one repository at a time: all that is
// used is marked, and whatever else has not been touched for the grace period is removed in small transactions.
//
// Why nothing is removed that a revision needs, while any process writes. Let marking begin at T. Every removal has the condition
// that the row was last touched before T - grace. Consider a revision that refers to a node.
// - It was there when marking read the revisions: the node is marked.
// - It was saved later, and its writer has written the node. Writing touches a row, or creates it: nodes by `insertNodes`, files by
//   `storeBlob` and `copyBlobs`. A writer saves its revision within the grace period of that (`updateHead` gives up before), so the
//   row was touched after T - grace. If the row was touched just before a removal commits, the removal waits for it or is repeated by
//   the database, and then finds the row touched. If it was removed just before, writing creates it again.
// - It was saved later, and its writer has taken the node over from a content that it has read, less than the grace period before.
//   The revision of that content is one of these three cases itself, unless it was removed since. Removals are noted in `removed_at`. A
//   repository is not collected for the grace period after one, and nothing is swept if there was one while it was marked.
// A restored backup contains rows that were touched long ago, and may replace others after they were marked. It is noted as a removal
// from every repository, and no row is removed after one that marking does not know of.
// The same holds for files, and for the files of specs and integrations. Clocks of servers may differ by much less than the grace period.
// It does not matter how many processes collect garbage at the same time, or if one of them is killed: the next run begins again.

/** How long garbage is kept, in milliseconds. Nobody takes that long to save a revision. */
const gracePeriod = 12 * 3_600_000;

/** How often a repository is marked if nodes are missing. */
const maxMarkings = 3;

export interface CollectedGarbage extends Swept {
  /** The number of examined repositories, and the ids of those that could not be collected, such as those that lack nodes. */
  repositories: number;
  failures: { readonly repository: string; readonly error: unknown }[];
}

export interface CollectionOptions {
  readonly isDryRun?: boolean;
  readonly onProgress?: OnProgress;
}

/** Removes the garbage of all repositories in which some may be. */
export async function collectGarbage(
  context: Pick<StorageContext, "database" | "clock">,
  { isDryRun = false, onProgress }: CollectionOptions = {},
): Promise<CollectedGarbage> {
  const total: CollectedGarbage = { ...emptySwept(), repositories: 0, failures: [] };
  const ids = await findCollectable(context.database.read, context.clock.now());
  for (const [i, id] of ids.entries()) {
    onProgress?.(i, ids.length);
    total.repositories += 1;
    try {
      const swept = await collectRepository(context, id, isDryRun);
      for (const kind of ["nodes", "files", "chunks"] as const) {
        total[kind].count += swept[kind].count;
        total[kind].bytes += swept[kind].bytes;
      }
    } catch (error) {
      if (endsJob(error)) throw error;
      total.failures.push({ repository: id, error });
    }
  }
  return total;
}

/** The repositories of spaces, specs and integrations with possible garbage. PDFs and fonts have repositories that are removed as a whole. */
async function findCollectable(db: Reader, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom("repositories")
    .where("garbage_at", "is not", null)
    .where((eb) =>
      eb.or([eb("collected_until", "is", null), eb("garbage_at", ">=", eb.ref("collected_until"))]),
    )
    .where((eb) => eb.or([eb("kept_until", "is", null), eb("kept_until", "<=", now)]))
    .where((eb) =>
      eb.or([eb("removed_at", "is", null), eb("removed_at", "<=", addMilliseconds(now, -gracePeriod))]),
    )
    .where(({ or, exists, selectFrom }) =>
      or(
        (["spaces", "openapi_specs", "integrations"] as const).map((owner) =>
          exists(
            selectFrom(owner)
              .whereRef(`${owner}.repository_id`, "=", "repositories.id")
              .select(`${owner}.repository_id`),
          ),
        ),
      ),
    )
    .select("id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Throws if the repository lacks nodes that are used: nothing is removed from it. */
async function collectRepository(
  { database, clock }: Pick<StorageContext, "database" | "clock">,
  repositoryId: string,
  isDryRun: boolean,
): Promise<Swept> {
  // A full hour, like the times that are compared with it.
  const hour = hourOf(Date.parse(addMilliseconds(clock.now(), -gracePeriod)));
  const until = new Date(hour * 3_600_000).toISOString();
  const { read } = database;
  let marked = await markUsed(read, repositoryId);
  // A replaced revision may have been removed, with its nodes, after it was listed.
  for (let attempt = 2; marked === undefined && attempt <= maxMarkings; attempt++)
    marked = await markUsed(read, repositoryId);
  if (marked === undefined) throw new Error("nodes are missing");
  try {
    const removedUntil = addMilliseconds(until, 3_600_000);
    const { removed_at } = await read
      .selectFrom("repositories")
      .where("id", "=", repositoryId)
      .select("removed_at")
      .executeTakeFirstOrThrow();
    if (removed_at !== null && removed_at > removedUntil) return emptySwept();
    const swept = await sweepRepository({ database }, { repositoryId, marked, hour, removedUntil, isDryRun });
    if (!isDryRun)
      await database.write((trx) =>
        trx
          .updateTable("repositories")
          .where("id", "=", repositoryId)
          .set({ collected_until: until })
          .execute(),
      );
    return swept;
  } finally {
    marked.close();
  }
}
