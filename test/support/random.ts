/** Chance that can be had again: the same seed gives the same choices. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below this. */
  below(end: number): number;
  /** Whether something happens that does so often, from 0 (never) to 1. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Another one, which is not moved by how often this one is asked. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    // A Weyl sequence, stirred as in MurmurHash3.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (list) => {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error("there is nothing to pick from");
      return picked;
    },
    fork: () => createRandom(below(2 ** 32)),
  };
}
