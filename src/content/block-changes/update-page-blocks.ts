import { badInput, finishYielding, gone, notFound } from "../../platform/index.ts";
import type { Document } from "../document/index.ts";
import {
  findReadableBlocks,
  openPageReader,
  type PageReader,
  patchWithBlocks,
  readBlocks,
  writeDocument,
} from "../document-store/index.ts";
import { mergeDocuments } from "../merge/index.ts";
import { type Content, type Draft, editDraft, nodeLimit, type PageRecord } from "../model/index.ts";
import { findPage } from "../pages/index.ts";
import { applyBlockChanges } from "./apply-block-changes.ts";
import type { BlockChange } from "./block-change.ts";

/** Changes to the blocks of a page in an earlier content. */
export interface PageBlockChanges {
  readonly pageId: string;
  readonly base: Content;
  readonly changes: readonly BlockChange[];
  readonly now: string;
}

/** The document of the page to which the changes refer, and the document now. */
export interface UpdatedDocument {
  readonly before: Document;
  readonly after: Document;
}

/**
 * Applies changes to blocks of a page as it was in `base`, and merges the result with the page in the draft. Blocks that both
 * changed differently are kept in both versions.
 */
export async function updatePageBlocks(draft: Draft, update: PageBlockChanges): Promise<UpdatedDocument> {
  const { nodes } = draft;
  const { page, base } = await findVersions(draft, update);
  const reader = openPageReader(nodes, update.pageId);
  const before = await readBlocks(nodes, base.document, reader);
  const ours = await writeChanges(draft, update, base, before, reader);
  const { document } = await mergeDocuments(
    nodes,
    { base: base.document, ours, theirs: page.document },
    [],
    "both",
  );
  if (document !== page.document)
    await editDraft(draft, "pages", [[update.pageId, { ...page, document, updatedAt: update.now }]]);
  const after = await findReadableBlocks(nodes, document, reader);
  if (after === undefined) throw badInput("changes", nodeLimit);
  return { before, after };
}

async function findVersions(draft: Draft, { pageId, base }: PageBlockChanges) {
  const [page, previous] = [await findPage(draft, pageId), await findPage(base, pageId)];
  if (page === undefined) throw previous === undefined ? notFound("Page") : gone("The page was deleted");
  if (previous === undefined) throw badInput("revision", "is earlier than the page");
  if (page.type !== "document") throw badInput("page", `a ${page.type} has no document`);
  return { page, base: previous };
}

/** Writes the changed document and returns its hash. */
async function writeChanges(
  draft: Draft,
  { pageId, changes }: PageBlockChanges,
  base: PageRecord,
  before: Document,
  reader: PageReader,
): Promise<string | undefined> {
  if (changes.length === 0) return base.document;
  const after = await finishYielding(applyBlockChanges(before, changes, reader.documents));
  const options = { field: "changes", reader };
  const markdown = await patchWithBlocks(draft, pageId, { hash: base.document }, after, options);
  return writeDocument(draft, pageId, markdown, {}, reader);
}
