import { badInput, LecternError } from "../../platform/index.ts";
import { writeDocument } from "../document-store/index.ts";
import type { LinkTarget } from "../links/index.ts";
import {
  type Content,
  collectNewNodes,
  type Draft,
  editDraft,
  getRecords,
  type PageRecord,
  type ReusableContentRecord,
} from "../model/index.ts";
import { findByPath } from "../pages/index.ts";
import type { ApplyChange, Batch, BatchContext, DocumentMap } from "./batch.ts";
import type { Change, Operation } from "./change.ts";
import { applyDuplicatePage } from "./duplicate-page.ts";
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

/** The pages that a batch changed, in order of their first change, and the ids of inserted files and reusable contents. */
export interface BatchResult {
  readonly pages: readonly { readonly id: string; readonly outcome: PageOutcome; readonly ref?: string }[];
  readonly insertedFiles: readonly string[];
  readonly insertedReusableContents: readonly string[];
}

type PageOutcome = "created" | "updated" | "deleted";

/** The number of changes after which unreachable staged nodes are dropped. */
const collectEvery = 200;

/**
 * Applies changes in order. Documents are written last, so that a link may point to a page or file that a later change
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
    documents: { pages: new Map(), reusableContents: new Map() },
    touched: new Set(),
    copies: { count: 0 },
    insertedFiles: [],
    insertedReusableContents: [],
  };
  for (const [index, change] of changes.entries()) {
    const apply = appliers[change.operation] as ApplyChange<Operation>;
    await withChangeIndex(index, () => apply(batch, change, { index, ids: ids[index] ?? [] }));
    if (index % collectEvery === collectEvery - 1) draft.nodes.dropStagedExcept(await collectNewNodes(draft));
  }
  await writeDocuments(batch, "pages");
  await writeDocuments(batch, "reusableContents");
  return {
    pages: await outcomesOf(base, batch),
    insertedFiles: batch.insertedFiles,
    insertedReusableContents: batch.insertedReusableContents,
  };
}

const appliers: { readonly [O in Operation]: ApplyChange<O> } = {
  insert_page: applyInsertPage,
  update_page: applyUpdatePage,
  delete_page: applyDeletePage,
  duplicate_page: applyDuplicatePage,
  revert_page: applyRevertPage,
  insert_files: applyInsertFiles,
  update_file: applyUpdateFile,
  delete_file: applyDeleteFile,
  set_variables: applySetVariables,
  insert_reusable_content: applyInsertReusableContent,
  update_reusable_content: applyUpdateReusableContent,
  delete_reusable_content: applyDeleteReusableContent,
};

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
  if (change.operation === "insert_page") return [change.internal?.id ?? context.newId()];
  if (change.operation === "duplicate_page") return [context.newId()];
  return change.operation === "insert_files"
    ? change.files.map(({ internal }) => internal?.id ?? context.newId())
    : [];
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
    if (refs.has(ref)) throw badInput(field, `${ref} is defined twice in this batch`);
    if ((await findByPath(base, ref)) !== undefined)
      throw badInput(field, `${ref} is the path of an existing page`);
    refs.set(ref, target);
  };
  for (const [index, change] of changes.entries()) {
    const newIds = ids[index] ?? [];
    if (change.operation === "insert_page" || change.operation === "duplicate_page")
      await add(`changes[${index}].ref`, change.ref, { page: newIds[0] ?? "" });
    if (change.operation !== "insert_files") continue;
    for (const [i, { ref }] of change.files.entries())
      await add(`changes[${index}].files[${i}].ref`, ref, { file: newIds[i] ?? "" });
  }
  return refs;
}

/** Writes the pending documents of a map in one edit. */
async function writeDocuments({ draft, documents, refs }: Batch, map: DocumentMap): Promise<void> {
  const records = await getRecords(draft, map, documents[map].keys());
  const edits: [string, PageRecord | ReusableContentRecord][] = [];
  for (const [id, { index, markdown, previousTargets, keepsCover }] of documents[map]) {
    const record = records.get(id);
    if (record === undefined) continue;
    await withChangeIndex(index, async () => {
      const options = { refs, previousTargets };
      const origin = map === "pages" ? id : undefined;
      const cover =
        origin && !keepsCover ? await frontMatterCover(draft, origin, markdown, options) : undefined;
      const document = await writeDocument(draft, origin, markdown, options);
      edits.push([id, { ...record, ...(cover && { cover }), document }]);
    });
  }
  await editDraft(draft, map, edits);
}

async function outcomesOf(base: Content, { draft, touched, refs }: Batch): Promise<BatchResult["pages"]> {
  const ids = [...touched];
  const [before, after] = [await getRecords(base, "pages", ids), await getRecords(draft, "pages", ids)];
  const refsByPage = new Map(
    [...refs].flatMap(([ref, target]) => ("page" in target ? [[target.page, ref]] : [])),
  );
  return ids.flatMap((id) => {
    const outcome = outcomeOf(before.has(id), after.has(id));
    const ref = refsByPage.get(id);
    return outcome === undefined ? [] : { id, outcome, ...(ref !== undefined && { ref }) };
  });
}

function outcomeOf(existed: boolean, exists: boolean): PageOutcome | undefined {
  if (exists) return existed ? "updated" : "created";
  return existed ? "deleted" : undefined;
}
