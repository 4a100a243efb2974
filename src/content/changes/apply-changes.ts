import { badInput, LecternError } from "../../platform/index.ts";
import { writeDocument } from "../document-store/index.ts";
import type { LinkTarget } from "../links/index.ts";
import { getValues } from "../map/index.ts";
import {
  type Content,
  canonical,
  collectNewNodes,
  type Draft,
  editDraft,
  type PageRecord,
  type ReusableContentRecord,
} from "../model/index.ts";
import { findByPath } from "../pages/index.ts";
import type { Batch, BatchContext, PendingDocument } from "./batch.ts";
import type { Change } from "./change.ts";
import { applyDeletePage, applyInsertPage, applyUpdatePage } from "./page-changes.ts";
import {
  applyDeleteFile,
  applyDeleteReusableContent,
  applyInsertFiles,
  applyInsertReusableContent,
  applySetVariables,
  applyUpdateFile,
  applyUpdateReusableContent,
} from "./record-changes.ts";
import { frontMatterCover } from "./references.ts";
import { applyRevertPage } from "./revert-page.ts";

/** The pages that a batch touched, in the order of the first touch, and the ids of other inserted items. */
export interface BatchResult {
  readonly pages: readonly { readonly id: string; readonly outcome: PageOutcome; readonly ref?: string }[];
  readonly insertedFiles: readonly string[];
  readonly insertedReusableContents: readonly string[];
}

type PageOutcome = "created" | "updated" | "deleted";

/** The number of changes after which unreachable staged nodes are dropped. */
const collectEvery = 200;

/**
 * Applies changes in order. Documents are written last, so that a link may lead to a page or file that a later change
 * inserts. Throws at the first invalid change, with its index in the message.
 */
export async function applyChanges(
  base: Content,
  draft: Draft,
  changes: readonly Change[],
  context: BatchContext,
): Promise<BatchResult> {
  const ids = changes.map((change) => newIdsOf(change, context));
  const batch: Batch = {
    isSingle: changes.length === 1,
    draft,
    context,
    refs: await collectRefs(base, changes, ids),
    pageDocuments: new Map(),
    reusableDocuments: new Map(),
    touched: new Set(),
    insertedFiles: [],
    insertedReusableContents: [],
  };
  for (const [index, change] of changes.entries()) {
    await withChangeIndex(index, () => applyChange(batch, change, index, ids[index] ?? []));
    if (index % collectEvery === collectEvery - 1) draft.nodes.dropStagedExcept(await collectNewNodes(draft));
  }
  await writePageDocuments(batch);
  await writeReusableDocuments(batch);
  return {
    pages: await outcomesOf(base, batch),
    insertedFiles: batch.insertedFiles,
    insertedReusableContents: batch.insertedReusableContents,
  };
}

function applyChange(batch: Batch, change: Change, index: number, ids: readonly string[]): Promise<void> {
  switch (change.operation) {
    case "insert_page":
      return applyInsertPage(batch, change, index, ids[0] ?? "");
    case "update_page":
      return applyUpdatePage(batch, change, index);
    case "delete_page":
      return applyDeletePage(batch, change);
    case "revert_page":
      return applyRevertPage(batch, change, index);
    case "insert_files":
      return applyInsertFiles(batch, change, ids);
    case "update_file":
      return applyUpdateFile(batch, change);
    case "delete_file":
      return applyDeleteFile(batch, change);
    case "set_variables":
      return applySetVariables(batch, change);
    case "insert_reusable_content":
      return applyInsertReusableContent(batch, change, index);
    case "update_reusable_content":
      return applyUpdateReusableContent(batch, change, index);
    case "delete_reusable_content":
      return applyDeleteReusableContent(batch, change);
  }
}

/** Adds the index of the change to error messages. */
async function withChangeIndex<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    const separator = error.status === 400 ? "." : ": ";
    throw new LecternError(error.status, `changes[${index}]${separator}${error.message}`, error.headers);
  }
}

function newIdsOf(change: Change, context: BatchContext): string[] {
  if (change.operation === "insert_page") return [context.newId()];
  return change.operation === "insert_files" ? change.files.map(() => context.newId()) : [];
}

/** The refs of the pages and files that the batch inserts. */
async function collectRefs(
  base: Content,
  changes: readonly Change[],
  ids: readonly (readonly string[])[],
): Promise<Map<string, LinkTarget>> {
  const refs = new Map<string, LinkTarget>();
  const add = async (field: string, ref: string | undefined, target: LinkTarget): Promise<void> => {
    if (ref === undefined) return;
    if (refs.has(ref)) throw badInput(field, `${ref} is given twice in this batch`);
    if ((await findByPath(base, ref)) !== undefined)
      throw badInput(field, `${ref} is the path of a page already`);
    refs.set(ref, target);
  };
  for (const [index, change] of changes.entries()) {
    const own = ids[index] ?? [];
    if (change.operation === "insert_page")
      await add(`changes[${index}].ref`, change.ref, { page: own[0] ?? "" });
    if (change.operation !== "insert_files") continue;
    for (const [i, { ref }] of change.files.entries())
      await add(`changes[${index}].files[${i}].ref`, ref, { file: own[i] ?? "" });
  }
  return refs;
}

async function writePageDocuments({ draft, pageDocuments, refs }: Batch): Promise<void> {
  await writeDocuments<PageRecord>(draft, "pages", pageDocuments, async (id, page, pending) => {
    const { markdown, previousTargets, keepsCover } = pending;
    const options = { refs, previousTargets };
    const cover = keepsCover ? undefined : await frontMatterCover(draft, id, markdown, options);
    return {
      ...page,
      document: await writeDocument(draft, id, markdown, options),
      cover: cover ?? page.cover,
    };
  });
}

async function writeReusableDocuments({ draft, reusableDocuments, refs }: Batch): Promise<void> {
  await writeDocuments<ReusableContentRecord>(
    draft,
    "reusableContents",
    reusableDocuments,
    async (_, record, { markdown, previousTargets }) => ({
      ...record,
      document: await writeDocument(draft, undefined, markdown, { refs, previousTargets }),
    }),
  );
}

/** Writes the documents of all records in one edit of the map. */
async function writeDocuments<V>(
  draft: Draft,
  map: "pages" | "reusableContents",
  documents: ReadonlyMap<string, PendingDocument>,
  write: (id: string, record: V, document: PendingDocument) => Promise<V>,
): Promise<void> {
  const records = await getValues<V>(draft.nodes, draft.roots[map], [...documents.keys()]);
  const edits = new Map<string, V>();
  for (const [id, document] of documents) {
    const record = records.get(id);
    if (record !== undefined)
      edits.set(id, canonical(await withChangeIndex(document.index, () => write(id, record, document))));
  }
  await editDraft(draft, map, edits);
}

async function outcomesOf(base: Content, { draft, touched, refs }: Batch): Promise<BatchResult["pages"]> {
  const ids = [...touched];
  const before = await getValues<PageRecord>(base.nodes, base.roots.pages, ids);
  const after = await getValues<PageRecord>(draft.nodes, draft.roots.pages, ids);
  const names = new Map([...refs].flatMap(([ref, target]) => ("page" in target ? [[target.page, ref]] : [])));
  return ids.flatMap((id) => {
    const outcome = outcomeOf(before.has(id), after.has(id));
    const ref = names.get(id);
    return outcome === undefined ? [] : { id, outcome, ...(ref !== undefined && { ref }) };
  });
}

function outcomeOf(existed: boolean, exists: boolean): PageOutcome | undefined {
  if (exists) return existed ? "updated" : "created";
  return existed ? "deleted" : undefined;
}
