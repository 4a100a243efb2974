import type { KeyedBlock } from "./linked-text.ts";
import type { Sides } from "./three-way.ts";

/** A half-open range of block indexes. */
export type Range = readonly [start: number, end: number];

/** A chunk of the merged sequence: its range on each side, and the side to take it from. */
export interface Chunk {
  /** `both`: the sides are equal. `neither`: both sides deleted blocks. `conflict`: the sides differ. */
  readonly take: "ours" | "theirs" | "both" | "neither" | "conflict";
  readonly base?: Range;
  readonly ours?: Range;
  readonly theirs?: Range;
}

type Keyed = readonly Pick<KeyedBlock, "key">[];

export function sameKeys(a: Keyed, b: Keyed): boolean {
  return a.length === b.length && a.every(({ key }, i) => key === b[i]?.key);
}

/** Whether a sequence contains another one contiguously. */
export function includesKeys(sequence: Keyed, part: Keyed): boolean {
  const join = (elements: Keyed) => elements.map(({ key }) => JSON.stringify(key)).join();
  return part.length <= sequence.length && `,${join(sequence)},`.includes(`,${join(part)},`);
}

/** The numbers of equal elements at the start and at the end of two sequences. */
export function commonEnds(a: Keyed, b: Keyed): { first: number; last: number } {
  const length = Math.min(a.length, b.length);
  let [first, last] = [0, 0];
  while (first < length && a[first]?.key === b[first]?.key) first++;
  while (last < length - first && a.at(-1 - last)?.key === b.at(-1 - last)?.key) last++;
  return { first, last };
}

/**
 * Reduces a conflict to the blocks between the equal ones at its start and end. If one side did not change these, there is no
 * conflict.
 */
export function trimConflict(chunk: Chunk, blocks: Sides<Keyed>): Chunk[] {
  const { base, ours: [start, end] = [0, 0], theirs: [theirStart, theirEnd] = [0, 0] } = chunk;
  const { first, last } = commonEnds(
    blocks.ours.slice(start, end),
    blocks.theirs.slice(theirStart, theirEnd),
  );
  const ours: Range = [start + first, end - last];
  const theirs: Range = [theirStart + first, theirEnd - last];
  const isBase = (side: Keyed) => sameKeys(side, blocks.base.slice(...(base ?? [0, 0])));
  const choose = (): Chunk["take"] => {
    if (isBase(blocks.ours.slice(...ours))) return "theirs";
    return isBase(blocks.theirs.slice(...theirs)) ? "ours" : "conflict";
  };
  const equalStart: Chunk = { take: "both", ours: [start, ours[0]], theirs: [theirStart, theirs[0]] };
  const equalEnd: Chunk = { take: "both", ours: [ours[1], end], theirs: [theirs[1], theirEnd] };
  return [
    ...(first > 0 ? [equalStart] : []),
    { take: choose(), ...(base && { base }), ours, theirs },
    ...(last > 0 ? [equalEnd] : []),
  ];
}
