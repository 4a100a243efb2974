import type { Context } from "../../api/http/index.ts";
import {
  applyImport,
  type ImportResult,
  type ImportTarget,
  openTarget,
  prepareImport,
  specLoader,
  storeFiles,
} from "../../api/imports/index.ts";
import type { TargetPage } from "../../importing/changes/index.ts";
import { generatePages } from "../../importing/index.ts";
import type { ImportedTree } from "../../importing/source/index.ts";

interface TreeTarget {
  readonly target: ImportTarget;
  readonly targetPage?: TargetPage | undefined;
  readonly userId: string;
  readonly ifMatch: string | undefined;
}

/** Adds an imported tree to content as one revision. `beforeChange` runs when all files are stored. */
export async function applyTree(
  context: Context,
  imported: ImportedTree,
  { target: into, targetPage, userId, ifMatch }: TreeTarget,
  beforeChange: () => Promise<unknown> = async () => {},
): Promise<ImportResult> {
  const target = openTarget(context, into, userId);
  const complete = await generatePages(imported, specLoader(context, target.organizationId, userId));
  const prepared = await prepareImport(complete, targetPage);
  await storeFiles(context, target, prepared);
  await beforeChange();
  return applyImport({ context, caller: { tokenId: "", userId, email: "" }, ifMatch }, target, prepared);
}
