import { badInput, notFound } from "../../platform/index.ts";
import { countEntries, getValue, getValues } from "../map/index.ts";
import {
  canonical,
  checkFileName,
  editDraft,
  type FileRecord,
  limits,
  type ReusableContentRecord,
} from "../model/index.ts";
import { type Batch, deferDocument, inputToMarkdown } from "./batch.ts";
import type {
  DeleteFile,
  DeleteReusableContent,
  InsertFiles,
  InsertReusableContent,
  SetVariables,
  UpdateFile,
  UpdateReusableContent,
} from "./change.ts";

export async function applyInsertFiles(
  { draft, insertedFiles }: Batch,
  { files }: InsertFiles,
  ids: readonly string[],
): Promise<void> {
  const records = files.map(
    ({ ref, ...record }, i) => [ids[i] ?? "", canonical<FileRecord>(record)] as const,
  );
  await editDraft(draft, "files", new Map(records));
  insertedFiles.push(...ids);
}

export async function applyUpdateFile({ draft }: Batch, { file, name }: UpdateFile): Promise<void> {
  checkFileName(name, "name");
  const record = await getValue<FileRecord>(draft.nodes, draft.roots.files, file);
  if (record === undefined) throw notFound(`File ${file}`);
  await editDraft(draft, "files", new Map([[file, canonical({ ...record, name })]]));
}

export async function applyDeleteFile({ draft }: Batch, { file }: DeleteFile): Promise<void> {
  if ((await getValue(draft.nodes, draft.roots.files, file)) === undefined) throw notFound(`File ${file}`);
  await editDraft(draft, "files", new Map([[file, undefined]]));
}

export async function applySetVariables(
  { draft }: Batch,
  { variables, internal }: SetVariables,
): Promise<void> {
  const count = () => countEntries(draft.nodes, draft.roots.variables);
  const before = await count();
  const given = new Map(Object.entries(variables).map(([name, value]) => [name, value ?? undefined]));
  if (internal?.onlyNew) {
    const known = await getValues<string>(draft.nodes, draft.roots.variables, [...given.keys()]);
    for (const name of known.keys()) given.delete(name);
  }
  await editDraft(draft, "variables", given);
  // After a merge there may be more. They can still be changed and removed.
  if ((await count()) > Math.max(limits.variables, before))
    throw badInput("variables", `a space has at most ${limits.variables}`);
}

export async function applyInsertReusableContent(
  batch: Batch,
  { title, document, internal }: InsertReusableContent,
  index: number,
): Promise<void> {
  const id = internal?.id ?? batch.context.newId();
  await editDraft<ReusableContentRecord>(batch.draft, "reusableContents", new Map([[id, { title }]]));
  const markdown = await inputToMarkdown(batch, document, undefined, { hash: undefined });
  if (markdown !== undefined)
    batch.reusableDocuments.set(id, await deferDocument(batch, undefined, index, markdown));
  batch.insertedReusableContents.push(id);
}

export async function applyUpdateReusableContent(
  batch: Batch,
  { reusableContent: id, title, document }: UpdateReusableContent,
  index: number,
): Promise<void> {
  const record = await requireReusableContent(batch, id);
  if (title !== undefined)
    await editDraft(batch.draft, "reusableContents", new Map([[id, canonical({ ...record, title })]]));
  const before = batch.reusableDocuments.get(id) ?? { hash: record.document };
  const markdown = await inputToMarkdown(batch, document, undefined, before);
  if (markdown !== undefined)
    batch.reusableDocuments.set(id, await deferDocument(batch, undefined, index, markdown));
}

export async function applyDeleteReusableContent(
  batch: Batch,
  { reusableContent: id }: DeleteReusableContent,
): Promise<void> {
  await requireReusableContent(batch, id);
  await editDraft(batch.draft, "reusableContents", new Map([[id, undefined]]));
  batch.reusableDocuments.delete(id);
}

async function requireReusableContent({ draft }: Batch, id: string): Promise<ReusableContentRecord> {
  const record = await getValue<ReusableContentRecord>(draft.nodes, draft.roots.reusableContents, id);
  if (record === undefined) throw notFound(`Reusable content ${id}`);
  return record;
}
