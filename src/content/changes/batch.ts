import { type DocumentSource, patchWithBlocks } from "../document-store/index.ts";
import { type LinkTarget, type Origin, targetsByAddress } from "../links/index.ts";
import type { Content, Draft } from "../model/index.ts";
import type { DocumentInput } from "./change.ts";

/** What a batch gets from its caller. */
export interface BatchContext {
  readonly now: string;
  newId(): string;
  /** The content of a revision, by default of the parent; undefined if it does not exist. */
  revision(id: string | undefined): Promise<Content | undefined>;
}

/** A document that is written after all changes have been applied. */
export interface PendingDocument {
  /** The index of the change, for error messages. */
  readonly index: number;
  readonly markdown: string;
  /** The targets of its links at this point of the batch. Later changes may move them. */
  readonly previousTargets: ReadonlyMap<string, LinkTarget>;
  /** A later change has set the cover attribute, which then overrides the front matter. */
  readonly keepsCover?: boolean;
}

/** The state of a batch. */
export interface Batch {
  /** Nothing moves after the document of a single change, so its link targets need not be recorded. */
  readonly isSingle: boolean;
  readonly draft: Draft;
  readonly context: BatchContext;
  /** The targets of the refs that the batch defines. */
  readonly refs: Map<string, LinkTarget>;
  readonly pageDocuments: Map<string, PendingDocument>;
  readonly reusableDocuments: Map<string, PendingDocument>;
  /** Ids of the touched pages, in the order of the first touch. */
  readonly touched: Set<string>;
  readonly insertedFiles: string[];
  readonly insertedReusableContents: string[];
}

/** A document input as Markdown. Blocks that are unchanged from the previous document keep its Markdown. */
export async function inputToMarkdown(
  { draft }: Batch,
  input: DocumentInput | undefined,
  origin: Origin,
  before: DocumentSource,
): Promise<string | undefined> {
  if (input?.document === undefined) return input?.markdown;
  return patchWithBlocks(draft, origin, before, input.document);
}

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
