import type { Change } from "../../content/changes/index.ts";
import { findMembership } from "../../identity/roles/index.ts";
import {
  changesFromImport,
  fitFileName,
  fitPages,
  fitReusableContents,
  type TargetPage,
} from "../../importing/changes/index.ts";
import type { LoadSpec } from "../../importing/openapi-pages/index.ts";
import type { ImportedTree } from "../../importing/source/index.ts";
import { badInput, newId, newSecretId } from "../../platform/index.ts";
import { type Upload, uploadFromDisk } from "../../storage/files/index.ts";
import { type ChangeCall, type ContentTarget, commitChanges, storeBlobs } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findSpecsFor, readSpecDocuments } from "../openapi-specs/index.ts";
import { findSpaceForUser } from "../spaces/index.ts";
import type { ImportResult } from "./routes.ts";

const maxWarnings = 100;

interface PreparedImport extends Omit<ImportResult, "revision"> {
  readonly changes: readonly Change[];
  readonly uploads: readonly Upload[];
}

/** Prepares an imported tree for the top level of content, or for one of its pages. */
export async function prepareImport(imported: ImportedTree, targetPage: TargetPage | undefined) {
  const { pages, lost } = await fitPages(imported.pages, targetPage?.extent);
  if (pages.length === lost) throw badInput("url", "contains no page that could be imported");
  const uploads: Upload[] = [];
  for (const { path, name, contentType } of imported.files)
    uploads.push(await uploadFromDisk(path, { name: fitFileName(name), contentType }));
  const files = uploads.map(({ record }, i) => ({ address: imported.files[i]?.address ?? "", record }));
  const fitted = await fitReusableContents(imported.reusableContents ?? []);
  const reusableContents = fitted.map((content) => ({ ...content, id: newId() }));
  const importedResources = pages.length - lost + files.length + reusableContents.length;
  const tree = { pages, files, reusableContents, variables: imported.variables ?? {} };
  return {
    changes: await changesFromImport(tree, { id: newSecretId(), targetPage }),
    uploads,
    importedResources,
    totalResources: Math.max(imported.total, importedResources),
    ...(imported.warnings?.length && { warnings: imported.warnings.slice(0, maxWarnings) }),
  };
}

/** Loads the OpenAPI documents of an organization that the user may read. */
export function specLoader({ database }: Context, organizationId: string, userId: string): LoadSpec {
  return async (slug) => {
    const membership = await findMembership(database.read, organizationId, userId);
    if (membership === undefined || membership.disabled) return undefined;
    const member = { organizationId, userId, role: membership.role };
    const specs = await findSpecsFor(database.read, member, [slug]);
    return (await readSpecDocuments(database.read, organizationId, specs)).get(slug)?.document;
  };
}

/** Stores the uploaded files, before the content is locked. */
export async function storeFiles(context: Context, target: ContentTarget, { uploads }: PreparedImport) {
  await storeBlobs(context, await target.read(), uploads);
}

export async function applyImport(
  call: ChangeCall,
  target: ContentTarget,
  { changes, uploads, ...counts }: PreparedImport,
): Promise<ImportResult> {
  const permitted = await replaceHiddenTargets(call, changes);
  const { revisionId } = await commitChanges(call, target, { changes: permitted, uploads });
  return { revision: revisionId, ...counts };
}

/** Replaces link pages to spaces that the caller cannot read with empty documents. */
async function replaceHiddenTargets({ context, caller }: ChangeCall, changes: readonly Change[]) {
  const hidden = new Set<string>();
  for (const id of new Set(changes.map(targetSpaceOf).filter((spaceId) => spaceId !== undefined))) {
    const found = await findSpaceForUser(context.database.read, id, caller.userId);
    if (found === undefined || found.role === null) hidden.add(id);
  }
  return changes.map((change) => {
    if (change.operation !== "insert_page" || !hidden.has(targetSpaceOf(change) ?? "")) return change;
    const { target, ...page } = change;
    return { ...page, type: "document" as const };
  });
}

function targetSpaceOf(change: Change): string | undefined {
  const target = change.operation === "insert_page" ? change.target : undefined;
  return target !== undefined && "space" in target ? target.space : undefined;
}
