/** A seeded random number generator. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, end). */
  below(end: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** An independent generator. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    // A Weyl sequence, mixed as in MurmurHash3.
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
      if (picked === undefined) throw new Error("cannot pick from an empty list");
      return picked;
    },
    fork: () => createRandom(below(2 ** 32)),
  };
}
