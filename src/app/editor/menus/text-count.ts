import type { Node } from "prosemirror-model";

/** How much text there is. */
export interface TextCount {
  readonly words: number;
  readonly characters: number;
}

/** Words of Chinese, Japanese and Thai have no spaces between them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
/** Blocks do not change: a changed block is another node. */
const counts = new WeakMap<Node, TextCount>();

export function countBlock(block: Node): TextCount {
  const known = counts.get(block);
  if (known !== undefined) return known;
  const text = block.textBetween(0, block.content.size, "\n", " ");
  let wordCount = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) wordCount++;
  const count = { words: wordCount, characters: Array.from(text.replaceAll("\n", "")).length };
  counts.set(block, count);
  return count;
}

/** Words that are read in a minute. */
const readingSpeed = 220;

export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / readingSpeed));
}
