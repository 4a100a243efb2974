import { EventLoopYielder } from "./event-loop-yielder.ts";

/** The number of items that are sorted or merged before the event loop may run. */
const batchSize = 1024;

type Compare<T> = (a: T, b: T) => number;

/** Sorts like `toSorted`, by merging sorted runs, and yields to the event loop. */
export async function sortYielding<T>(items: readonly T[], compare: Compare<T>): Promise<T[]> {
  const yielder = new EventLoopYielder();
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += batchSize) {
    runs.push(items.slice(start, start + batchSize).sort(compare));
    await yielder.yieldIfDue();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2)
      merged.push(await mergeRuns(runs[i] ?? [], runs[i + 1] ?? [], compare, yielder));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeRuns<T>(
  left: readonly T[],
  right: readonly T[],
  compare: Compare<T>,
  yielder: EventLoopYielder,
): Promise<T[]> {
  const merged: T[] = [];
  let next = 0;
  for (const item of left) {
    for (let other = right[next]; other !== undefined && compare(item, other) > 0; other = right[next]) {
      merged.push(other);
      next++;
    }
    merged.push(item);
    if (merged.length % batchSize === 0) await yielder.yieldIfDue();
  }
  return merged.concat(right.slice(next));
}
