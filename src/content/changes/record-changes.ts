import { badInput } from "../../platform/index.ts";
import { checkFileName, countRecords, editDraft, getRecords, limits } from "../model/index.ts";
import { type ApplyChange, currentDocument, deferDocument, inputToMarkdown, requireRecord } from "./batch.ts";

export const applyInsertFiles: ApplyChange<"insert_files"> = async (
  { draft, insertedFiles },
  { files },
  { ids },
) => {
  await editDraft(
    draft,
    "files",
    files.map(({ ref, internal, ...record }, i) => [ids[i] ?? "", record]),
  );
  insertedFiles.push(...ids);
};

export const applyUpdateFile: ApplyChange<"update_file"> = async ({ draft }, { file, name }) => {
  checkFileName(name, "name");
  await editDraft(draft, "files", [[file, { ...(await requireRecord(draft, "files", file)), name }]]);
};

export const applyDeleteFile: ApplyChange<"delete_file"> = async ({ draft }, { file }) => {
  await requireRecord(draft, "files", file);
  await editDraft(draft, "files", [[file, undefined]]);
};

export const applySetVariables: ApplyChange<"set_variables"> = async ({ draft }, { variables, internal }) => {
  const before = await countRecords(draft, "variables");
  const names = Object.keys(variables);
  const existing = internal?.onlyNew ? await getRecords(draft, "variables", names) : new Map();
  const added = names.filter((name) => !existing.has(name));
  await editDraft(
    draft,
    "variables",
    added.map((name) => [name, variables[name] ?? undefined]),
  );
  // A merge may exceed the limit. Existing variables can still be changed and removed.
  if ((await countRecords(draft, "variables")) > Math.max(limits.variables, before))
    throw badInput("variables", `a space can have at most ${limits.variables} variables`);
};

export const applyInsertReusableContent: ApplyChange<"insert_reusable_content"> = async (
  batch,
  { title, document, internal },
  { index },
) => {
  const id = internal?.id ?? batch.context.newId();
  await editDraft(batch.draft, "reusableContents", [[id, { title }]]);
  const markdown = await inputToMarkdown(batch, document);
  if (markdown !== undefined) await deferDocument(batch, "reusableContents", id, index, markdown);
  batch.insertedReusableContents.push(id);
};

export const applyUpdateReusableContent: ApplyChange<"update_reusable_content"> = async (
  batch,
  { reusableContent: id, title, document },
  { index },
) => {
  const record = await requireRecord(batch.draft, "reusableContents", id);
  if (title !== undefined) await editDraft(batch.draft, "reusableContents", [[id, { ...record, title }]]);
  const before = currentDocument(batch, "reusableContents", id, record);
  const markdown = await inputToMarkdown(batch, document, undefined, before);
  if (markdown !== undefined) await deferDocument(batch, "reusableContents", id, index, markdown);
};

export const applyDeleteReusableContent: ApplyChange<"delete_reusable_content"> = async (
  { draft, documents },
  { reusableContent: id },
) => {
  await requireRecord(draft, "reusableContents", id);
  await editDraft(draft, "reusableContents", [[id, undefined]]);
  documents.reusableContents.delete(id);
};
