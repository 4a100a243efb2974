/** The positions of a longest subsequence with ascending values, such as the blocks of a reordered list that need not be moved. */
export function longestRun(values: readonly (number | undefined)[]): Set<number> {
  const ends: number[] = [];
  const predecessors: (number | undefined)[] = [];
  for (const [i, value] of values.entries()) {
    if (value === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    predecessors[i] = ends[low - 1];
    ends[low] = i;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = predecessors[at]) run.add(at);
  return run;
}
