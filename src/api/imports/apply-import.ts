import type { Change } from "../../content/changes/index.ts";
import { maxPageDepth } from "../../content/pages/index.ts";
import {
  changesFromImport,
  fitFileName,
  fitPages,
  fitReusableContents,
  type Home,
} from "../../importing/changes/index.ts";
import type { ImportedTree } from "../../importing/source/index.ts";
import { badInput, newId, newSecretId } from "../../platform/index.ts";
import { type Upload, uploadFromDisk } from "../../storage/files/index.ts";
import { type ChangeCall, type ContentTarget, commitChanges, storeBlobs } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findSpaceForUser } from "../spaces/index.ts";
import type { ImportResult } from "./schema.ts";

/** What was read of a source, as it can be put in. */
export interface Prepared extends Omit<ImportResult, "revision"> {
  readonly changes: readonly Change[];
  readonly uploads: readonly Upload[];
}

/** Makes what was read ready to be put in, at the top of some content or into one of its pages. */
export async function prepareImport(imported: ImportedTree, home: Home | undefined): Promise<Prepared> {
  const { pages, lost } = await fitPages(imported.pages, maxPageDepth - (home?.depth ?? 0));
  if (pages.length === lost) throw badInput("url", "holds no page that could be imported");
  const taken = [];
  for (const { address, path, name, contentType } of imported.files)
    taken.push({ address, upload: await uploadFromDisk(path, { name: fitFileName(name), contentType }) });
  const files = taken.map(({ address, upload: { record } }) => ({ address, record }));
  const reusableContents = fitReusableContents(imported.reusableContents ?? []).map((content) => ({
    ...content,
    id: newId(),
  }));
  const { variables = {}, total } = imported;
  const importedResources = pages.length - lost + files.length + reusableContents.length;
  return {
    changes: await changesFromImport(
      { pages, files, reusableContents, variables },
      { id: newSecretId(), home },
    ),
    uploads: taken.map(({ upload }) => upload),
    importedResources,
    totalResources: Math.max(total, importedResources),
  };
}

/** Keeps the bytes of all files: nobody needs to wait for that but the import itself. */
export async function keepFiles(
  context: Context,
  target: ContentTarget,
  { uploads }: Prepared,
): Promise<void> {
  await storeBlobs(context, await target.read(), uploads);
}

/** Puts all in, as one new revision. */
export async function putIn(
  call: ChangeCall,
  target: ContentTarget,
  { changes: wanted, uploads, ...counts }: Prepared,
): Promise<ImportResult> {
  const changes = await withoutHidden(call, wanted);
  const { revisionId } = await commitChanges(call, target, { changes, uploads });
  return { revision: revisionId, ...counts };
}

/** A link leads to another space only where its author can see that; else it is a page without a text. */
async function withoutHidden({ context, caller }: ChangeCall, changes: readonly Change[]): Promise<Change[]> {
  const hidden = new Set<string>();
  for (const id of new Set(changes.map(otherSpaceOf).filter((each) => each !== undefined))) {
    const found = await findSpaceForUser(context.database.read, id, caller.userId);
    if (found === undefined || found.role === null) hidden.add(id);
  }
  return changes.map((change) => {
    if (change.operation !== "insert_page" || !hidden.has(otherSpaceOf(change) ?? "")) return change;
    const { target, ...page } = change;
    return { ...page, type: "document" };
  });
}

function otherSpaceOf(change: Change): string | undefined {
  const target = change.operation === "insert_page" ? change.target : undefined;
  return target !== undefined && "space" in target ? target.space : undefined;
}
