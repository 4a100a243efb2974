import type { Steps } from "../../platform/index.ts";
import { type Comparable, countWords, shareOf, type WordCounts } from "./pair-blocks.ts";

/** Only blocks with so many words, of which so many are common, are recognized at another place. */
const [minWords, minShare] = [5, 0.6];
/** A word that is in more of the added blocks says too little about any of them. */
const maxBlocksWithWord = 8;

/** A removed or added block that has no other version in its place. */
export interface Unpaired extends Comparable {
  readonly index: number;
}

/**
 * Finds removed blocks that were added at another place with other words: the removed one by the added one. Candidates
 * are found by their rare words, so that the time is proportional to the text.
 */
export function* findEditedMoves(
  removed: readonly Unpaired[],
  added: readonly Unpaired[],
): Steps<ReadonlyMap<number, number>> {
  const moves = new Map<number, number>();
  if (removed.length === 0 || added.length === 0) return moves;
  const candidates = yield* indexWords(added);
  const taken = new Set<number>();
  for (const block of removed) {
    yield;
    const own = countWords(block.text);
    if (own.total < minWords) continue;
    let best: { readonly share: number; readonly index: number } | undefined;
    for (const candidate of candidatesOf(own, candidates)) {
      const other = added[candidate.position];
      if (other === undefined || other.kind !== block.kind || taken.has(other.index)) continue;
      const share = shareOf(own, candidate.words);
      if (share >= minShare && share > (best?.share ?? 0)) best = { share, index: other.index };
    }
    if (best === undefined) continue;
    taken.add(best.index);
    moves.set(best.index, block.index);
  }
  return moves;
}

interface Candidate {
  readonly position: number;
  readonly words: WordCounts;
}

/** The added blocks by their words. */
function* indexWords(added: readonly Unpaired[]): Steps<ReadonlyMap<string, readonly Candidate[]>> {
  const byWord = new Map<string, Candidate[]>();
  for (const [position, { text }] of added.entries()) {
    yield;
    const words = countWords(text);
    if (words.total < minWords) continue;
    const candidate = { position, words };
    for (const word of words.counts.keys()) {
      const known = byWord.getOrInsertComputed(word, () => []);
      if (known.length <= maxBlocksWithWord) known.push(candidate);
    }
  }
  return byWord;
}

function candidatesOf(
  { counts }: WordCounts,
  byWord: ReadonlyMap<string, readonly Candidate[]>,
): ReadonlySet<Candidate> {
  const found = new Set<Candidate>();
  for (const word of counts.keys()) {
    const blocks = byWord.get(word) ?? [];
    if (blocks.length > maxBlocksWithWord) continue;
    for (const block of blocks) if (found.size < maxCandidates) found.add(block);
  }
  return found;
}

/** The number of blocks that one is compared with. */
const maxCandidates = 20;
