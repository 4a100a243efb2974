import type { Context } from "../../api/http/index.ts";
import {
  appLinkResolver,
  applyImport,
  applyRun,
  type ImportResult,
  type ImportTarget,
  openTarget,
  prepareImport,
  type RunAttempt,
  specLoader,
  storeFiles,
} from "../../api/imports/index.ts";
import type { TargetPage } from "../../importing/changes/index.ts";
import { generatePages } from "../../importing/index.ts";
import type { ImportedSource, ImportedTree } from "../../importing/source/index.ts";

interface TreeTarget {
  readonly target: ImportTarget;
  readonly targetPage?: TargetPage | undefined;
  readonly replaces?: boolean | undefined;
  /** The id that the imported space has in GitBook. */
  readonly origin?: string | undefined;
  readonly userId: string;
  readonly ifMatch: string | undefined;
  /** The run that the new revision completes. */
  readonly run?: RunAttempt | undefined;
}

/** Adds an imported tree to content as one revision. `beforeChange` runs when all files are stored. */
export async function applyTree(
  context: Context,
  imported: ImportedTree & Partial<Pick<ImportedSource, "skipped">>,
  { target: into, targetPage, replaces, origin, userId, ifMatch, run }: TreeTarget,
  beforeChange: () => Promise<unknown> = async () => {},
): Promise<ImportResult> {
  const target = openTarget(context, into, userId);
  const complete = await generatePages(imported, specLoader(context, target.organizationId, userId));
  const { spaceId } = target;
  const resolveAppLinks = appLinkResolver(context, target, userId, origin);
  const prepared = await prepareImport(complete, { targetPage, replaces, spaceId, resolveAppLinks });
  await storeFiles(context, target, prepared);
  await beforeChange();
  const call = { context, caller: { tokenId: "", kind: "api" as const, userId, email: "" }, ifMatch };
  if (run === undefined) return applyImport(call, target, prepared, origin);
  return applyRun(call, target, run, prepared, imported.skipped ?? [], origin);
}
