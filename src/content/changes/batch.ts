import { notFound } from "../../platform/index.ts";
import { type DocumentSource, patchWithBlocks } from "../document-store/index.ts";
import { type LinkTarget, type Origin, targetsByDestination } from "../links/index.ts";
import { type Content, type Draft, getRecord } from "../model/index.ts";
import type { Change, DocumentInput, Operation } from "./change.ts";

export interface BatchContext {
  readonly now: string;
  newId(): string;
  /** The content of a revision, by default of the parent; undefined if it does not exist. */
  revision(id: string | undefined): Promise<Content | undefined>;
}

/** A document that is written after all changes have been applied. */
interface PendingDocument {
  /** The index of the change, for error messages. */
  readonly index: number;
  readonly markdown: string;
  /** The link targets at this point of the batch. Later changes may move them. */
  readonly previousTargets: ReadonlyMap<string, LinkTarget>;
  /** A later change has set the cover attribute, which then overrides the front matter. */
  readonly keepsCover?: boolean;
}

/** The maps whose records have documents. */
export type DocumentMap = "pages" | "reusableContents";

export interface Batch {
  /** In a batch of one change, no later change can move a link target, so targets are not recorded. */
  readonly isSingle: boolean;
  readonly draft: Draft;
  readonly context: BatchContext;
  /** The targets of the refs that the batch defines. */
  readonly refs: Map<string, LinkTarget>;
  readonly documents: Readonly<Record<DocumentMap, Map<string, PendingDocument>>>;
  /** Ids of the changed pages, in order of their first change. */
  readonly touched: Set<string>;
  /** The number of pages that the batch has copied. */
  readonly copies: { count: number };
  readonly insertedFiles: string[];
  readonly insertedReusableContents: string[];
}

/** Applies one change. `ids` are the new ids of the pages or files that it inserts. */
export type ApplyChange<O extends Operation> = (
  batch: Batch,
  change: Change<O>,
  step: { readonly index: number; readonly ids: readonly string[] },
) => Promise<void>;

const recordNames = { pages: "Page", files: "File", reusableContents: "Reusable content" };

export async function requireRecord<M extends keyof typeof recordNames>(draft: Draft, map: M, id: string) {
  const record = await getRecord(draft, map, id);
  if (record === undefined) throw notFound(`${recordNames[map]} ${id}`);
  return record;
}

/** The document of a record at this point of the batch. */
export function currentDocument(
  { documents }: Batch,
  map: DocumentMap,
  id: string,
  record: { readonly document?: string },
): DocumentSource {
  return documents[map].get(id) ?? { hash: record.document };
}

/** A document input as Markdown. Blocks that are unchanged from the previous document keep its Markdown. */
export async function inputToMarkdown(
  { draft }: Batch,
  input: DocumentInput | undefined,
  origin?: Origin,
  before: DocumentSource = { hash: undefined },
): Promise<string | undefined> {
  if (input?.document === undefined) return input?.markdown;
  return patchWithBlocks(draft, origin, before, input.document);
}

/** Schedules a document to be written after all changes have been applied. */
export async function deferDocument(
  { draft, isSingle, documents }: Batch,
  map: DocumentMap,
  id: string,
  index: number,
  markdown: string,
): Promise<void> {
  const origin = map === "pages" ? id : undefined;
  const previousTargets = isSingle
    ? new Map<string, LinkTarget>()
    : await targetsByDestination(draft, origin, markdown);
  documents[map].set(id, { index, markdown, previousTargets });
}
