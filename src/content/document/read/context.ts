import type { Steps } from "../../../platform/index.ts";
import { type LinkTarget, oneLine, type RawBlock } from "../../markdown/syntax/index.ts";
import { type Block, type BlockData, leaf, type Node, paragraph, text } from "../model/index.ts";

/** The functions with which readers of single blocks read the content of their block. */
export interface ReadContext {
  readInlines(source: string): Node[];
  readHtmlInlines(source: string): Node[];
  readonly inlineContext: InlineContext;
  readBlocks(children: readonly RawBlock[]): Steps<Block[]>;
  /** Like `readBlocks`, with an empty paragraph if there are no blocks. */
  readNonEmpty(children: readonly RawBlock[]): Steps<readonly Block[]>;
  createHeading(level: number, nodes: readonly Node[], id?: string, align?: "center" | "end"): Block;
  createExpandable(data: BlockData["expandable"], title: readonly Node[], body: readonly Block[]): Block;
  /** Throws if the document would have too many nodes with this many more. Called before many nodes are created. */
  requireRoom(nodes: number): void;
}

export interface InlineContext {
  readonly definitions: Pick<ReadonlyMap<string, LinkTarget>, "get" | "size">;
  referenceFootnote(label: string): { readonly number: number; readonly body: readonly Block[] } | undefined;
  releaseFootnote(body: readonly Block[]): void;
}

/** The source as unparsed text, with one paragraph for each part between blank lines. */
export function literalParagraphs(source: string): Block[] {
  return source
    .split(/\n[ \t]*\n/)
    .map((part) => oneLine(part.trim()))
    .filter((part) => part !== "")
    .map((part) => paragraph([text(leaf(part))]));
}
