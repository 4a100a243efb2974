import type { Context } from "../../api/http/index.ts";
import { removeOldVersions } from "../../api/openapi-specs/index.ts";
import type { OnProgress } from "../../storage/database/dialects/index.ts";
import { type CollectedGarbage, collectGarbage } from "../../storage/garbage/index.ts";
import { thinHistory } from "../../storage/repositories/index.ts";

interface CleanedStorage extends CollectedGarbage {
  readonly specVersions: number;
  readonly revisions: number;
}

/**
 * Removes what nothing refers to any more, then old versions and revisions. What only these used is kept for some hours, so the next run
 * removes it.
 */
export async function cleanStorage(
  context: Pick<Context, "config" | "database" | "clock" | "log" | "nodeCache">,
  { isDryRun = false, onProgress }: { isDryRun?: boolean; onProgress?: OnProgress } = {},
): Promise<CleanedStorage> {
  const { config, log } = context;
  const collected = await collectGarbage(context, { isDryRun, ...(onProgress && { onProgress }) });
  const { failures, ...removed } = collected;
  for (const { repository, error } of failures)
    log.error({ err: error, repository }, "the garbage of a repository could not be collected");
  const specVersions = await removeOldVersions(context, isDryRun);
  const days = config.keepRevisionsDays;
  const thinned =
    days === undefined ? { revisions: 0, failures: [] } : await thinHistory(context, days, isDryRun);
  const { revisions } = thinned;
  for (const { space, error } of thinned.failures)
    log.error({ err: error, space }, "old revisions of a space could not be joined");
  if (!isDryRun && removed.repositories + specVersions + revisions > 0)
    log.info({ ...removed, specVersions, revisions }, "garbage was collected");
  return { ...collected, specVersions, revisions };
}
