import { isContainer, isTagElement, type RawBlock } from "../markdown/syntax/index.ts";

/** A tag that the parser has read, in the order of the text: the start or the end of a block. */
export interface TagEvent {
  /** The text of the tag. It may have several lines. */
  readonly source: string;
  readonly block: RawBlock;
  readonly parent: RawBlock;
  readonly isEnd: boolean;
}

/** The tags of a tree of blocks, without those that are written as elements. Trees are not deep. */
export function* tagEvents(parent: RawBlock): Generator<TagEvent> {
  if (!isContainer(parent)) return;
  for (const block of parent.children) {
    const source = isTagElement(block) ? undefined : "source" in block ? block.source : undefined;
    if (source !== undefined) yield { source, block, parent, isEnd: false };
    yield* tagEvents(block);
    const end = source !== undefined && "end" in block ? block.end : undefined;
    if (end !== undefined) yield { source: end, block, parent, isEnd: true };
  }
}
