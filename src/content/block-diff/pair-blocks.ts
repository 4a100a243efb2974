import type { Steps } from "../../platform/index.ts";
import { type Block, nodeText } from "../document/index.ts";
import { splitWords } from "./diff-text.ts";

/** Blocks with a smaller share of common words are another text. */
const minShare = 0.4;
/** Two blocks alone in their place are compared more generously. */
const [minShareAlone, maxWordsAlone] = [0.25, 3];
/** The number of blocks that one is compared with, and of characters that are compared. */
const [maxCandidates, maxCharacters] = [20, 5_000];

/** What is compared of a block, a row or a line. */
export interface Comparable {
  /** Only things of the same kind are versions of each other. */
  readonly kind: string;
  /** Equal for versions of the same thing, if it is known. */
  readonly key?: string | undefined;
  readonly text: string;
}

export function comparableBlock(block: Block): Comparable {
  return { kind: block.type, key: block.key, text: nodeText(block) };
}

/** The pairs of removed and added things that are versions of each other, in the order of both, by index. */
export function* pairVersions(
  removed: readonly Comparable[],
  added: readonly Comparable[],
): Steps<(readonly [removed: number, added: number])[]> {
  const pairs: (readonly [number, number])[] = [];
  const words: WordCounts[] = [];
  for (const { text } of added) {
    words.push(countWords(text));
    yield;
  }
  const isAlone = removed.length === 1 && added.length === 1;
  let next = 0;
  for (const [i, item] of removed.entries()) {
    yield;
    const own = countWords(item.text);
    let best: { readonly share: number; readonly index: number } | undefined;
    for (let j = next; j < Math.min(next + maxCandidates, added.length); j++) {
      const other = added[j];
      if (other === undefined || other.kind !== item.kind) continue;
      const share = item.key !== undefined && item.key === other.key ? 2 : shareOf(own, words[j] ?? none);
      if (share > (best?.share ?? -1)) best = { share, index: j };
    }
    if (best === undefined) continue;
    const isShort = own.total <= maxWordsAlone && (words[best.index]?.total ?? 0) <= maxWordsAlone;
    if (best.share < minShare && !(isAlone && (isShort || best.share >= minShareAlone))) continue;
    pairs.push([i, best.index]);
    next = best.index + 1;
  }
  return pairs;
}

export interface WordCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}
const none: WordCounts = { counts: new Map(), total: 0 };

/** Signs are in all texts. */
const hasWord = /[\p{L}\p{N}]/u;

export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  let total = 0;
  for (const part of splitWords(text.slice(0, maxCharacters))) {
    if (!hasWord.test(part)) continue;
    counts.set(part, (counts.get(part) ?? 0) + 1);
    total++;
  }
  return { counts, total };
}

/** The share of common words, from 0 to 1. Two things without words are equal. */
export function shareOf(a: WordCounts, b: WordCounts): number {
  if (a.total === 0 || b.total === 0) return a.total === b.total ? 1 : 0;
  let common = 0;
  for (const [name, count] of a.counts) common += Math.min(count, b.counts.get(name) ?? 0);
  return (2 * common) / (a.total + b.total);
}
