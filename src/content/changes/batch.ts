import { type DocumentSource, patchWithBlocks } from "../document-store/index.ts";
import { type LinkTarget, type Origin, targetsByAddress } from "../links/index.ts";
import type { Content, Draft } from "../model/index.ts";
import type { DocumentInput } from "./change.ts";

/** What a batch needs from outside: the time, fresh ids, and other revisions to go back to. */
export interface BatchContext {
  readonly now: string;
  newId(): string;
  /** The content of another revision, or of the one before this when none is named; undefined where there is none. */
  revision(id: string | undefined): Promise<Content | undefined>;
}

/** A document that is written when all pages and files of the batch have found their places. */
export interface PendingDocument {
  /** The place in the batch, for messages. */
  readonly index: number;
  readonly markdown: string;
  /** What its links led to when it was written; later changes may have moved that. */
  readonly previousTargets: ReadonlyMap<string, LinkTarget>;
  /** A later change of the batch has set the cover itself. */
  readonly keepsCover?: boolean;
}

/** The state of a batch under way. */
export interface Batch {
  /** Whether there is but one change: then nothing moves after a document is written. */
  readonly isSingle: boolean;
  readonly draft: Draft;
  readonly context: BatchContext;
  /** What the batch's own names stand for. */
  readonly refs: Map<string, LinkTarget>;
  readonly pageDocuments: Map<string, PendingDocument>;
  readonly reusableDocuments: Map<string, PendingDocument>;
  /** The pages that were touched, in the order in which they first were. */
  readonly touched: Set<string>;
  readonly insertedFiles: string[];
  readonly insertedReusableContents: string[];
}

/** What an author sent, as Markdown: blocks leave what they do not change as it stands in the text before them. */
export async function inputToMarkdown(
  { draft }: Batch,
  input: DocumentInput | undefined,
  origin: Origin,
  before: DocumentSource,
): Promise<string | undefined> {
  if (input?.document === undefined) return input?.markdown;
  return patchWithBlocks(draft, origin, before, input.document);
}

/** A document to be written when all have found their places. */
export async function deferDocument(
  { draft, isSingle }: Batch,
  origin: Origin,
  index: number,
  markdown: string,
): Promise<PendingDocument> {
  return {
    index,
    markdown,
    previousTargets: isSingle ? new Map() : await targetsByAddress(draft, origin, markdown),
  };
}
